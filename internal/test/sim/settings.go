package sim

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A seatSettings contains a seat's latest logged settings.
type seatSettings struct {
	settings *table.Settings // nil for none
	by       *log
	at       time.Time
}

// binds reports whether a game must follow these settings. A game must follow settings that it
// stored itself or read when it started.
func (k seatSettings) binds(l *log) bool {
	return k.settings != nil && (k.by == l || l.begun.After(k.at))
}

// noteSettings records stored settings and compares them with the settings that the person
// requested.
func (t *oracle) noteSettings(s *table.Settings, by *log) {
	c := t.client(s.Seat)
	if c == nil || s.Stops != nil && !c.requested[strings.Join(s.Stops, " ")] {
		t.w.fail("seat %d did not ask for the kept settings", s.Seat)
		return
	}
	t.settings[s.Seat] = seatSettings{settings: s, by: by, at: time.Now()}
}

// client returns the person in a seat, or nil for a bot.
func (t *oracle) client(seat state.Seat) *client {
	i := slices.IndexFunc(t.w.clients, func(c *client) bool { return c.seat == seat })
	if i < 0 {
		return nil
	}
	return t.w.clients[i]
}

// checkSettings compares the settings sent to a seat with its player's requests and with the
// log.
func (t *oracle) checkSettings(c *conn, k *protocol.SeatSettings) {
	p := c.person
	if p == nil || p.seat == state.Watcher {
		t.w.fail("seat %d received settings but has none", c.seat)
		return
	}
	for _, text := range k.Always {
		if !p.requested[text] {
			t.w.fail("seat %d is told that it wants %q always", c.seat, text)
		}
	}
	kept := t.settings[c.seat]
	own := slices.Equal(k.Stops, t.stopsOf(c.seat, nil)) || p.requested[strings.Join(k.Stops, " ")]
	if !own || kept.binds(c.log) && c.log.gameRecords == uint64(len(t.lines)) && !slices.Equal(k.Stops, t.stopsOf(c.seat, kept.settings)) {
		t.w.fail("seat %d is told that the game waits for it at %v", c.seat, k.Stops)
	}
	for whom := -1; whom < len(t.seats); whom++ {
		told := slices.Contains(k.Muted, whom)
		if told && !p.muted[whom] || !told && kept.binds(c.log) && kept.mutes(whom) {
			t.w.fail("seat %d is told that it muted %v", c.seat, k.Muted)
		}
	}
}

// mutes reports whether a seat, or -1 for all spectators, is muted.
func (k seatSettings) mutes(whom int) bool {
	if whom < 0 {
		whom = 7
	}
	return k.settings.Muted>>whom&1 != 0
}

// checkChat checks that a seat receives no chat message from a sender that it muted, and that spectators
// receive a message only after their delay.
func (t *oracle) checkChat(c *conn, m *protocol.ChatMessage) {
	if c.seat != state.Watcher {
		if kept := t.settings[c.seat]; kept.binds(c.log) && kept.mutes(m.Seat) {
			t.w.fail("seat %d hears %d, which it muted", c.seat, m.Seat)
		}
		return
	}
	at, err := strconv.ParseInt(m.Text, 10, 64)
	if s := t.w.header.Spectators; err != nil || s != nil && time.Since(time.UnixMilli(at)) < time.Duration(s.Delay)*time.Millisecond {
		t.w.fail("a spectator hears a message of %s too early", m.Text)
	}
}

// stops lists the stops of the ruleset.
func (w *simulation) stops() []state.Stop {
	if p := w.rules.Abilities().Passing; p != nil {
		return p.Stops
	}
	return nil
}

// stopsOf lists the stops at which the game must wait for a seat with these settings.
func (t *oracle) stopsOf(seat state.Seat, s *table.Settings) []string {
	names := []string{}
	for _, stop := range t.w.stops() {
		waits := stop.Default || t.seats[seat].Kind == protocol.SeatBot
		if s != nil && s.Stops != nil {
			waits = slices.Contains(s.Stops, stop.Name)
		}
		if waits {
			names = append(names, stop.Name)
		}
	}
	return names
}

