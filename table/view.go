package table

import (
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// Update returns the update for a seat, or for [state.Watcher], with the given events and
// without the view, which [Table.Encode] adds. gap reports whether earlier events are omitted.
// The time banks are those after the latest record.
func (t *Table) Update(seat state.Seat, events []protocol.Event, gap bool) *protocol.Update {
	var options []state.Option
	if t.Machine.Decision(seat) != 0 {
		options = t.Options(seat)
	}
	u := UpdateOf(t.Machine, seat, options)
	u.Game, u.N, u.Events, u.Gap = t.ID, t.Events, events, gap
	u.Left = t.Left()
	return u
}

// Encode encodes an update with the view of a seat. All recipients with the same view share the
// encoded text.
func (t *Table) Encode(u *protocol.Update, seat state.Seat) {
	u.Encode(func(dst []byte) []byte { return t.Machine.AppendView(dst, seat) })
}

// Left returns the time bank of each seat, in milliseconds, or nil in an untimed game.
func (t *Table) Left() (left []int64) {
	if t.Clock == nil {
		return nil
	}
	for i := range t.Seats {
		left = append(left, t.Seats[i].Bank)
	}
	return left
}

// Decks returns the deck lists by seat, or nil if they are not public or the game has not begun.
func (t *Table) Decks() (decks []map[string]int) {
	of := t.Rules.Abilities().Deck
	if of == nil || !t.Started() || !t.HasPosition() || t.Fault != "" {
		return nil
	}
	for i := range t.Seats {
		decks = append(decks, of(t.Machine, state.Seat(i)))
	}
	return decks
}

// UpdateOf returns an update with the turn of m and the awaited seats. If options is not empty,
// the update has the decision of the given seat with these options. The update lacks the view, which
// [protocol.Update.Encode] adds, and all facts that are not part of m.
func UpdateOf(m state.Machine, seat state.Seat, options []state.Option) *protocol.Update {
	u := &protocol.Update{Turn: m.Turn(), Awaiting: Awaiting(m)}
	if len(options) > 0 {
		u.Decision = &protocol.Decision{ID: m.Decision(seat), Options: make([]protocol.Option, len(options))}
		for i, o := range options {
			u.Decision.Options[i] = protocol.OptionOf(i, m.Label(seat, o))
		}
		u.Decision.Pick = selection(m, seat)
	}
	return u
}

// selection returns the card selection of a seat's open decision, or nil.
func selection(m state.Machine, seat state.Seat) *protocol.Selection {
	p := m.Selection(seat)
	if p == nil {
		return nil
	}
	cards := make([]protocol.Option, len(p.Cards))
	for i, o := range p.Cards {
		cards[i] = protocol.OptionOf(i, m.Label(seat, o))
	}
	return &protocol.Selection{Min: p.Min, Max: p.Max, Does: p.Does, From: p.From, Ordered: p.Ordered, Cards: cards}
}

// Awaiting lists the awaited seats of m in turn order.
func Awaiting(m state.Machine) []int {
	asked := m.Awaiting()
	list := make([]int, 0, asked.Len())
	if asked == 0 {
		return list
	}
	for seat := m.Next(); asked != 0; asked = asked.Without(seat) {
		seat = asked.From(seat)
		list = append(list, int(seat))
	}
	return list
}

// Told returns the events of a change, with texts for a seat. The change must be the table's
// latest.
func (t *Table) Told(c *Change, seat state.Seat) []protocol.Event {
	list := make([]protocol.Event, 0, len(c.Events)+len(c.Notes))
	n := t.Events - uint64(len(c.Events)+len(c.Notes))
	for _, e := range c.Events {
		n++
		list = append(list, protocol.EventOf(n, t.Machine.Tell(e, seat)))
	}
	return append(list, c.Notes...)
}

// World returns a copy of the game that looks the same to the given seat, with the hidden
// information redrawn. The caller may change the copy. The error is a [*protocol.Error] if the seat
// has no open decision.
func (t *Table) World(seat state.Seat) (state.Machine, error) {
	if err := t.checkRunning(); err != nil {
		return nil, err
	}
	if t.Machine.Decision(seat) == 0 {
		return nil, &protocol.Error{Code: protocol.NotAsked, Text: "your seat has no open decision: fork when you are asked"}
	}
	m := t.Machine.Fork()
	m.Resample(seat, new(state.Rand)) // hides the real cards; callers resample with their own seeds
	return m, nil
}

// MissedEvents returns the events whose number is greater than lastSeen, with texts for the given
// seat. If there are more such events than limit, the list contains only the latest of them. The
// result gap reports whether events are missing from the list. MissedEvents replays the log of the
// game.
func (t *Table) MissedEvents(lines [][]byte, seat state.Seat, lastSeen uint64, limit int) (missed []protocol.Event, gap bool) {
	missed = []protocol.Event{}
	if lastSeen >= t.Events {
		return missed, lastSeen > t.Events
	}
	first := max(lastSeen, t.Events-min(t.Events, uint64(limit)))
	r, err := Open(lines, SameRules(t.Rules))
	for err == nil && r.More() && r.Table.Events < t.Events {
		var c Change
		if c, err = r.Next(); err != nil || r.Table.Events <= first {
			continue
		}
		told := r.Table.Told(&c, seat)
		missed = append(missed, slices.DeleteFunc(told, func(e protocol.Event) bool { return e.N <= first || e.N > t.Events })...)
	}
	return missed, uint64(len(missed)) < t.Events-lastSeen
}
