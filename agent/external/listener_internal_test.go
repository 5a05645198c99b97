package external

import (
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLateBots checks the reason that the listener gives to a bot that connects while the listener closes,
// or while the maximum number of bots waits.
func TestLateBots(t *testing.T) {
	l, err := Listen("127.0.0.1:0")
	require.NoError(t, err)
	defer func() { assert.NoError(t, l.Close()) }()
	token := l.Expect()
	url := l.URL() + "?token=" + token
	refused := func() (e websocket.CloseError) {
		conn, _, err := websocket.Dial(t.Context(), url, nil)
		require.NoError(t, err)
		defer func() { _ = conn.CloseNow() }()
		_, _, err = conn.Read(t.Context())
		require.ErrorAs(t, err, &e)
		return e
	}
	first, _, err := websocket.Dial(t.Context(), url, nil)
	require.NoError(t, err)
	defer func() { _ = first.CloseNow() }()
	waiting := l.queueFor(token)
	s := <-waiting
	for range maxEarly {
		waiting <- s
	}
	assert.Equal(t, websocket.CloseError{Code: websocket.StatusTryAgainLater, Reason: "the match has enough bots; connect again later"}, refused())
	setClosed := func(closed bool) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.closed = closed
	}
	setClosed(true) // as between the two steps of Close
	assert.Equal(t, websocket.CloseError{Code: websocket.StatusGoingAway, Reason: "the match is ending and accepts no more bots"}, refused())
	setClosed(false)
}
