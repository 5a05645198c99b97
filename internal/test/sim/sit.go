package sim

import (
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// sit assigns a seat to a player. A nonce leads to a new deal.
func (t *oracle) sit(s *table.Sit, by *log) {
	if t.seats[s.Seat].Kind != protocol.SeatOpen {
		t.w.fail("seat %d is taken twice", s.Seat)
	}
	t.seats[s.Seat] = s.Who
	if s.Nonce != "" {
		nonces := make([]string, len(t.seats))
		nonces[s.Seat] = s.Nonce
		setup := t.w.header.Setup
		setup.Seed = state.Seed(table.NewChance(table.Mix(t.w.header.Key, nonces)).Next())
		m, err := t.w.rules.Deal(setup)
		if err != nil {
			t.w.fail("the game cannot be dealt with the nonces: %w", err)
			return
		}
		t.m = m
		for i := range t.viewers {
			clear(t.viewers[i].permitted)
		}
		t.noteUpdates()
	}
	t.decisions = make([]openDecision, len(t.seats)) // clocks start when all seats are taken
	t.noteDecisions(by, s.At)
}
