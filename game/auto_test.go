package game_test

import (
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

func stops(names ...string) *protocol.Settings {
	return &protocol.Settings{Stops: append([]string{}, names...)}
}

func alone(on bool) *protocol.Settings { return &protocol.Settings{Alone: &on} }

// kept returns the settings that the game last sent to a seat.
func (p *party) kept(seat int) *protocol.SeatSettings {
	return last[*protocol.SeatSettings](p.t, p.seats[seat])
}

// decision returns the open decision of a seat.
func (p *party) decision(seat int) *protocol.Decision {
	return last[*protocol.Update](p.t, p.seats[seat]).Decision
}

// gatherAndBegin gathers a party and plays default options until the first seat's first turn.
func gatherAndBegin(t *testing.T, seats string, change func(*config)) *party {
	p := gather(t, seats, change)
	for p.decision(0) == nil || last[*protocol.Update](t, p.seats[0]).Turn == 0 || p.active() != 0 {
		p.choose(p.firstAwaited(), 0)
	}
	return p
}

func (p *party) active() int {
	var view struct{ Active int }
	require.NoError(p.t, json.Unmarshal(last[*protocol.Update](p.t, p.seats[0]).View, &view))
	return view.Active
}

// requestsBy lists the field By of a seat's requests in the log.
func (p *party) requestsBy(seat int) (all []string) {
	records, err := p.c.Log.Read(p.t.Context(), p.c.Header.Game)
	require.NoError(p.t, err)
	for _, line := range records {
		var r table.Record
		require.NoError(p.t, json.Unmarshal(line, &r))
		if r.Request != nil && int(r.Request.Seat) == seat {
			all = append(all, r.Request.By)
		}
	}
	return all
}

// TestAlone checks that with the setting Alone the game passes exactly where a pass is the only
// option. The game must end in the same position as a game in which the player itself passes.
func TestAlone(t *testing.T) {
	for name, rules := range map[string]state.Dealer{"elements": elements.Rules, "dominion": dominion.Rules} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				play := func(auto bool) (*party, int) {
					p := gather(t, "pp", with(rules, 5))
					p.say(0, stops(protocol.AllStops))
					p.say(1, stops(protocol.AllStops))
					if auto {
						p.say(0, alone(true))
						require.True(t, p.kept(0).Alone)
					}
					passed := 0
					for len(received[*protocol.Over](p.seats[0])) == 0 {
						seat := p.firstAwaited()
						if d := p.decision(0); d != nil && len(d.Options) == 1 && d.Options[0].Do == "pass" {
							seat = 0 // pass before any other seat acts, as the setting does
						}
						d := p.decision(seat)
						r := state.Rand(last[*protocol.Update](t, p.seats[seat]).N*2 + uint64(seat))
						option := r.N(len(d.Options))
						if seat == 0 && len(d.Options) == 1 && d.Options[0].Do == "pass" {
							require.False(t, auto)
							passed++
						}
						p.choose(seat, option)
					}
					return p, passed
				}
				whole, passed := play(false)
				p, _ := play(true)
				autos := 0
				for _, by := range p.requestsBy(0) {
					if by != "" {
						require.Equal(t, "auto", by)
						autos++
					}
				}
				require.Positive(t, autos)
				require.Positive(t, passed)
				require.NotContains(t, append(whole.requestsBy(1), p.requestsBy(1)...), "auto")
				require.Equal(t, restored(t, whole, rules).End, restored(t, p, rules).End)
			})
		})
	}
}

// TestStopsAreKept checks that a seat, and no other seat, receives its stops on reconnect, also
// after a restart.
func TestStopsAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gatherAndBegin(t, "pp", with(elements.Rules, 1))
		byDefault := []string{"block", "play", "main", "attack"}
		require.Equal(t, byDefault, p.kept(1).Stops)
		p.say(1, stops("main"))
		require.Equal(t, []string{"main"}, p.kept(1).Stops)
		p.refused(1, stops("dawn"), protocol.BadField)
		late := newSink()
		require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: 1, To: late}))
		require.Equal(t, []string{"main"}, last[*protocol.SeatSettings](t, late).Stops, "the settings are sent on reconnect")
		other := newSink()
		require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: 0, To: other}))
		require.Equal(t, byDefault, last[*protocol.SeatSettings](t, other).Stops)
		p.g = p.again()
		p.seats[1] = newSink()
		require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: 1, To: p.seats[1]}))
		require.Equal(t, []string{"main"}, p.kept(1).Stops, "the stops outlive the process")
	})
}

// TestAlways checks that the game repeats the answer to a question, across restarts, until the
// player clears the answer.
func TestAlways(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", with(dominion.Rules, 1))
		turn := func() (asked int) { // plays the first seat's default
			for p.active() == 0 {
				d := p.decision(0)
				if d.Options[0].Text == "play all Treasures" {
					asked++
				}
				p.choose(0, 0)
			}
			for p.active() == 1 {
				p.choose(1, 0)
			}
			return asked
		}
		for p.active() != 0 || p.decision(0) == nil {
			p.choose(1, 0)
		}
		require.Equal(t, 1, turn())
		for p.decision(0).Options[0].Text != "play all Treasures" {
			p.choose(0, 0)
		}
		p.refused(0, &protocol.Always{Decision: p.decision(0).ID + 1}, protocol.Stale)
		p.refused(0, &protocol.Always{Decision: p.decision(0).ID, Option: 99}, protocol.Illegal)
		p.say(0, &protocol.Always{Decision: p.decision(0).ID})
		require.Equal(t, []string{"play all Treasures"}, p.kept(0).Always)
		require.Zero(t, turn())
		require.Zero(t, turn())
		require.Contains(t, p.requestsBy(0), "auto")
		require.NotContains(t, p.requestsBy(1), "auto")

		p.g = p.again()
		for i := range p.seats {
			p.seats[i] = newSink()
			require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: state.Seat(i), To: p.seats[i]}))
		}
		require.Equal(t, []string{"play all Treasures"}, p.kept(0).Always)
		require.Zero(t, turn())
		p.say(0, &protocol.Settings{Forget: true})
		require.Empty(t, p.kept(0).Always)
		turn() // the setting has already answered the question of this turn
		require.Equal(t, 1, turn())
	})
}

