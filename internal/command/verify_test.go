package command

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLargeDownload checks that download refuses a log above its limit, because a part of a log
// looks like a log without its end.
func TestLargeDownload(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		block := bytes.Repeat([]byte("x"), 1<<20)
		for range maxDownload/len(block) + 1 {
			if _, err := w.Write(block); err != nil {
				return // the client has stopped reading
			}
		}
	}))
	defer server.Close()
	_, err := download(t.Context(), server.URL+"/api/games/7k3p9qd2xw")
	assert.EqualError(t, err, server.URL+"/api/games/7k3p9qd2xw/log: the log is larger than 64 MiB; save it to a file and give the file")
}
