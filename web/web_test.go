package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"maps"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFiles checks that every file is served with an entity tag, and that no source uses a
// feature that the policy forbids.
func TestFiles(t *testing.T) {
	require.NoError(t, fs.WalkDir(static, "static", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := static.ReadFile(name)
		require.NoError(t, err)
		for _, bad := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", " style=\"", " onclick=\""} {
			if path.Dir(name) != "static/vendor" { // the policy refuses its innerHTML at run time
				assert.NotContains(t, string(text), bad, name)
			}
		}
		file := strings.TrimPrefix(name, "static")
		switch answer := get(t, file); path.Ext(name) {
		case ".js", ".css", ".ts":
			if file != "/"+script && file != "/"+styles {
				assert.Equal(t, 404, answer.Code, file)
			}
		default:
			assert.Equal(t, string(text), answer.Body.String(), file)
		}
		return nil
	}))
	all, handler := embedded(), Handler()
	for file := range all {
		answer := get(t, file)
		assert.Equal(t, 200, answer.Code, file)
		assert.NotEmpty(t, answer.Header().Get("ETag"), file)
		cache := "no-cache"
		if strings.HasPrefix(file, "/"+chunks) {
			cache = "max-age=31536000, immutable"
		}
		assert.Equal(t, cache, answer.Header().Get("Cache-Control"), file)
		assert.Equal(t, Policy, answer.Header().Get("Content-Security-Policy"), file)
		ask := httptest.NewRequestWithContext(t.Context(), "GET", file, nil)
		ask.Header.Set("If-None-Match", answer.Header().Get("ETag"))
		answer = httptest.NewRecorder()
		handler.ServeHTTP(answer, ask)
		assert.Equal(t, 304, answer.Code, file)
	}
}

func get(t *testing.T, file string) *httptest.ResponseRecorder {
	t.Helper()
	answer := httptest.NewRecorder()
	Handler().ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", file, nil))
	return answer
}

var importPath = regexp.MustCompile(`(import\()?"(\.\.?/[\w./-]+\.js)"`)

// TestBundle checks that app.js loads most pages and tutorials only when they are opened. Each bundled
// script must be imported and has no line breaks between tags, and the licenses of the vendored code
// must remain.
func TestBundle(t *testing.T) {
	eager, lazy := map[string]bool{}, map[string]bool{}
	text := ""
	var follow func(file string, all map[string]bool)
	follow = func(file string, all map[string]bool) {
		if eager[file] || all[file] {
			return
		}
		all[file] = true
		answer := get(t, file)
		require.Equal(t, 200, answer.Code, file)
		body := answer.Body.String()
		assert.NotContains(t, body, "/** @", file)
		assert.NotRegexp(t, `[>}]\n +<`, body, "%s has no line breaks between tags", file)
		text += body
		for _, found := range importPath.FindAllStringSubmatch(body, -1) {
			next := path.Join(path.Dir(file), found[2])
			if found[1] == "" {
				follow(next, all)
			} else {
				defer follow(next, lazy)
			}
		}
	}
	follow("/"+script, eager)
	assert.Less(t, len(eager), 40)
	assert.Greater(t, len(lazy), 12)
	for file := range embedded() {
		if path.Ext(file) == ".js" {
			assert.True(t, eager[file] || lazy[file], "%s is imported", file)
		}
	}
	for _, licensed := range []string{"preact", "lean-qr"} {
		assert.Regexp(t, `//! .*`+licensed+`.*vendor/LICENSE`, text)
	}
}

// TestSameBundle checks that all servers of a version serve the same files, so that a client may
// change servers.
func TestSameBundle(t *testing.T) {
	files, err := fs.Sub(static, "static")
	require.NoError(t, err)
	one, err := bundle(files)
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	two, err := bundle(files)
	require.NoError(t, err)
	assert.True(t, maps.EqualFunc(one, two, bytes.Equal))
}

// TestBadBundle checks that an error in a source names its file and line.
func TestBadBundle(t *testing.T) {
	files := fstest.MapFS{
		"app.js":         {Data: []byte("import \"./kit/a.js\";\n")},
		"style/all.css":  {Data: []byte("@import \"base.css\";\n")},
		"style/base.css": {},
	}
	_, err := bundle(files)
	require.ErrorContains(t, err, "web/static/app.js:1:8: ")
	require.ErrorContains(t, err, "kit/a.js")
	files["kit/a.js"] = &fstest.MapFile{Data: []byte("let a = 1;\nlet a = 2;\n")}
	_, err = bundle(files)
	require.ErrorContains(t, err, "web/static/kit/a.js:2:5: ")
}

// TestStyles checks that the bundled style sheet has rules of every source style sheet, without comments.
func TestStyles(t *testing.T) {
	all := get(t, "/"+styles).Body.String()
	assert.NotContains(t, all, "@import")
	assert.NotContains(t, all, "/*")
	sheets, err := fs.Glob(static, "static/style/*.css")
	require.NoError(t, err)
	require.Greater(t, len(sheets), 1)
	for _, name := range sheets {
		text, err := static.ReadFile(name)
		require.NoError(t, err)
		if first := regexp.MustCompile(`(?m)^[.#][\w-]+`).Find(text); first != nil {
			assert.Contains(t, all, string(first), name)
		}
	}
}

// TestCompressed checks that gzip responses have a separate entity tag.
func TestCompressed(t *testing.T) {
	handler := Handler()
	ask := httptest.NewRequestWithContext(t.Context(), "GET", "/app.js", nil)
	plain := httptest.NewRecorder()
	handler.ServeHTTP(plain, ask)
	ask.Header.Set("Accept-Encoding", "gzip, br")
	packed := httptest.NewRecorder()
	handler.ServeHTTP(packed, ask)
	assert.Equal(t, "gzip", packed.Header().Get("Content-Encoding"))
	assert.NotEqual(t, plain.Header().Get("ETag"), packed.Header().Get("ETag"))
	assert.Less(t, packed.Body.Len(), plain.Body.Len())
	r, err := gzip.NewReader(packed.Body)
	require.NoError(t, err)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	assert.Equal(t, plain.Body.String(), string(text))
}

// TestFolder checks that Folder serves the current files of a folder and nothing
// outside it.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	_, err := Folder(dir)
	require.ErrorContains(t, err, "has no index.html")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "index.html"), []byte("one"), 0o600))
	handler, err := Folder(dir)
	require.NoError(t, err)
	get := func(file string) *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", file, nil))
		return answer
	}
	assert.Equal(t, "one", get("/").Body.String())
	require.NoError(t, os.WriteFile(filepath.Join(dir, "index.html"), []byte("two"), 0o600))
	assert.Equal(t, "two", get("/").Body.String())
	assert.Equal(t, Policy, get("/").Header().Get("Content-Security-Policy"))
	require.NoError(t, os.Symlink(os.TempDir(), filepath.Join(dir, "out")))
	assert.NotEqual(t, 200, get("/out/").Code)
}
