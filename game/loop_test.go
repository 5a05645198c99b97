package game_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// An endless game asks the first seat the same question forever.
type endless struct {
	state.Machine
	seq uint32
}

func (e *endless) Seq() uint32                     { return e.seq }
func (e *endless) Check(state.Request) error       { return nil }
func (e *endless) Apply(state.Request, *state.Log) { e.seq++ }

func (e *endless) Decision(seat state.Seat) uint32 {
	if over, _ := e.Result(); over || seat != 0 {
		return 0
	}
	return e.seq + 1
}

// TestLoopGuard checks that a turn with too many choices ends the game.
func TestLoopGuard(t *testing.T) {
	c := deal(t, "endless", 1)
	c.Machine = &endless{Machine: c.Machine}
	g := start(t, c)
	ada := newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 1, To: ada}))
	submit := g.Submit(0, nil)
	for n := range uint32(20_000) {
		if n%100 == 99 { // not each time, because told searches all messages so far
			require.Empty(t, received[*protocol.Over](ada))
		}
		require.NoError(t, submit(&protocol.Choose{Decision: n + 1}))
		if n%8 == 0 {
			settle(t, g)
		}
	}
	<-ada.over
	over := last[*protocol.Over](t, ada)
	assert.Equal(t, protocol.ReasonLoop, over.Reason)
	assert.True(t, over.Draw)
	records, err := c.Log.Read(t.Context(), "endless")
	require.NoError(t, err)
	require.Len(t, records, 1+20_000+2)
	assert.Contains(t, string(records[20_001]), `"draw":{"reason":"loop"`)
}