// checkAutomatic compares an automatic answer with the seat's settings, and its time with the fixed
// pause. A seat that passes because of its stops, or because public facts leave it no other option,
// would also pass with any other hand.
func (t *oracle) checkAutomatic(r *table.Request, q state.Request) {
	label, s := t.m.Label(q.Seat, q.Option), t.settings[q.Seat].settings
	if waited := r.At - t.decisions[q.Seat].loggedStart; waited < game.Pause.Milliseconds() {
		t.w.fail("the server answers for seat %d after only %d ms", q.Seat, waited)
	}
	always := s != nil && slices.ContainsFunc(s.Always, func(a table.Answer) bool { return a.Take == label.Text })
	stop, passes := t.passes(t.m, q.Seat)
	if always || passes && t.passesAlone(q.Seat, s) && len(t.m.Options(q.Seat, nil)) == 1 {
		return
	}
	stops := t.stopsOf(q.Seat, s)
	waits := stop == "" || slices.Contains(stops, stop)
	if !passes || waits && len(stops) == len(t.w.stops()) || q.Option != t.m.Options(q.Seat, nil)[0] {
		t.w.fail("seat %d did not ask for the automatic answer %q", q.Seat, label.Text)
	}
	chance := state.Rand(t.w.rand.Uint64())
	twin := t.m.Fork()
	twin.Resample(state.Watcher, &chance)
	if waits && len(twin.Options(q.Seat, nil)) > 1 {
		t.w.fail("the server passes for seat %d, which had a choice with another hand", q.Seat)
	}
	if other, _ := t.passes(twin, q.Seat); other != stop {
		t.w.fail("the server passes for seat %d at %q, but at %q with another hand", q.Seat, stop, other)
	}
}

// passes reports whether the default of a seat is to pass. It also returns the name of the stop at this
// position. If it returns "", the position has no stop, and the server must not pass for the seat.
func (t *oracle) passes(m state.Machine, seat state.Seat) (stop string, is bool) {
	can := t.w.rules.Abilities()
	if can.Passing == nil || m.Label(seat, m.Options(seat, nil)[0]).Do != can.Passing.Pass {
		return "", false
	}
	if i := can.Stop(m, seat); i >= 0 {
		return can.Passing.Stops[i].Name, true
	}
	return "", true
}

// passesAlone reports whether the server passes for a seat that has no other option.
func (t *oracle) passesAlone(seat state.Seat, s *table.Settings) bool {
	if s != nil && s.Alone != nil {
		return *s.Alone
	}
	people := slices.DeleteFunc(slices.Clone(t.seats), func(s table.Seat) bool { return s.Kind == protocol.SeatBot })
	return len(people) == 1 && t.seats[seat].Kind == protocol.SeatPerson
}

// checkExit checks that players end the wait for an absent seat only after the seat's time has run
// out. In a game with a live clock, that is one minute after the seat's connection broke.
func (t *oracle) checkExit(seat state.Seat, by *log) {
	since, bound := time.UnixMilli(t.decisions[seat].loggedStart), 10*time.Minute // the time of the log counts here
	k := t.w.header.Clock
	switch live := k != nil && k.PerDecision+k.Bank < time.Hour.Milliseconds(); {
	case !t.decisions[seat].log.begun.Equal(by.begun): // a record that was written late came through a copy of the log
		since, bound = by.begun, 2*time.Minute
	case live && !t.disconnected[seat].IsZero():
		since, bound = t.disconnected[seat], time.Minute
	case k != nil:
		bound = max(time.Duration(k.PerDecision+k.Bank)*time.Millisecond, time.Minute)
	}
	if waited := time.Since(since); waited < bound-2*time.Millisecond {
		t.w.fail("players leave seat %d after only %v", seat, waited)
	}
}
