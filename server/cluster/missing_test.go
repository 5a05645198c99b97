package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
)

// TestMissedMessage checks that a session ends if the game's owner has missed a message, whether or
// not more messages follow.
func TestMissedMessage(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 2)
	id := nodes[0].duel()
	for _, more := range []bool{true, false} {
		r := make(recorder, 10)
		_, err := nodes[1].Watch(t.Context(), id, r)
		require.NoError(t, err)
		assert.Equal(t, "joined", object(t, <-r)["type"])
		nodes[1].mu.Lock()
		var v *remoteSession
		for _, v = range nodes[1].sessions {
		}
		nodes[1].mu.Unlock()
		v.mu.Lock()
		v.sent++ // as if NATS had lost a message
		v.repetitionsLeft = 1
		if more { // no number is repeated here: it could arrive after the session's end and give another reason
			require.True(t, v.send(frame{kind: frameMessage, data: protocol.Append(nil, &protocol.Chat{Text: "hello"})}))
			v.repetitionsLeft = 0
		}
		v.mu.Unlock()
		m := object(t, <-r)
		assert.Equal(t, "bye", m["type"])
		assert.Contains(t, m["reason"], "lost")
	}
}