// TestUndoOfAutomaticAnswer checks that the game waits for the player at a decision whose automatic
// answer an undo took back.
func TestUndoOfAutomaticAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", with(dominion.Rules, 1))
		for p.active() != 0 || p.decision(0) == nil {
			p.choose(1, 0)
		}
		for p.decision(0).Options[0].Text != "play all Treasures" {
			p.choose(0, 0)
		}
		p.say(0, &protocol.Always{Decision: p.decision(0).ID})
		p.say(0, offerUndo)
		if len(p.offers(0)) > 0 {
			p.say(1, agree)
		}
		require.Equal(t, "play all Treasures", p.decision(0).Options[0].Text)
		p.choose(0, 0)
		require.NotEqual(t, "play all Treasures", p.decision(0).Options[0].Text)
	})
}

// TestSettingsAreBounded checks that a log has at most 100 records of a seat's settings before the first
// turn, and that a spectator cannot have settings.
func TestSettingsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", with(elements.Rules, 1))
		before := p.records()
		for n := range 150 {
			p.say(0, alone(n%2 == 0))
		}
		require.Equal(t, before+100, p.records())
		require.False(t, p.kept(0).Alone)
		w := newSink()
		for _, m := range []protocol.ClientMessage{alone(true), &protocol.Always{Decision: 1}} {
			require.NoError(t, p.g.Submit(state.Watcher, w)(m))
			synctest.Wait()
			require.Equal(t, protocol.NoSeat, last[*protocol.Error](t, w).Code)
		}
	})
}

// TestNoAutomaticPassing checks that a ruleset without automatic passing refuses the settings for
// passing.
func TestNoAutomaticPassing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", nil)
		p.refused(0, alone(true), protocol.NotNow)
		p.refused(0, stops("main"), protocol.NotNow)
		p.say(0, stops(protocol.AllStops))
		require.Empty(t, p.kept(0).Stops)
	})
}

// TestAutoIsNotStored checks that the next input makes the game retry an automatic answer that the log
// refused.
func TestAutoIsNotStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := playUntilPass(t, nil)
		p.failAfter(1)
		p.say(1, stops())
		require.NotNil(t, p.decision(1))
		p.c.Log.(*store.Memory).InjectFault(nil)
		p.say(0, &protocol.Who{})
		require.Contains(t, p.requestsBy(1), "auto")
	})
}

// TestAutoIsStoredLater checks that the game retries an automatic answer that the log refused, without a
// further input.
func TestAutoIsStoredLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := playUntilPass(t, paused(t))
		p.failAfter(1)
		p.say(1, stops())
		time.Sleep(10 * time.Second)
		require.NotContains(t, p.requestsBy(1), "auto")
		p.c.Log.(*store.Memory).InjectFault(nil)
		time.Sleep(time.Second)
		synctest.Wait()
		require.Contains(t, p.requestsBy(1), "auto")
	})
}

// TestStopsAfterUndo checks that a decision whose answer the player took back gets no automatic
// answer until the player changes the stops.
func TestStopsAfterUndo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := playUntilPass(t, nil)
		p.choose(1, 0)
		p.say(1, offerUndo)
		if len(p.offers(1)) > 0 {
			p.say(0, agree)
		}
		require.NotNil(t, p.decision(1))
		p.say(1, stops())
		require.Nil(t, p.decision(1))
	})
}

// playUntilPass plays until the second seat may pass in the turn of the first seat. The second seat has
// every stop.
func playUntilPass(t *testing.T, change func(*config)) *party {
	p := gatherAndBegin(t, "pp", func(c *config) {
		with(elements.Rules, 1)(c)
		if change != nil {
			change(c)
		}
	})
	p.say(1, stops(protocol.AllStops))
	for p.decision(1) == nil || p.decision(1).Options[0].Do != "pass" || p.active() == 1 {
		p.choose(p.firstAwaited(), 0)
	}
	return p
}

// failAfter makes the log refuse every append after the given number of further records.
func (p *party) failAfter(records int) {
	p.c.Log.(*store.Memory).InjectFault(func(c store.Call) store.Fault {
		if c.Append {
			if records--; records < 0 {
				return store.Fault{Err: store.ErrFull}
			}
		}
		return store.Fault{}
	})
}

// TestSettingsAreNotStored checks that settings that the log refuses have no effect, and that the
// seat receives an error.
func TestSettingsAreNotStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", with(elements.Rules, 1))
		p.failAfter(0)
		for _, m := range []protocol.ClientMessage{alone(true), stops("main"), &protocol.Mute{Seat: 1, On: true}} {
			p.refused(0, m, protocol.Unavailable)
		}
		p.c.Log.(*store.Memory).InjectFault(nil)
		p.say(0, &protocol.Settings{})
		require.Equal(t, &protocol.SeatSettings{Stops: []string{"block", "play", "main", "attack"}, Always: []string{}, Muted: []int{}}, p.kept(0))
		require.Len(t, received[*protocol.SeatSettings](p.seats[1]), 1)
	})
}
