package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadOperatorFile checks that the file can be read after an editor has added a byte-order mark
// and Windows line ends, and that the error for another file says how to repair it.
func TestReadOperatorFile(t *testing.T) {
	dir := t.TempDir()
	for text, fault := range map[string]string{
		`{"url":"http://127.0.0.1:1","secret":"s"}`: "", "\ufeff{\r\n\"url\":\"http://127.0.0.1:1\",\r\n\"secret\":\"s\"}\r\n": "",
		"\xff\xfe{\x00": "operator.json:1:1: the file is UTF-16 text; save it as UTF-8", "{": "restart the server",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, operatorName), []byte(text), 0o600))
		file, err := readOperatorFile(dir)
		if fault != "" {
			assert.ErrorContains(t, err, fault)
			continue
		}
		require.NoError(t, err, "%q", text)
		assert.Equal(t, operatorFile{"http://127.0.0.1:1", "s"}, *file)
	}
}
