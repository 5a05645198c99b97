// Package web is the page at which people play: plain ES modules without a
// build step, embedded in the program.
package web

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"sync"
)

//go:embed static
var static embed.FS

// Policy is the Content-Security-Policy that the page lives under: everything
// from this server, no inline script, no frame around it, and no text that is
// made into markup or script, whoever asks for it.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// Handler serves the page and its files out of the program. A browser asks each
// time whether its copy still holds, so a new program shows the new page at once.
func Handler() (http.Handler, error) {
	assets, err := embedded()
	if err != nil {
		return nil, err
	}
	return readOnly(assets), nil
}

// embedded returns the files of the program, which are compressed once, however many
// servers there are in a process.
var embedded = sync.OnceValues(func() (assets, error) {
	files, err := fs.Sub(static, "static")
	if err != nil {
		return nil, fmt.Errorf("web: embedded files: %w", err)
	}
	return readAssets(files)
})

// Folder serves the files of a folder instead, as they are at each request, for
// whoever works on the page. The folder stays open as long as the program runs.
func Folder(dir string) (http.Handler, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("web: the page's folder: %w", err)
	}
	if _, err := root.Stat("index.html"); err != nil {
		return nil, fmt.Errorf("web: the page's folder has no page in it: %w", err)
	}
	files := http.FileServerFS(root.FS())
	return readOnly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		files.ServeHTTP(w, r)
	})), nil
}

// readOnly sets the policy and refuses to change anything.
func readOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "this page can only be read", http.StatusMethodNotAllowed)
			return
		}
		w.Header().Set("Content-Security-Policy", Policy)
		next.ServeHTTP(w, r)
	})
}
