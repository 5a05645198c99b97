package cardsim

import (
	"strconv"

	"gamed/state"
)

// AppendState writes everything that the rest of the game depends on, and the kinds of the notes
// about the last request. It omits texts that are only shown, and the causes of changed stats, which
// are recorded only with a log.
func (m *Machine[C]) AppendState(dst []byte) []byte {
	dst = append(dst, m.game.Name...)
	for _, n := range [...]uint64{uint64(m.game.Version), m.setup.seed, uint64(m.setup.debug), uint64(m.seq)} {
		dst = strconv.AppendUint(append(dst, ' '), n, 10)
	}
	if m.agreed {
		dst = strconv.AppendUint(append(dst, " agreed "...), uint64(m.won), 10)
	}
	dst = append(dst, '\n')
	for _, at := range m.seats {
		dst = strconv.AppendUint(append(dst, "seat "...), uint64(at.answered), 10)
		dst = strconv.AppendBool(append(dst, ' '), at.left)
		if at.stranger {
			dst = strconv.AppendBool(append(dst, " stranger "...), at.passed)
		}
		dst = append(dst, '\n')
		dst = at.p.appendState(dst)
	}
	return dst
}

func (m *Machine[C]) Fork() state.Machine {
	c := new(Machine[C])
	c.Set(m)
	return c
}

// Set makes m equal to another machine and reuses the memory of m. If both machines have the same
// number of seats, Set allocates only for a designer's Clone, and for the slices, maps and pointers
// in stats without a Clone. A game that cannot copy its stats is replayed from the start instead.
func (m *Machine[C]) Set(other state.Machine) {
	from := other.(*Machine[C])
	if from.game.copier == nil {
		*m = *from.game.start(from.setup)
		for _, do := range from.operations {
			do(m)
		}
		return
	}
	seats := m.seats
	*m = *from
	if len(seats) != len(from.seats) {
		seats = make([]seatState[C], len(from.seats))
	}
	for i, at := range from.seats {
		p := seats[i].p
		if p == nil {
			p = new(Player[C])
		}
		p.copyFrom(at.p)
		at.p = p
		seats[i] = at
	}
	m.seats = seats
}

// Resample shuffles the deck of the seat's player, except cards with a chosen slot, and replaces the
// player's Rand. It keeps hidden stats, because only the designer knows their possible values. Each
// other player still in the game becomes a stranger, which can only pass once: see [Machine.Result].
// A single player's deck is also shuffled for spectators.
func (m *Machine[C]) Resample(seat state.Seat, r *state.Rand) { m.resample(seat, r.Uint64()) }

// Presort does nothing: Resample puts the deck in a fixed order each time before it shuffles.
func (m *Machine[C]) Presort(state.Seat) {}

func (m *Machine[C]) resample(seat state.Seat, seed uint64) {
	if m.game.copier == nil {
		m.operations = append(m.operations, func(m *Machine[C]) { m.resample(seat, seed) })
	}
	r := state.Rand(seed)
	for i := range m.seats {
		at := &m.seats[i]
		if state.Seat(i) == seat || len(m.seats) == 1 {
			at.p.resample(&r)
		} else if at.isAsked() {
			at.stranger = true
		}
	}
}

// End ends the game with the result that the players agreed on.
func (m *Machine[C]) End(won state.Seats) {
	if m.Awaiting() == 0 {
		return
	}
	m.agreed, m.won = true, won
	if m.game.copier == nil {
		m.operations = append(m.operations, func(m *Machine[C]) { m.End(won) })
	}
}

// Undo restores an earlier position. Decision numbers continue to increase.
func (m *Machine[C]) Undo(before state.Machine) {
	seq := m.seq + 1
	m.Set(before)
	m.renumber(seq)
}

// renumber makes all later decision numbers exceed seq.
func (m *Machine[C]) renumber(seq uint32) {
	m.seq = seq
	for i := range m.seats {
		m.seats[i].answered = seq
	}
	if m.game.copier == nil {
		m.operations = append(m.operations, func(m *Machine[C]) { m.renumber(seq) })
	}
}
