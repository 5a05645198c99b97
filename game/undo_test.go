package game_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

var (
	offerUndo = &protocol.Offer{Kind: protocol.OfferUndo}
	agree     = &protocol.Respond{Kind: protocol.OfferUndo, Accept: true}
	refuse    = &protocol.Respond{Kind: protocol.OfferUndo}
)

// with returns a change that gives a party another ruleset and key.
func with(rules state.Dealer, seed uint64) func(*config) {
	return func(c *config) {
		info := rules.Info()
		c.Header.Rules, c.Header.Version, c.Header.Cards = info.Name, info.Version, table.CardsHash(info)
		c.Header.Key = table.KeyFrom(seed, 0)
		c.Header.Setup.Seed = state.Seed(table.NewChance(c.Header.Key).Next())
		m, err := rules.Deal(c.Header.Setup)
		if err != nil {
			panic(err)
		}
		c.Rules, c.Machine = rules, m
	}
}

// scene returns the view and the option labels of each seat. It omits decision and event
// numbers, because an undo does not reset them.
func scene(m state.Machine) string {
	var b bytes.Buffer
	for seat := range state.Seat(m.Seats()) {
		fmt.Fprintf(&b, "%s\n%v\n", m.AppendView(nil, seat), labels(m, seat))
	}
	return b.String()
}

func labels(m state.Machine, seat state.Seat) (all []string) {
	for _, o := range m.Options(seat, nil) {
		all = append(all, m.Label(seat, o).Text)
	}
	return all
}

// TestUndo plays games with many undos, some free and some with consent. It checks that each undo restores
// the earlier position with new decision numbers and continued event numbers, and that the log replays to
// the same position. A free undo must reveal nothing: the choice has the same effect in all worlds that
// the seat cannot distinguish.
func TestUndo(t *testing.T) {
	for name, rules := range map[string]state.Dealer{"elements": elements.Rules, "dominion": dominion.Rules} {
		for seats := 2; seats <= 3; seats++ {
			if testing.Short() && (seats == 3) != (name == "dominion") {
				continue // two of the four are enough for the race detector
			}
			t.Run(fmt.Sprint(name, seats), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { undoing(t, rules, seats) })
			})
		}
	}
}

func undoing(t *testing.T, rules state.Dealer, seats int) {
	p := gather(t, "pppp"[:seats], with(noPassing{rules}, uint64(seats)))
	m := p.c.Machine
	r := state.Rand(7)
	named := map[string]bool{}
	free, agreed := 0, 0
	for range 150 {
		seat := p.firstAwaited()
		for s := range state.Seat(seats) {
			if id := m.Decision(s); id != 0 {
				named[fmt.Sprint(s, id)] = true
			}
		}
		options := m.Options(state.Seat(seat), nil)
		option := r.N(len(options))
		before := m.Fork()
		p.choose(seat, option)
		if over, _ := m.Result(); over {
			break
		}
		if r.N(3) == 0 {
			continue
		}
		after, n := m.Fork(), last[*protocol.Update](t, p.seats[seat]).N
		errors := len(received[*protocol.Error](p.seats[seat]))
		p.say(seat, offerUndo)
		require.Len(t, received[*protocol.Error](p.seats[seat]), errors)
		atOnce := len(p.offers(seat)) == 0
		if atOnce {
			free++
			requireHarmless(t, before, after, state.Request{Seat: state.Seat(seat), Option: options[option]})
		} else {
			agreed++
			for other := range seats {
				if other != seat {
					require.Equal(t, scene(after), scene(m))
					p.say(other, agree)
				}
			}
		}
		requireSecretUndo(t, p.c.Rules, before, latestRequest(t, p, options[option]), atOnce)
		require.Equal(t, scene(before), scene(m))
		require.Equal(t, after.Seq()+1, m.Seq())
		for s := range state.Seat(seats) {
			require.False(t, named[fmt.Sprint(s, m.Decision(s))] && m.Decision(s) != 0)
			u := last[*protocol.Update](t, p.seats[s])
			require.Equal(t, n+1, u.N)
			require.Equal(t, []protocol.Event{{N: n + 1, What: "undo", Text: fmt.Sprintf("seat %d takes back its last choice", seat), Seat: seat}}, u.Events)
		}
		if (free+agreed)%20 == 1 {
			require.Equal(t, m.AppendState(nil), restored(t, p, rules).Machine.AppendState(nil))
		}
		if (free+agreed)%5 == 0 { // try to undo the choice before as well
			p.say(seat, offerUndo)
			for other := range seats {
				if other != seat && len(p.offers(seat)) > 0 {
					p.say(other, agree)
				}
			}
		}
	}
	assert.Greater(t, free, 3)
	assert.Greater(t, agreed, 3)
	r2 := restored(t, p, rules)
	require.Equal(t, m.AppendState(nil), r2.Machine.AppendState(nil))
	require.Equal(t, last[*protocol.Update](t, p.seats[0]).N, r2.Events)
	told := map[uint64]protocol.Event{}
	for _, u := range toldOf(p) {
		for _, e := range u.Events {
			told[e.N] = e
		}
	}
	for _, missed := range []uint64{0, 1, 50, 199} { // reconnects receive the same events
		s, after := newSink(), r2.Events-min(missed, r2.Events)
		require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: 0, To: s, After: &after}))
		u := last[*protocol.Update](t, s)
		require.Len(t, u.Events, int(r2.Events-after))
		for _, e := range u.Events {
			require.Equal(t, told[e.N], e)
		}
		require.NoError(t, p.g.Detach(t.Context(), s))
	}
}

