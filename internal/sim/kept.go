package sim

import (
	"slices"
	"strconv"
	"time"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A wanted contains a seat's latest logged settings.
type wanted struct {
	settings *table.Settings // nil for none
	by       *log
	at       time.Time
	stopped  bool // the seat has stopped passing
}

// binds reports whether a game must follow these settings. It must if it stored them itself
// or read them when it started.
func (k wanted) binds(l *log) bool {
	return k.settings != nil && (k.by == l || l.begun.After(k.at))
}

// keeps records stored settings and compares them with the settings that the person
// requested.
func (t *truth) keeps(s *table.Settings, by *log) {
	c := t.client(s.Seat)
	if c == nil || s.Until != "" && !c.wanted[s.Until] {
		t.w.fail("seat %d did not ask for the kept settings", s.Seat)
		return
	}
	t.wanted[s.Seat] = wanted{settings: s, by: by, at: time.Now()}
}

// client returns the person in a seat, or nil for a bot.
func (t *truth) client(seat state.Seat) *client {
	i := slices.IndexFunc(t.w.clients, func(c *client) bool { return c.seat == seat })
	if i < 0 {
		return nil
	}
	return t.w.clients[i]
}

// checkKept compares the settings sent to a seat with those that its player requested and
// with the log.
func (t *truth) checkKept(c *conn, k *protocol.Kept) {
	p := c.person
	if p == nil || p.seat == state.Watcher {
		t.w.fail("seat %d is told of settings but has none", c.seat)
		return
	}
	for _, text := range k.Always {
		if !p.wanted[text] {
			t.w.fail("seat %d is told that it wants %q always", c.seat, text)
		}
	}
	if k.Until != protocol.UntilOff && !p.wanted[k.Until] {
		t.w.fail("seat %d is told that it passes until %s", c.seat, k.Until)
	}
	kept := &t.wanted[c.seat]
	if kept.binds(c.log) && c.log.knows == uint64(len(t.lines)) {
		if k.Until != protocol.UntilOff && kept.stopped {
			t.w.fail("seat %d is told that it passes until %s after it stopped", c.seat, k.Until)
		}
		kept.stopped = kept.stopped || k.Until == protocol.UntilOff
	}
	for whom := -1; whom < len(t.seats); whom++ {
		told := slices.Contains(k.Muted, whom)
		if told && !p.muted[whom] || !told && kept.binds(c.log) && kept.mutes(whom) {
			t.w.fail("seat %d is told that it muted %v", c.seat, k.Muted)
		}
	}
}

// mutes reports whether a seat, or -1 for all spectators, is muted.
func (k wanted) mutes(whom int) bool {
	if whom < 0 {
		whom = 7
	}
	return k.settings.Muted>>whom&1 != 0
}

// checkSaid checks that a chat message reaches the right recipients at the right time.
func (t *truth) checkSaid(c *conn, m *protocol.Said) {
	if c.seat != state.Watcher {
		if kept := t.wanted[c.seat]; kept.binds(c.log) && kept.mutes(m.Seat) {
			t.w.fail("seat %d hears %d, which it muted", c.seat, m.Seat)
		}
		return
	}
	at, err := strconv.ParseInt(m.Text, 10, 64)
	if s := t.w.header.Spectators; err != nil || s != nil && time.Since(time.UnixMilli(at)) < time.Duration(s.Delay)*time.Millisecond {
		t.w.fail("a spectator hears a message of %s too early", m.Text)
	}
}

// automatic compares an automatic answer with the seat's settings.
func (t *truth) automatic(q state.Request) {
	kept := t.wanted[q.Seat]
	label := t.m.Label(q.Seat, q.Option)
	passing := t.w.rules.Abilities().Passing
	pass := passing != nil && label.Do == passing.Pass
	if s := kept.settings; s != nil {
		alone := s.Alone && len(t.m.Options(q.Seat, nil)) == 1
		pass = pass && (alone || s.Until != "" && !kept.stopped) || slices.ContainsFunc(s.Always, func(a table.Answer) bool { return a.Take == label.Text })
	}
	if kept.settings == nil || !pass {
		t.w.fail("seat %d did not ask for the automatic answer %q", q.Seat, label.Text)
	}
}

// exits checks that players leave an absent seat only after its time has run out.
func (t *truth) exits(seat state.Seat, by *log) {
	bound := 10 * time.Minute
	if k := t.w.header.Clock; k != nil {
		bound = max(time.Duration(k.PerDecision+k.Bank)*time.Millisecond, time.Minute)
	}
	since := time.UnixMilli(t.asked[seat].noted) // the time of the log counts here
	if t.asked[seat].log != by {
		since, bound = by.begun, 2*time.Minute
	}
	if waited := time.Since(since); waited < bound-2*time.Millisecond {
		t.w.fail("players leave seat %d after only %v", seat, waited)
	}
}
