package agent

import (
	"errors"
	"slices"

	"gamed/ai"
	"gamed/protocol"
	"gamed/state"
)

// Forward executes a [*protocol.Fork], [*protocol.Apply], [*protocol.Rollouts] or
// [*protocol.Release] in a seat's worlds. It returns a [*protocol.World], [*protocol.Values] or
// [*protocol.Error], or nil for a release. It panics for other messages, and when the rules panic.
func Forward(w *ai.Worlds, m protocol.ClientMessage) protocol.ServerMessage {
	switch m := m.(type) {
	case *protocol.Fork:
		if m.From != nil {
			id, err := w.Copy(*m.From)
			return describeWorld(w, id, m.View, err)
		}
		id, err := w.Draw(m.Seed)
		return describeWorld(w, id, m.View, err)
	case *protocol.Apply:
		return describeWorld(w, m.WorldID, m.View, w.Apply(m.WorldID, m.Option, m.Seed))
	case *protocol.Rollouts:
		return playRollouts(w, m)
	}
	_ = w.Release(m.(*protocol.Release).WorldID) // releasing twice is harmless
	return nil
}

// describeWorld returns the description of a new or changed world, or an error message for err.
func describeWorld(w *ai.Worlds, id uint32, view bool, err error) protocol.ServerMessage {
	if err != nil {
		return &protocol.Error{Code: codeOf(err), Text: err.Error()}
	}
	m, _ := w.World(id) // the world exists, because the caller has just used it
	over, won := m.Result()
	a := &protocol.World{WorldID: id, Turn: m.Turn(), Seat: -1, Options: []protocol.Option{}, Values: make([]int, m.Seats()), Over: over, Won: []int{}}
	if !over {
		var buffer [32]state.Option
		seat := w.SeatToChoose(m)
		options := m.Options(seat, buffer[:0])
		a.Seat, a.Options = int(seat), slices.Grow(a.Options, len(options))
		for i, o := range options {
			a.Options = append(a.Options, protocol.OptionOf(i, m.Label(seat, o)))
		}
	}
	for seat := range a.Values {
		a.Values[seat] = ai.Evaluate(m, state.Seat(seat))
		if won.Has(state.Seat(seat)) {
			a.Won = append(a.Won, seat)
		}
	}
	if view {
		a.View = m.AppendView(nil, w.Seat())
	}
	return a
}

// playRollouts plays rollouts and returns their values, or an error message.
func playRollouts(w *ai.Worlds, m *protocol.Rollouts) protocol.ServerMessage {
	r := ai.Rollouts{From: m.From, Seeds: m.Seeds, Paths: m.Paths, Random: m.Play == protocol.PlayRandom}
	switch m.Until {
	case protocol.UntilTurn:
		r.Until = ai.UntilTurn
	case protocol.UntilGame:
		r.Until = ai.UntilGame
	}
	a := &protocol.Values{Values: [][]int{}}
	var err error
	a.Steps, err = w.Rollout(r, func(m state.Machine) {
		values := make([]int, m.Seats())
		for seat := range values {
			values[seat] = ai.Evaluate(m, state.Seat(seat))
		}
		a.Values = append(a.Values, values)
	})
	if err != nil {
		return &protocol.Error{Code: codeOf(err), Text: err.Error()}
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
