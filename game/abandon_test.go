package game_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// TestAbandon checks that Abandon ends a game exactly if all players left it long enough ago and no clock
// runs.
func TestAbandon(t *testing.T) {
	const quiet = time.Hour
	open := func(c *config) { c.Seats[1] = table.Seat{Kind: protocol.SeatOpen} }
	tests := []struct {
		name   string
		change func(*config)
		stays  bool // the first player stays connected
		wait   time.Duration
		over   bool
	}{
		{"all players have left", nil, false, quiet, true},
		{"not for long enough", nil, false, quiet - time.Second, false},
		{"a player is connected", nil, true, quiet, false},
		{"a seat is still open", open, false, quiet, true},
		{"a clock runs", func(c *config) {
			c.Header.Clock, c.Timers = &protocol.Clock{Bank: 2 * quiet.Milliseconds(), Absent: protocol.AbsentForfeit}, game.NewTimers()
		}, false, quiet, false},
		{"a clock has given up", func(c *config) {
			c.Header.Clock, c.Timers = &protocol.Clock{Bank: 1000, Absent: protocol.AbsentWait}, game.NewTimers()
		}, false, quiet + time.Hour, true},
		{"a clock does not run yet", func(c *config) {
			open(c)
			c.Header.Clock, c.Timers = &protocol.Clock{Bank: 1000, Absent: protocol.AbsentForfeit}, game.NewTimers()
		}, false, quiet, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := gather(t, "pp", func(c *config) {
					if test.change != nil {
						test.change(c)
					}
					if c.Timers != nil {
						t.Cleanup(c.Timers.Close)
					}
				})
				for i, s := range p.seats {
					if s != nil && (i > 0 || !test.stays) {
						require.NoError(t, p.g.Detach(t.Context(), s))
					}
				}
				time.Sleep(test.wait)
				over, err := p.g.Abandon(t.Context(), quiet)
				require.NoError(t, err)
				require.Equal(t, test.over, over)
				if !over {
					require.False(t, settle(t, p.g).Over)
					return
				}
				records := p.records()
				over, err = p.g.Abandon(t.Context(), quiet)
				require.NoError(t, err)
				require.True(t, over)
				require.Equal(t, records, p.records(), "a second Abandon writes nothing")
				_, err = p.g.Sit(t.Context(), table.Sit{Seat: -1, Who: table.Seat{Kind: protocol.SeatPerson, KeyHash: "late"}})
				refusal := new(protocol.Error)
				require.ErrorAs(t, err, &refusal)
				code := protocol.NoSeat
				if p.c.Seats[1].Kind == protocol.SeatOpen {
					code = protocol.GameOver
				}
				require.Equal(t, code, refusal.Code)

				r := replay(t, p.c)
				require.Equal(t, protocol.ReasonAbandoned, r.Reason)
				require.Empty(t, r.End.Won)
				g := p.again()
				late := newSink()
				require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: late}))
				require.Equal(t, protocol.ReasonAbandoned, last[*protocol.Over](t, late).Reason)
			})
		})
	}
}
