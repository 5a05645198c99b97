package agent

import (
	"errors"
	"slices"

	"gamed/ai"
	"gamed/protocol"
	"gamed/state"
)

// Forward executes a [*protocol.Fork], [*protocol.Apply] or [*protocol.Release] in a seat's
// worlds. It returns a [*protocol.World] or a [*protocol.Error]. It returns nil for a
// release, which has no answer. It panics for other messages, and when the rules panic.
func Forward(w *ai.Worlds, m protocol.ClientMessage) protocol.ServerMessage {
	switch m := m.(type) {
	case *protocol.Fork:
		if m.From != nil {
			id, err := w.Copy(*m.From)
			return look(w, id, m.View, err)
		}
		id, err := w.Draw(m.Seed)
		return look(w, id, m.View, err)
	case *protocol.Apply:
		return look(w, m.Fork, m.View, w.Apply(m.Fork, m.Option, m.Seed))
	}
	_ = w.Release(m.(*protocol.Release).Fork) // releasing twice is harmless
	return nil
}

// look returns the description of a new or changed world, or an error message for err.
func look(w *ai.Worlds, id uint32, view bool, err error) protocol.ServerMessage {
	if err != nil {
		return &protocol.Error{Code: codeOf(err), Text: err.Error()}
	}
	m, _ := w.At(id) // the caller has just used it
	over, won := m.Result()
	a := &protocol.World{Fork: id, Turn: m.Turn(), Seat: -1, Options: []protocol.Option{}, Values: make([]int, m.Seats()), Over: over, Won: []int{}}
	if !over {
		var buffer [32]state.Option
		seat := m.Next()
		options := m.Options(seat, buffer[:0])
		a.Seat, a.Options = int(seat), slices.Grow(a.Options, len(options))
		for i, o := range options {
			a.Options = append(a.Options, protocol.OptionOf(i, m.Label(seat, o)))
		}
	}
	for seat := range a.Values {
		a.Values[seat] = ai.Worth(m, state.Seat(seat))
		if won.Has(state.Seat(seat)) {
			a.Won = append(a.Won, seat)
		}
	}
	if view {
		a.View = m.AppendView(nil, w.Seat())
	}
	return a
}

func codeOf(err error) protocol.Code {
	switch {
	case errors.Is(err, ai.ErrNotOpen):
		return protocol.NotAsked
	case errors.Is(err, ai.ErrNoWorld):
		return protocol.NoWorld
	case errors.Is(err, ai.ErrOverBudget):
		return protocol.OverBudget
	}
	return protocol.Illegal
}
