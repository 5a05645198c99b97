package dominion

import "gamed/state"

// shufflePhase asks for the position of each Stash in a shuffled deck, from the top down. The default
// is the highest possible position. The frame's Target is the number of Stashes, and PC is the number
// already placed. Extra is the number of other cards above the last placed Stash. After the last
// Stash is placed, the seat draws X cards.
var shufflePhase = state.Phase[Position]{
	Name: "shuffle",
	Enter: func(s *Position, f *state.Frame, log *state.Log) state.Verdict {
		n := s.discardedStashes(f.Actor)
		s.shuffle(f.Actor, log)
		s.Sides[f.Actor].NStash, f.Target = uint8(n), state.Card(n)
		return state.Nothing()
	},
	Awaits: func(s *Position, f *state.Frame) state.Seats {
		if f.PC == uint8(f.Target) {
			return 0
		}
		return state.Only(s.deciderOf(f.Actor)) & s.Playing
	},
	Options: func(s *Position, f *state.Frame, _ state.Seat, dst []state.Option) []state.Option {
		d := &s.Sides[f.Actor]
		others := int(d.Unordered.Size) - int(d.NStash)
		for n := int(f.Extra); n <= min(others, 255); n++ {
			dst = append(dst, state.Option{Do: PlaceAt, Card: state.Card(n)})
		}
		return dst
	},
	Request: func(s *Position, f *state.Frame, _ state.Seat, o state.Option, log *state.Log) state.Verdict {
		s.putStash(f, o.Card, log)
		return state.Nothing()
	},
	// If the deciding seat has left the game, each unplaced Stash goes to the highest possible
	// position.
	Run: func(s *Position, f *state.Frame, log *state.Log) state.Verdict {
		for f.PC < uint8(f.Target) {
			s.putStash(f, f.Extra, log)
		}
		n := int(f.X)
		if n == 0 {
			return state.Resolve()
		}
		f.X = 0
		return s.draw(f.Actor, n, log)
	},
}

func (s *Position) putStash(f *state.Frame, above state.Card, log *state.Log) {
	d := &s.Sides[f.Actor]
	d.Stash[d.NStash-1-f.PC] = d.Unordered.Size - uint16(above) - uint16(f.PC)
	f.PC++
	f.Extra = above
	log.Add(state.Event{What: placedStash, Seat: f.Actor, Sees: state.Public, Kind: kindStash, Amount: clamp(int(above))})
}