func toldOf(p *party) []*protocol.Update { return received[*protocol.Update](p.seats[0]) }

// restored returns the game of a party, restored from its log.
func restored(t *testing.T, p *party, rules state.Dealer) *restoredGame {
	t.Helper()
	records, err := p.c.Log.Read(t.Context(), p.c.Header.Game)
	require.NoError(t, err)
	r, err := table.Restore(records, func(*table.Header) (state.Dealer, error) { return rules, nil })
	require.NoError(t, err)
	return &restoredGame{r.Table, r, r.Header}
}

// latestRequest returns the latest request of the log with its salt. The request must have taken the
// given option.
func latestRequest(t *testing.T, p *party, option state.Option) (q state.Request) {
	t.Helper()
	records, err := p.c.Log.Read(t.Context(), p.c.Header.Game)
	require.NoError(t, err)
	for _, line := range slices.Backward(records) {
		var r table.Record
		require.NoError(t, json.Unmarshal(line, &r))
		if r.Request != nil {
			q = r.Request.State()
			break
		}
	}
	require.NoError(t, err)
	require.Equal(t, option, q.Option)
	return q
}

// requireSecretUndo checks that a viewer learns nothing hidden from whether an undo of the request
// needs consent: all worlds in which the request looks the same to the viewer give the same answer.
func requireSecretUndo(t *testing.T, rules state.Dealer, before state.Machine, q state.Request, free bool) {
	t.Helper()
	can := rules.Abilities()
	apply := func(m state.Machine, viewer state.Seat) (seen string, untouched bool) {
		chance := can.Chance(m)
		chance.Mix(q.Salt)
		var log state.Log
		m.Apply(q, &log)
		untouched = chance == can.Chance(m)
		seen = fmt.Sprintf("%s%v", m.AppendView(nil, viewer), labels(m, viewer))
		for _, e := range log.Events {
			untouched = untouched && !can.Reveals(e)
			seen += m.Tell(e, viewer).Text
		}
		return seen, untouched
	}
	for viewer := range state.Seat(before.Seats() + 1) {
		if int(viewer) == before.Seats() {
			viewer = state.Watcher
		}
		seen, untouched := apply(before.Fork(), viewer)
		require.Equal(t, free, untouched)
		for seed := range 3 {
			r := state.Rand(seed)
			w := before.Fork()
			w.Resample(viewer, &r)
			if w.Check(q) != nil {
				continue
			}
			if other, untouched := apply(w, viewer); other == seen {
				require.Equal(t, free, untouched, before.Label(q.Seat, q.Option).Text)
			}
		}
	}
}

// requireHarmless checks that a request reveals nothing: it is legal, and has the same visible
// effect, in all worlds that look alike to a seat.
func requireHarmless(t *testing.T, before, after state.Machine, q state.Request) {
	t.Helper()
	q.Decision = before.Decision(q.Seat)
	for viewer := range state.Seat(before.Seats() + 1) {
		if int(viewer) == before.Seats() {
			viewer = state.Watcher
		}
		for seed := range 6 {
			r := state.Rand(seed)
			w := before.Fork()
			w.Resample(viewer, &r)
			require.NoError(t, w.Check(q), "seat %d: %s", q.Seat, before.Label(q.Seat, q.Option).Text)
			w.Apply(q, nil)
			require.Equal(t, string(after.AppendView(nil, viewer)), string(w.AppendView(nil, viewer)), before.Label(q.Seat, q.Option).Text)
			require.Equal(t, labels(after, viewer), labels(w, viewer), before.Label(q.Seat, q.Option).Text)
		}
	}
}

