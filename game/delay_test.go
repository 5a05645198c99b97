package game_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A timedMessage is a message with the time of its arrival.
type timedMessage struct {
	at   time.Time
	text string
}

// A timedSpectator is a spectator that records the time of each message.
type timedSpectator struct {
	sink
	all []timedMessage
}

func (s *timedSpectator) WriteJSON(v protocol.ServerMessage) error {
	switch m := v.(type) {
	case *protocol.Table, *protocol.Joined:
		return s.sink.WriteJSON(v)
	case *protocol.Update:
		c := protocol.Update{N: m.N, Turn: m.Turn, Awaiting: m.Awaiting}
		c.Encode(func(b []byte) []byte { return append(b, m.View...) })
		s.all = append(s.all, timedMessage{time.Now(), string(c.JSON())})
	default:
		data := protocol.Append(nil, v)
		s.all = append(s.all, timedMessage{time.Now(), string(data)})
	}
	return s.sink.WriteJSON(v)
}

func late(d time.Duration) func(*config) {
	return func(c *config) {
		c.Header.Spectators, c.Timers = &protocol.Spectators{Delay: d.Milliseconds()}, game.NewTimers()
	}
}

func (p *party) watch(g *game.Game) *timedSpectator {
	p.t.Helper()
	w := &timedSpectator{sink: sink{over: make(chan struct{})}}
	at := game.Attachment{Seat: state.Watcher, To: w, Joined: &protocol.Joined{Game: p.c.Header.Game, Seat: -1}}
	require.NoError(p.t, g.Attach(p.t.Context(), at))
	return w
}

// TestDelay plays a game with undos, chat and an agreed draw twice, the second time with a delay. It
// checks that a spectator from the start of the second game receives the messages of the first, each
// exactly one delay later. A spectator that attaches later receives no message earlier than that
// first spectator.
func TestDelay(t *testing.T) {
	const delay = 30 * time.Second
	synctest.Test(t, func(t *testing.T) {
		play := func(change func(*config), looks func(p *party)) *party {
			p := gather(t, "pp", func(c *config) {
				c.Timers = game.NewTimers()
				change(c)
				t.Cleanup(c.Timers.Close)
			})
			looks(p)
			r := state.Rand(4)
			for n := range 120 {
				time.Sleep(time.Duration(r.N(4000)) * time.Millisecond)
				seat := p.firstAwaited()
				p.choose(seat, r.N(len(last[*protocol.Update](t, p.seats[seat]).Decision.Options)))
				switch {
				case n%10 == 3:
					p.say(seat, offerUndo)
					if len(p.offers(seat)) > 0 {
						p.say(1-seat, agree)
					}
				case n%10 == 7:
					p.say(seat, &protocol.Chat{Text: "hm"})
				}
				looks(p)
			}
			p.say(0, offerDraw)
			time.Sleep(time.Second)
			p.say(1, accept)
			looks(p)
			time.Sleep(time.Hour)
			return p
		}
		var whole *timedSpectator
		begun := time.Now()
		play(func(*config) {}, func(p *party) {
			if whole == nil {
				whole = p.watch(p.g)
			}
		})
		var watchers []*timedSpectator
		again := time.Now()
		behind := again.Sub(begun) + delay
		n := 0
		p := play(func(c *config) { c.Header.Spectators = &protocol.Spectators{Delay: delay.Milliseconds()} }, func(p *party) {
			if n++; n%25 == 1 {
				watchers = append(watchers, p.watch(p.g))
			}
			if n%40 == 9 { // all but one spectator leave, and others come later
				for _, w := range watchers[1:] {
					require.NoError(t, p.g.Detach(t.Context(), w))
				}
			}
		})
		var want []timedMessage
		for _, m := range whole.all {
			want = append(want, timedMessage{m.at.Add(behind), m.text})
		}
		require.Greater(t, len(want), 130)
		require.Equal(t, want[1:], watchers[0].all[len(watchers[0].all)-len(want)+1:], "a spectator from the start")
		for _, w := range watchers[1:] {
			for _, m := range w.all {
				i := 0
				for i < len(want) && want[i].text != m.text {
					i++
				}
				require.Less(t, i, len(want), m.text)
				require.False(t, m.at.Before(want[i].at), m.text)
			}
		}
		assert.Equal(t, delay.Milliseconds(), received[*protocol.Joined](&watchers[0].sink)[0].Delay)
		late := p.watch(p.again())
		assert.Equal(t, want[len(want)-2].text, late.all[0].text)
		assert.Equal(t, want[len(want)-1].text, late.all[1].text, "spectators learn the end")
		for _, w := range append(watchers, late) {
			for _, m := range w.all {
				assert.NotContains(t, m.text, "asked_ms")
			}
			for _, table := range received[*protocol.Table](&w.sink) {
				assert.Empty(t, table.Offers)
			}
		}
	})
}

