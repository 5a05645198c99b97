package dominion

import "gamed/state"

// maxNesting limits the stack depth at which a card may play another card. The remaining room is
// enough for all frames that a play can cause.
const maxNesting = 20

// maxReacting limits the stack depth at which a card may be played as a reaction. Such a play can
// add more frames than a play by another card.
const maxReacting = 14

// mayNest reports whether the card of f may play another card. A choice frame on top of the stack
// does not count, because it is popped before that play.
func (s *Position) mayNest(f *state.Frame) bool {
	n := s.Stack.Depth
	if f.Phase == ChoicePhase {
		n--
	}
	return n < maxNesting
}

// candidates returns the piles that the actor of f may pick for op, or the numbers if the zone is Modes,
// Amounts or Places.
func candidates(s *Position, f *state.Frame, op *state.Op) state.Set {
	switch op.Zone {
	case Names:
		return state.Set{A: uint64(s.ofTypes(1<<nTypes - 1))}
	case Modes:
		return state.Set{A: (1<<op.Filter.Types - 1) &^ uint64(f.Extra)}
	case Amounts:
		return numbersTo(min(int(s.Coins), 127)).Without(0)
	case Places:
		return numbersTo(min(s.Sides[f.Actor].deckSize(), maxTop-1))
	}
	if op.Filter.Types == Action && op.Zone == Hand && !s.mayNest(f) {
		return state.Set{} // no room for a card such as Throne Room
	}
	return state.Set{A: uint64(s.pilesIn(f.Actor, op.Zone) & s.matching(f, &op.Filter))}
}

// numbersTo returns the set of the numbers from 0 to n.
func numbersTo(n int) (all state.Set) {
	for i := range n + 1 {
		all = all.With(state.Card(i))
	}
	return all
}

// hidden reports whether, by public facts, the actor of f may have something to pick even if it has
// nothing. For a mandatory pick it returns false, because a seat that picks nothing then shows that
// it has nothing to pick.
func hidden(s *Position, f *state.Frame, op *state.Op) bool {
	switch {
	case op.Min != 0:
		return false
	case op.Zone == Looked:
		return s.LookedAt.Size > 0
	case op.Zone != Hand || op.Filter.Types == Action && !s.mayNest(f):
		return false
	}
	return s.mayHold(f.Actor)&s.matching(f, &op.Filter) != 0
}

// pilesIn returns the piles with cards in a zone of the seat, or in the supply.
func (s *Position) pilesIn(seat state.Seat, z state.Zone) set {
	if z == Supply {
		return s.Stocked
	}
	ps := s.bag(seat, z).Counts.nonzero()
	if z == Discarded {
		ps |= s.Sides[seat].FaceDown.Counts.nonzero()
	}
	return ps
}

// matching returns the piles that the filter selects. It ignores severalTypes, which no pick uses.
func (s *Position) matching(f *state.Frame, which *state.Filter) set {
	ps := ^set(0)
	if which.Types != 0 {
		ps = s.ofTypes(which.Types)
	}
	if which.Kind != 0 {
		ps &= 1 << s.pileOf(which.Kind)
	}
	if which.Flags&noCopper != 0 {
		ps &^= 1 << s.pileOf(Copper)
	}
	if which.Flags&noVictory != 0 {
		ps &^= s.ofTypes(Victory)
	}
	if which.Cost != 0 {
		n := Rules.Read(s, f, which.Cost)
		ps &= s.atMost(n)
		if which.Flags&exactly != 0 {
			ps &^= s.atMost(n - 1)
		}
		// Select cards with a Potion in the cost only if the target's cost has one. If the cost
		// must be equal, then select no others.
		base, _ := which.Cost.Split()
		switch asks := base == TargetCost && statsOf(state.Kind(f.Target)).potion != 0; {
		case !asks:
			ps &^= s.potionPiles()
		case which.Flags&exactly != 0:
			ps &= s.potionPiles()
		}
	}
	return ps
}

// selects reports whether a filter in [Def.GainFilter] selects kind k. It checks the conditions
// on types and kind, and ignores the other conditions of a filter.
func selects(which *state.Filter, k state.Kind) bool {
	types := statsOf(k).types
	return (which.Types == 0 || types&which.Types != 0) &&
		(which.Kind == 0 || which.Kind == k) &&
		(which.Flags&severalTypes == 0 || types&(types-1) != 0)
}

// picksLeft returns how many more times c may be picked. A pile of the supply, a name or a number may be
// picked once. A card of any other zone may be picked once per copy in the zone.
func picksLeft(s *Position, f *state.Frame, op *state.Op, c state.Card) int {
	if op.Zone == Supply || op.Zone >= Names {
		return 1
	}
	p := pile(c)
	n := int(s.bag(f.Actor, op.Zone).Counts[p])
	if op.Zone == Discarded {
		n += int(s.Sides[f.Actor].FaceDown.Counts[p])
	}
	return n
}

// decider returns the seat that answers op. If the filter has playersChoice, this is the decider for
// the player of the card, otherwise the decider for the actor of f.
func decider(s *Position, f *state.Frame, op *state.Op) state.Seat {
	if op.Filter.Flags&playersChoice != 0 {
		return s.deciderOf(f.Seat)
	}
	return s.deciderOf(f.Actor)
}

// quantity returns the value of a named quantity, such as OverThree, for the actor of f.
func quantity(s *Position, f *state.Frame, base state.Num) int {
	d := &s.Sides[f.Actor]
	switch base {
	case TargetCost:
		return s.cost(s.pileOf(state.Kind(f.Target)))
	case OverThree:
		return max(0, int(d.Hand.Size)+int(f.X)-3)
	case EmptyPiles:
		return int(s.EmptyPiles)
	case TreasuresOut:
		return s.inPlay(f.Actor, Treasure)
	case CoinTokens:
		return int(d.Tokens)
	case ThisCost:
		return s.cost(s.pileOf(f.Kind))
	case Paid:
		return int(f.Extra)
	}
	if s.FoolsGolds == 0 { // FoolsGold
		return 1
	}
	return 4
}
