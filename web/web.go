// Package web serves the game server's page: plain ES modules without a build step. The program
// embeds them, and bundles them at the first request for a file.
package web

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"runtime/debug"
	"sync"
)

//go:embed static
var static embed.FS

// Policy is the Content-Security-Policy of the page. It allows resources from this server
// only. It forbids inline scripts, framing, and markup or scripts made from text.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// Handler serves the embedded files. Browsers revalidate their copies on each request, so an upgrade of
// the program takes effect at once. Only files whose name contains a hash need no revalidation.
//
// The first request waits for the bundler, a fifth of a second of processor time. Bundling at the
// start of a server would take most of the time until the server listens.
func Handler() http.Handler {
	return readOnly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { embedded().ServeHTTP(w, r) }))
}

// embedded returns the embedded files, bundled and compressed once per process. Afterwards it
// returns the bundler's memory to the system: 40 MB, which an idle server would keep.
var embedded = sync.OnceValue(func() assets {
	defer debug.FreeOSMemory()
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // cannot happen: the name is valid
	}
	all, err := readAssets(files)
	if err != nil {
		panic(err) // cannot happen: a test bundles the same files
	}
	return all
})

// Folder serves the files of a folder, read at each request, for development. The folder stays
// open until the program ends.
func Folder(dir string) (http.Handler, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("web: open the page's folder: %w", err)
	}
	if _, err := root.Stat("index.html"); err != nil {
		return nil, fmt.Errorf("web: the page's folder has no index.html: %w", err)
	}
	files := http.FileServerFS(root.FS())
	return readOnly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		files.ServeHTTP(w, r)
	})), nil
}

// readOnly refuses methods other than GET and HEAD, and sets the policy on all other responses.
func readOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed; use GET or HEAD", http.StatusMethodNotAllowed)
			return
		}
		w.Header().Set("Content-Security-Policy", Policy)
		next.ServeHTTP(w, r)
	})
}
