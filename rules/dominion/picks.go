package dominion

import "gamed/state"

// maxNesting limits the stack depth at which a card may play another card. It leaves room for all
// frames that a play can trigger.
const maxNesting = 20

// maxReacting limits the stack depth at which a card may be played as a reaction. Such a play adds
// more frames than a play by a card.
const maxReacting = 14

// mayNest reports whether the card of f may play another card. If f is a choice, it does not count
// towards the depth.
func (s *Position) mayNest(f *state.Frame) bool {
	n := s.Stack.N
	if f.Phase == ChoicePhase {
		n--
	}
	return n < maxNesting
}

// candidates returns the piles that the actor of f may pick for op, or the numbers for a zone
// without cards.
func candidates(s *Position, f *state.Frame, op *state.Op) state.Set {
	switch op.Zone {
	case Names:
		return state.Set{A: uint64(s.typed(1<<nTypes - 1))}
	case Modes:
		return state.Set{A: (1<<op.Filter.Types - 1) &^ uint64(f.Also)}
	case Amounts:
		return numbersTo(min(int(s.Coins), 127)).Without(0)
	case Places:
		return numbersTo(min(s.Sides[f.Actor].deckSize(), maxTop-1))
	}
	if op.Filter.Types == Action && op.Zone == Hand && !s.mayNest(f) {
		return state.Set{} // no room for a card such as Throne Room
	}
	return state.Set{A: uint64(s.zone(f.Actor, op.Zone) & s.suiting(f, &op.Filter))}
}

// numbersTo returns the set of the numbers from 0 to n.
func numbersTo(n int) (all state.Set) {
	for i := range n + 1 {
		all = all.With(state.Card(i))
	}
	return all
}

// hidden reports whether the other seats cannot know that the actor of f has nothing to pick. It
// returns false for a mandatory pick: a seat that picks nothing there reveals this anyway.
func hidden(s *Position, f *state.Frame, op *state.Op) bool {
	switch {
	case op.Min != 0:
		return false
	case op.Zone == Looked:
		return s.Looked.N > 0
	case op.Zone != Hand || op.Filter.Types == Action && !s.mayNest(f):
		return false
	}
	return s.mayHold(f.Actor)&s.suiting(f, &op.Filter) != 0
}

// zone returns the piles that have cards in a zone from which the seat may pick.
func (s *Position) zone(seat state.Seat, z state.Zone) set {
	if z == Supply {
		return s.Supply.some()
	}
	ps := s.bag(seat, z).Of.some()
	if z == Discarded {
		ps |= s.Sides[seat].Dark.Of.some()
	}
	return ps
}

// suiting returns the piles that match the filter.
func (s *Position) suiting(f *state.Frame, which *state.Filter) set {
	ps := ^set(0)
	if which.Types != 0 {
		ps = s.typed(which.Types)
	}
	if which.Flags != 0 {
		ps &= 1 << s.pileOf(state.Kind(which.Flags))
	}
	if which.Whose&noCopper != 0 {
		ps &^= 1 << s.pileOf(Copper)
	}
	if which.Whose&noVictory != 0 {
		ps &^= s.typed(Victory)
	}
	if which.Cost != 0 {
		n := Rules.Read(s, f, which.Cost)
		ps &= s.atMost(n)
		if which.Whose&exactly != 0 {
			ps &^= s.atMost(n - 1)
		}
		// A Potion in the cost is allowed only if the target's cost includes one. An exact cost
		// then requires it.
		base, _ := which.Cost.Split()
		switch asks := base == TargetCost && statsOf(state.Kind(f.Target)).potion != 0; {
		case !asks:
			ps &^= s.askPotion()
		case which.Whose&exactly != 0:
			ps &= s.askPotion()
		}
	}
	return ps
}

// fits reports whether the filter, apart from its cost, selects kind k.
func fits(which *state.Filter, k state.Kind) bool {
	types := statsOf(k).types
	return (which.Types == 0 || types&which.Types != 0) &&
		(which.Flags == 0 || state.Kind(which.Flags) == k) &&
		(which.Whose&severalTypes == 0 || types&(types-1) != 0)
}

// copies returns how many more times pile c may be picked: a pile of the supply or a number once,
// and any other card once per copy.
func copies(s *Position, f *state.Frame, op *state.Op, c state.Card) int {
	if op.Zone == Supply || op.Zone >= Names {
		return 1
	}
	p := pile(c)
	n := int(s.bag(f.Actor, op.Zone).Of[p])
	if op.Zone == Discarded {
		n += int(s.Sides[f.Actor].Dark.Of[p])
	}
	return n
}

// decider returns the seat that makes the decision of the actor of f.
func decider(s *Position, f *state.Frame, op *state.Op) state.Seat {
	if op.Filter.Whose&playersChoice != 0 {
		return s.decides(f.Seat)
	}
	return s.decides(f.Actor)
}

// quantity returns the value of a named quantity for the actor of f.
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
	case ThisCost:
		return s.cost(s.pileOf(f.Kind))
	case Paid:
		return int(f.Also)
	}
	if s.Fools == 0 { // FoolsGold
		return 1
	}
	return 4
}