// TestUndoWithConsent checks which seats must agree to an undo, and which undos are refused.
func TestUndoWithConsent(t *testing.T) {
	rated := func(c *config) { c.Header.Rated = true }
	// keep makes the first awaited seat keep its hand, which reveals nothing.
	keep := func(p *party) int {
		seat := p.firstAwaited()
		p.choose(seat, 0)
		return seat
	}
	// mulligan makes the first awaited seat exchange its hand, which uses chance.
	mulligan := func(p *party) int {
		seat := p.firstAwaited()
		p.choose(seat, 1)
		return seat
	}
	undone := func(p *party) int {
		n := 0
		for _, e := range last[*protocol.Update](p.t, p.person()).Events {
			if e.What == "undo" {
				n++
			}
		}
		return n
	}
	tests := []struct {
		name, seats string
		change      func(*config)
		play        func(*party)
		undone      int
	}{
		{"free", "pp", nil, func(p *party) { p.say(keep(p), offerUndo) }, 1},
		{"rated", "pp", rated, func(p *party) {
			seat := keep(p)
			p.say(seat, offerUndo)
			require.Equal(p.t, []protocol.Offered{{Kind: "undo", Seat: seat, Accepted: []int{}, Asked: []int{1 - seat}}}, p.offers(1-seat))
			p.say(1-seat, agree)
		}, 1},
		{"rated, alone with bots", "pb", rated, func(p *party) {
			for p.firstAwaited() != 0 {
				require.NoError(p.t, p.g.Submit(1, nil)(&protocol.Choose{Decision: p.c.Machine.Decision(1)}))
				synctest.Wait()
			}
			keep(p)
			p.refused(0, offerUndo, protocol.NotNow)
		}, 0},
		{"bots agree", "pb", nil, func(p *party) {
			for p.firstAwaited() != 0 {
				require.NoError(p.t, p.g.Submit(1, nil)(&protocol.Choose{Decision: p.c.Machine.Decision(1)}))
				synctest.Wait()
			}
			p.say(mulligan(p), offerUndo)
		}, 1},
		{"chance was drawn", "pp", nil, func(p *party) {
			keep(p)
			seat := mulligan(p)
			p.say(seat, offerUndo)
			require.Zero(p.t, undone(p))
			p.say(1-seat, agree)
		}, 1},
		{"another seat has acted", "ppp", nil, func(p *party) {
			seat := keep(p)
			other := keep(p)
			p.say(seat, offerUndo)
			require.Len(p.t, p.offers(other), 1)
			p.say(other, agree)
			require.Zero(p.t, undone(p), "the third seat must also agree")
			p.say(3-seat-other, agree)
		}, 1},
		{"declined", "pp", nil, func(p *party) {
			keep(p)
			seat := mulligan(p)
			p.say(seat, offerUndo)
			p.say(1-seat, refuse)
			p.refused(seat, offerUndo, protocol.NotNow)
			p.refused(1-seat, agree, protocol.NotNow)
			require.Empty(p.t, p.offers(seat))
		}, 0},
		{"an offer lapses when the game changes", "pp", nil, func(p *party) {
			keep(p)
			seat := mulligan(p)
			p.say(seat, offerUndo)
			require.NotEmpty(p.t, p.offers(seat))
			p.choose(p.firstAwaited(), 0)
			require.Empty(p.t, p.offers(seat))
			p.refused(1-seat, agree, protocol.NotNow)
		}, 0},
		{"nothing to take back", "pp", nil, func(p *party) { p.refused(keep(p)^1, offerUndo, protocol.NotNow) }, 0},
		{"an absent seat must consent in a rated game", "pp", rated, func(p *party) {
			seat := keep(p)
			require.NoError(p.t, p.g.Detach(p.t.Context(), p.seats[1-seat]))
			time.Sleep(time.Hour)
			p.refused(seat, offerUndo, protocol.NotNow)
			p.seats[1-seat] = nil
		}, 0},
		{"a choice by the clock cannot be taken back", "pp", func(c *config) {
			c.Header.Clock, c.Timers = &protocol.Clock{PerDecision: 1000, Absent: protocol.AbsentWait}, game.NewTimers()
		}, func(p *party) {
			time.Sleep(time.Minute)
			p.refused(0, offerUndo, protocol.NotNow)
		}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := gather(t, test.seats, test.change)
				if p.c.Timers != nil {
					t.Cleanup(p.c.Timers.Close)
				}
				test.play(p)
				require.Equal(t, test.undone, undone(p))
				require.Equal(t, p.c.Machine.AppendState(nil), replay(t, p.c).Machine.AppendState(nil))
			})
		})
	}
}

