package client

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSilentPeer checks that Receive gives up on a frozen peer, which reads nothing. It must not give
// up on a quiet peer, which answers pings and sends a message late.
func TestSilentPeer(t *testing.T) {
	for name, frozen := range map[string]bool{"frozen": true, "quiet": false} {
		t.Run(name, func(t *testing.T) {
			done := make(chan struct{})
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				pings := make(chan struct{})
				conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{OnPingReceived: func(context.Context, []byte) bool {
					select {
					case pings <- struct{}{}:
					case <-done:
					}
					return true
				}})
				if !assert.NoError(t, err) {
					return
				}
				defer func() { _ = conn.CloseNow() }()
				if frozen {
					<-done
					return
				}
				_ = conn.CloseRead(r.Context())
				for range 3 {
					<-pings
				}
				_ = conn.Write(r.Context(), websocket.MessageText, []byte("hi"))
				<-done
			}))
			defer server.Close()
			defer close(done)
			w, err := Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http"), "")
			require.NoError(t, err)
			defer func() { _ = w.Close() }()
			w.quiet, w.answer = time.Millisecond, time.Minute
			if frozen {
				w.answer = time.Millisecond
			}
			data, err := w.Receive(t.Context())
			if frozen {
				require.ErrorIs(t, err, ErrSilent)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, "hi", string(data))
		})
	}
}
