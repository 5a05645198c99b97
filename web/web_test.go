package web

import (
	"compress/gzip"
	"io"
	"io/fs"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFiles checks that every file is served with an entity tag and uses no feature that
// the policy forbids.
func TestFiles(t *testing.T) {
	handler, err := Handler()
	require.NoError(t, err)
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
		if path.Dir(file) == "/style" {
			return nil // see TestStyles
		}
		if path.Base(file) == "index.html" {
			file = "/"
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", file, nil))
		assert.Equal(t, 200, answer.Code, file)
		assert.NotEmpty(t, answer.Header().Get("ETag"), file)
		assert.Equal(t, "no-cache", answer.Header().Get("Cache-Control"), file)
		assert.Equal(t, Policy, answer.Header().Get("Content-Security-Policy"), file)
		if kind := path.Ext(name); path.Dir(name) != "static/vendor" && (kind == ".js" || kind == ".css") {
			assert.NotContains(t, answer.Body.String(), "/** @", file)
			assert.NotContains(t, answer.Body.String(), "\n// ", file)
			assert.LessOrEqual(t, answer.Body.Len(), len(text), file)
		} else {
			assert.Equal(t, string(text), answer.Body.String(), file)
		}

		ask := httptest.NewRequestWithContext(t.Context(), "GET", file, nil)
		ask.Header.Set("If-None-Match", answer.Header().Get("ETag"))
		answer = httptest.NewRecorder()
		handler.ServeHTTP(answer, ask)
		assert.Equal(t, 304, answer.Code, file)
		return nil
	}))
}

// TestStyles checks that one response has the rules of every style sheet.
func TestStyles(t *testing.T) {
	handler, err := Handler()
	require.NoError(t, err)
	get := func(file string) *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", file, nil))
		return answer
	}
	all := get("/" + styles)
	require.Equal(t, 200, all.Code)
	assert.NotContains(t, all.Body.String(), "@import")
	assert.NotContains(t, all.Body.String(), "/*")
	sheets, err := fs.Glob(static, "static/style/*.css")
	require.NoError(t, err)
	require.Greater(t, len(sheets), 1)
	for _, name := range sheets {
		text, err := static.ReadFile(name)
		require.NoError(t, err)
		if first := regexp.MustCompile(`(?m)^[.#][\w-]+`).Find(text); first != nil {
			assert.Contains(t, all.Body.String(), string(first), name)
		}
		if file := strings.TrimPrefix(name, "static"); file != "/"+styles {
			assert.Equal(t, 404, get(file).Code, file)
		}
	}
}

// TestCompressed checks that gzip responses have a separate entity tag.
func TestCompressed(t *testing.T) {
	handler, err := Handler()
	require.NoError(t, err)
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