// TestLateSpectator attaches spectators of a delayed table at different times. It checks that each
// receives at once all events that are older than the delay, and every other event when it
// reaches that age.
func TestLateSpectator(t *testing.T) {
	const delay = 30 * time.Second
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", late(delay))
		t.Cleanup(p.c.Timers.Close)
		entitled := func() []protocol.Event { // the events that a spectator may know now
			lines, err := p.c.Log.Read(t.Context(), p.c.Header.Game)
			require.NoError(t, err)
			r, err := table.Open(lines, find)
			require.NoError(t, err)
			events := []protocol.Event{}
			for r.More() {
				rec, err := r.Record()
				require.NoError(t, err)
				if time.UnixMilli(rec.Time()).Add(delay).After(time.Now()) {
					break
				}
				c, err := r.Next()
				require.NoError(t, err)
				events = append(events, r.Table.Told(&c, state.Watcher)...)
			}
			return events
		}
		seen := func(w *timedSpectator) []protocol.Event {
			events := []protocol.Event{}
			for _, u := range received[*protocol.Update](&w.sink) {
				require.False(t, u.Gap)
				events = append(events, u.Events...)
			}
			return events
		}
		var watchers []*timedSpectator
		for n := range 70 {
			seat := p.firstAwaited()
			p.choose(seat, n%2)
			if n%9 == 8 {
				p.say(seat, offerUndo)
				if len(p.offers(seat)) > 0 {
					p.say(1-seat, agree)
				}
			}
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if n%12 == 0 {
				watchers = append(watchers, p.watch(p.g))
			}
			for _, w := range watchers {
				require.Equal(t, entitled(), seen(w))
			}
		}
		time.Sleep(delay)
		synctest.Wait()
		all := entitled()
		require.Greater(t, len(all), 40)
		require.EqualValues(t, last[*protocol.Update](t, p.seats[0]).N, len(all))
		for _, w := range watchers {
			require.Equal(t, all, seen(w))
		}
	})
}

// TestDelayedEnd attaches spectators after the end of a delayed game, but before they may see the
// end: in the same process and after a restart. It checks that no message reveals the end.
func TestDelayedEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", late(time.Minute))
		t.Cleanup(p.c.Timers.Close)
		time.Sleep(10 * time.Second)
		p.choose(p.firstAwaited(), 0)
		time.Sleep(50 * time.Second)
		p.say(0, &protocol.Resign{})
		for _, restarted := range []bool{false, true} {
			g := p.g
			if restarted {
				g = p.again()
			}
			w := p.watch(g)
			require.Len(t, received[*protocol.Update](&w.sink), 1)
			require.Empty(t, received[*protocol.Over](&w.sink))
			status := settle(t, g)
			require.False(t, status.Over)
			require.Zero(t, status.Turn)
			require.Empty(t, status.Won)
			if !restarted {
				continue
			}
			time.Sleep(10*time.Second + time.Millisecond)
			synctest.Wait()
			require.Len(t, received[*protocol.Update](&w.sink), 2)
			require.Empty(t, received[*protocol.Over](&w.sink))
			records, err := p.c.Log.Read(t.Context(), "party")
			require.NoError(t, err)
			require.Less(t, time.Now().UnixMilli(), shownAt(t, records))
			time.Sleep(50 * time.Second)
			synctest.Wait()
			require.Len(t, received[*protocol.Over](&w.sink), 1)
			require.Equal(t, []int{1}, settle(t, g).Won)
			require.GreaterOrEqual(t, time.Now().UnixMilli(), shownAt(t, records))
		}
	})
}

