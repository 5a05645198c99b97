package cardsim

import "gamed/state"

// What the players of a table do by agreement, which no card of theirs knows of.

// End ends the game as the players have agreed.
func (m *Machine[C]) End(won state.Seats) {
	if m.Awaiting() == 0 {
		return
	}
	m.agreed, m.won = true, won
	m.note(step{agreed: true, won: won})
}

// Undo makes the game equal to before, but for the numbers of its decisions.
func (m *Machine[C]) Undo(before state.Machine) {
	seq := m.seq + 1
	m.Set(before)
	m.number(seq)
}

// number lets all decisions be later than that many requests.
func (m *Machine[C]) number(seq uint32) {
	m.seq = seq
	for i := range m.places {
		m.places[i].answered = seq
	}
	m.note(step{numbered: seq})
}

// note keeps what has been done for copies of a game that cannot copy its stats.
func (m *Machine[C]) note(s step) {
	if m.game.copier == nil {
		m.past = append(m.past, s)
	}
}
