package sim

import (
	"bytes"
	"hash/maphash"

	"gamed/protocol"
	"gamed/state"
)

// noteUpdates computes the updates that each viewer may receive from now on. Occasionally it
// redeals everything hidden from the viewer, which must not change the update.
func (t *oracle) noteUpdates() {
	for i := range t.viewers {
		v := &t.viewers[i]
		now := t.update(t.m, v)
		v.permitted[maphash.Bytes(hashSeed, now)] = t.requests
		if !t.w.rules.Info().Worlds || t.w.rand.IntN(16) != 0 {
			continue
		}
		r := state.Rand(t.w.rand.Uint64())
		twin := t.m.Fork()
		twin.Resample(v.seat, &r)
		if other := t.update(twin, v); !bytes.Equal(now, other) {
			t.w.fail("viewer %d sees hidden state:\n%s\nafter a redeal of hidden state:\n%s", i, now, other)
		}
	}
}

// update returns viewer v's update for machine m, without events and clocks.
func (t *oracle) update(m state.Machine, v *viewer) []byte {
	u := protocol.Update{Game: t.w.header.Game, N: uint64(len(v.events)), Turn: m.Turn(), Awaiting: []int{}}
	if asked := m.Awaiting(); asked != 0 {
		for seat := m.Next(); asked != 0; asked = asked.Without(seat) {
			seat = asked.From(seat)
			u.Awaiting = append(u.Awaiting, int(seat))
		}
	}
	if id := m.Decision(v.seat); id != 0 {
		u.Decision = &protocol.Decision{ID: id}
		for i, o := range m.Options(v.seat, nil) {
			u.Decision.Options = append(u.Decision.Options, protocol.OptionOf(i, m.Label(v.seat, o)))
		}
		if p := m.Selection(v.seat); p != nil {
			u.Decision.Pick = &protocol.Selection{Min: p.Min, Max: p.Max, Does: p.Does, From: p.From, Ordered: p.Ordered}
			for i, o := range p.Cards {
				u.Decision.Pick.Cards = append(u.Decision.Pick.Cards, protocol.OptionOf(i, m.Label(v.seat, o)))
			}
		}
	}
	u.Encode(func(dst []byte) []byte { return m.AppendView(dst, v.seat) })
	return u.JSON()
}