// TestDelayTellsNothingHidden checks that messages to delayed spectators do not depend on later
// records or on hidden cards.
func TestDelayTellsNothingHidden(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", late(time.Hour))
		t.Cleanup(p.c.Timers.Close)
		w := p.watch(p.g)
		for range 60 {
			p.choose(p.firstAwaited(), 0)
		}
		p.say(0, &protocol.Chat{Text: "secret"})
		p.say(0, offerDraw)
		require.Len(t, w.all, 1, "the deal")
		dealt := replayTo(t, p, 1)
		u := &protocol.Update{Awaiting: table.Awaiting(dealt.Machine)}
		u.Encode(func(b []byte) []byte { return dealt.Machine.AppendView(b, state.Watcher) })
		require.Equal(t, string(u.JSON()), w.all[0].text)
		w2 := p.watch(p.g)
		require.Equal(t, w.all[0].text, w2.all[0].text)
		for _, s := range []*timedSpectator{w, w2} {
			for _, v := range s.sink.all {
				data := protocol.Append(nil, v.(protocol.Message))
				require.NotContains(t, string(data), "secret")
			}
		}
		p.say(1, &protocol.Who{})
		from := newSink()
		require.NoError(t, p.g.Submit(state.Watcher, from)(&protocol.Who{}))
		synctest.Wait()
		table := last[*protocol.Table](t, from)
		for _, seat := range table.Seats {
			require.Zero(t, seat.Asked)
			require.Nil(t, seat.Exit)
		}
		require.Empty(t, table.Offers)
	})
}

func replayTo(t *testing.T, p *party, records int) *table.Table {
	all, err := p.c.Log.Read(t.Context(), p.c.Header.Game)
	require.NoError(t, err)
	r, err := table.Restore(all[:records], find)
	require.NoError(t, err)
	return r.Table
}

func shownAt(t *testing.T, records [][]byte) int64 {
	s, err := table.Summarize(records)
	require.NoError(t, err)
	return s.ShownAt()
}

// TestNoSpectators checks that a table without spectators refuses them.
func TestNoSpectators(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", func(c *config) { c.Header.Spectators = &protocol.Spectators{None: true} })
		err := p.g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: newSink()})
		refusal := new(protocol.Error)
		require.ErrorAs(t, err, &refusal)
		require.Equal(t, protocol.NoSeat, refusal.Code)
	})
}

// TestSpectatorsAsJSON checks the JSON of a table's option for spectators.
func TestSpectatorsAsJSON(t *testing.T) {
	for text, want := range map[string]protocol.Spectators{`"none"`: {None: true}, `{"delay_ms":5000}`: {Delay: 5000}} {
		var s protocol.Spectators
		require.NoError(t, json.Unmarshal([]byte(text), &s))
		assert.Equal(t, want, s)
		data, err := json.Marshal(&s)
		require.NoError(t, err)
		assert.Equal(t, text, string(bytes.TrimSpace(data)))
	}
	for _, text := range []string{`"some"`, `{"delay_ms":-1}`, `{"delay_ms":3600001}`, `{"delay":1}`, `5`, `[]`, `true`} {
		assert.Error(t, json.Unmarshal([]byte(text), new(protocol.Spectators)), text)
	}
}

// TestClosedWithSpectators checks that a closed game has no alarm, although messages for spectators
// are still queued.
func TestClosedWithSpectators(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", late(time.Minute))
		t.Cleanup(p.c.Timers.Close)
		p.watch(p.g)
		p.choose(p.firstAwaited(), 0)
		require.True(t, p.g.Alarmed())
		require.NoError(t, p.g.Close(t.Context()))
		require.False(t, p.g.Alarmed())
	})
}

// TestShownAt checks the time at which spectators have seen the end. Records that spectators do not
// see must not change that time.
func TestShownAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "ppp", late(time.Minute))
		t.Cleanup(p.c.Timers.Close)
		time.Sleep(time.Hour)
		p.choose(p.firstAwaited(), 0)
		played := time.Now()
		time.Sleep(time.Hour)
		for n := range 100 {
			for seat := range 3 {
				p.say(seat, &protocol.Mute{Seat: -1, On: n%2 == 0})
			}
		}
		records, err := p.c.Log.Read(t.Context(), p.c.Header.Game)
		require.NoError(t, err)
		require.Equal(t, played.Add(time.Minute).UnixMilli(), shownAt(t, records))
	})
}

// TestFollowIsLate checks that delayed spectators learn the id of the next game only after the
// delay, because the id reveals the end.
func TestFollowIsLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", late(time.Minute))
		t.Cleanup(p.c.Timers.Close)
		w := p.watch(p.g)
		next := func(s *sink) (all []string) {
			for _, table := range received[*protocol.Table](s) {
				if table.Next != "" {
					all = append(all, table.Next)
				}
			}
			return all
		}
		p.say(0, &protocol.Resign{})
		require.NoError(t, p.g.Follow(t.Context(), "another"))
		require.Equal(t, []string{"another"}, next(p.seats[0]))
		time.Sleep(59 * time.Second)
		require.Empty(t, next(&w.sink))
		require.Empty(t, received[*protocol.Over](&w.sink))
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.Equal(t, []string{"another"}, next(&w.sink))
		require.NotEmpty(t, received[*protocol.Over](&w.sink))
	})
}
