package dominion

import "gamed/state"

// deepest is how deep the stack may be for a card to play another one. It leaves
// room for all that a play can set off.
const deepest = 20

func (s *Position) mayNest() bool { return s.Stack.N < deepest }

// candidates returns what the actor of f may pick for op: kinds of cards.
func candidates(s *Position, f *state.Frame, op *state.Op) (can state.Set) {
	if op.Zone == Supply {
		for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
			if s.Supply[p] > 0 && s.suits(p, f, op) {
				can = can.With(state.Card(s.Kinds[p]))
			}
		}
		return can
	}
	if op.Filter.Types == Action && !s.mayNest() {
		return can // a Throne Room's pick
	}
	d := &s.Sides[f.Actor]
	from := &d.Hand
	switch op.Zone {
	case Revealed:
		from = &s.Revealed
	case Looked:
		from = &s.Looked
	case Discarded:
		from = &d.Discard
	}
	for p := range from.Of {
		if (from.Of[p] > 0 || op.Zone == Discarded && d.Dark.Of[p] > 0) && s.suits(pile(p), f, op) {
			can = can.With(state.Card(s.Kinds[p]))
		}
	}
	return can
}

// suits reports whether a card of pile p is what op asks for.
func (s *Position) suits(p pile, f *state.Frame, op *state.Op) bool {
	which := &op.Filter
	switch {
	case which.Types != 0 && !s.brief(p).is(which.Types):
		return false
	case which.Flags != 0 && s.Kinds[p] != state.Kind(which.Flags):
		return false
	case which.Whose == noCopper && s.Kinds[p] == Copper:
		return false
	case which.Cost != 0:
		base, _ := which.Cost.Split()
		potion := base == TargetCost && briefOf(state.Kind(f.Target)).potion != 0
		return s.within(p, Rules.Read(s, f, which.Cost), potion)
	}
	return true
}

// copies returns how often c may still be picked: as often as it is there.
func copies(s *Position, f *state.Frame, op *state.Op, c state.Card) int {
	p, d := s.pileOf(state.Kind(c)), &s.Sides[f.Actor]
	switch op.Zone {
	case Supply:
		return 1
	case Revealed:
		return int(s.Revealed.Of[p])
	case Looked:
		return int(s.Looked.Of[p])
	case Discarded:
		return int(d.Discard.Of[p]) + int(d.Dark.Of[p])
	}
	return int(d.Hand.Of[p])
}

// decider returns who picks or says yes for the actor of f.
func decider(s *Position, f *state.Frame, op *state.Op) state.Seat {
	if op.Filter.Whose == playersChoice {
		return s.decides(f.Seat)
	}
	return s.decides(f.Actor)
}

// quantity reads one of the named quantities for the actor of f.
func quantity(s *Position, f *state.Frame, base state.Num) int {
	d := &s.Sides[f.Actor]
	switch base {
	case TargetCost:
		return s.cost(s.pileOf(state.Kind(f.Target)))
	case OverThree:
		return max(0, int(d.Hand.N)+int(f.X)-3)
	case EmptyPiles:
		return int(s.Empty)
	case TreasuresOut:
		return s.inPlay(f.Actor, Treasure)
	case CoinTokens:
		return int(d.Tokens)
	}
	if s.Fools == 0 { // FoolsGold
		return 1
	}
	return 4
}
