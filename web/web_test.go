package web

import (
	"io/fs"
	"net/http/httptest"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFiles serves every file with a tag, and finds nothing in it that the
// page's policy would stop or that could turn text into markup.
func TestFiles(t *testing.T) {
	handler, err := Handler()
	require.NoError(t, err)
	require.NoError(t, fs.WalkDir(static, "static", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := static.ReadFile(name)
		require.NoError(t, err)
		for _, bad := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", " style=", " onclick=\""} {
			assert.NotContains(t, string(text), bad, name)
		}
		file := strings.TrimPrefix(name, "static")
		if path.Base(file) == "index.html" {
			file = "/"
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", file, nil))
		assert.Equal(t, 200, answer.Code, file)
		assert.NotEmpty(t, answer.Header().Get("ETag"), file)
		assert.Equal(t, "no-cache", answer.Header().Get("Cache-Control"), file)
		assert.Equal(t, Policy, answer.Header().Get("Content-Security-Policy"), file)
		assert.Equal(t, string(text), answer.Body.String(), file)
		return nil
	}))
}