// TestUndoGivesNoTime checks that an undo takes back the increment of the undone answer, and does
// not return used time.
func TestUndoGivesNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", func(c *config) {
			c.Header.Clock, c.Timers = &protocol.Clock{Bank: 60_000, Increment: 5000, Absent: protocol.AbsentWait}, game.NewTimers()
		})
		t.Cleanup(p.c.Timers.Close)
		seat := p.firstAwaited()
		for n := range int64(5) {
			time.Sleep(2 * time.Second)
			p.choose(seat, 0)
			p.say(seat, offerUndo)
			left := []int64{60_000 - 2000*(n+1), 60_000 - 2000*(n+1)} // both seats are asked
			require.Equal(t, left, last[*protocol.Update](t, p.seats[0]).Left)
			require.Equal(t, left, replay(t, p.c).Left())
		}
		g := p.again()
		late := newSink()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 0, To: late}))
		require.Equal(t, []int64{50_000, 50_000}, last[*protocol.Update](t, late).Left)
	})
}

// TestUndoIsBounded checks that the undos of a seat are limited, so that a log does not grow
// forever.
func TestUndoIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", nil)
		seat := p.firstAwaited()
		for range 100 {
			p.choose(seat, 0)
			p.say(seat, offerUndo)
		}
		p.choose(seat, 0)
		p.refused(seat, offerUndo, protocol.NotNow)
		p.choose(1-seat, 0)
		p.say(1-seat, offerUndo)
		require.Len(t, p.offers(seat), 1, "the other seat may still undo")
	})
}

// TestDamagedUndo checks the replay of a log with an undo of a choice that does not exist.
func TestDamagedUndo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", nil)
		p.choose(p.firstAwaited(), 0)
		records, err := p.c.Log.Read(t.Context(), "party")
		require.NoError(t, err)
		for _, to := range []int{-1, 0, 2, 99} {
			line := fmt.Appendf(nil, `{"t":"undo","undo":{"seat":0,"to":%d,"at_ms":1}}`, to)
			_, err := table.Restore(append(records[:2:2], line), find)
			require.ErrorIs(t, err, table.ErrDamaged, to)
		}
	})
}

// TestComeBackAfterUndo reconnects a client after an undo, while the log has a record that the game has not
// applied. It checks that the client does not receive the events of that record.
func TestComeBackAfterUndo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", func(c *config) { c.altered = true })
		seat := p.firstAwaited()
		p.choose(seat, 0)
		p.say(seat, offerUndo)
		n := last[*protocol.Update](t, p.seats[seat]).N
		records, err := p.c.Log.Read(t.Context(), p.c.Header.Game)
		require.NoError(t, err)
		var late table.Record
		require.NoError(t, json.Unmarshal(records[len(records)-2], &late), "the choice")
		late.Request.Decision = p.c.Machine.Decision(state.Seat(seat))
		chance := table.NewChance(p.c.Header.Key)
		_, _ = chance.Next(), chance.Next() // for the deal and the choice
		late.Request.Salt = table.Salt(chance.Next())
		line, err := json.Marshal(late)
		require.NoError(t, err)
		require.NoError(t, p.c.Log.Append(t.Context(), p.c.Header.Game, uint64(len(records)), line))
		back, after := newSink(), uint64(0)
		require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: state.Seat(seat), To: back, After: &after}))
		u := last[*protocol.Update](t, back)
		require.Equal(t, n, u.N)
		require.Len(t, u.Events, int(n))
		assert.Equal(t, "undo", u.Events[n-1].What)
	})
}

// TestUndoBeforeResignation checks that a choice before a resignation cannot be taken back.
func TestUndoBeforeResignation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "ppp", nil)
		seat := p.firstAwaited()
		p.choose(seat, 0)
		p.say((seat+1)%3, &protocol.Resign{})
		p.refused(seat, offerUndo, protocol.NotNow)
	})
}
