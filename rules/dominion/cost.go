package dominion

import "gamed/state"

// cost returns the current cost in coins of a card from pile p, which is the same in all zones.
func (s *Position) cost(p pile) int {
	b := s.stats(p)
	n := int(b.cost) - s.discount()
	if b.special&cheaperInBuy != 0 && s.inBuy() {
		n -= 2 * s.inPlay(s.Active, Action)
	}
	return max(n, 0)
}

// discount returns the number of coins by which all cards are cheaper now.
func (s *Position) discount() int {
	if s.Special&cheapens == 0 {
		return int(s.CostReduction) // short enough for the compiler to inline
	}
	return int(s.CostReduction) + s.discountInPlay()
}

// discountInPlay returns the discount by cards such as Highway that the active seat has in play.
func (s *Position) discountInPlay() (n int) {
	play := &s.Sides[s.Active].Play.Counts
	for ps := play.nonzero(); ps != 0; ps &= ps - 1 {
		if p := ps.first(); s.stats(p).special&cheapens != 0 {
			n += int(play[p])
		}
	}
	return n
}

// inBuy reports whether the turn is in its treasure or buy phase, which are one phase in the
// printed rules. Peddler is cheaper in these phases.
func (s *Position) inBuy() bool {
	ph := s.Stack.Frames[0].Phase
	return ph == TreasurePhase || ph == BuyPhase
}

// inPlay returns how many cards with any of the types the seat has in play. A card that is played
// several times counts once.
func (s *Position) inPlay(seat state.Seat, types uint8) (n int) {
	play := &s.Sides[seat].Play.Counts
	for ps := play.nonzero() & s.ofTypes(types); ps != 0; ps &= ps - 1 {
		n += int(play[ps.first()])
	}
	return n
}

// atMost returns the piles that cost at most n coins now.
func (s *Position) atMost(n int) set {
	if n < 0 {
		return 0
	}
	ps := ^set(0)
	if printed := n + s.discount(); printed < maxCost {
		ps = s.CostingAtMost[printed]
	}
	if s.Special&cheaperInBuy != 0 {
		for p, k := range s.Kinds {
			if statsOf(k).special&cheaperInBuy != 0 && s.cost(pile(p)) <= n {
				ps |= 1 << p
			}
		}
	}
	return ps
}

// potionPiles returns the piles whose cost includes a Potion.
func (s *Position) potionPiles() (ps set) {
	if s.pileOf(Potion) == 0 {
		return 0
	}
	for p, k := range s.Kinds {
		ps |= set(statsOf(k).potion) << p
	}
	return ps
}

// FirstBuyable returns the first of the kinds that the options now offer to buy, or 0. A bot that
// calls it needs no list of options.
func (s *Position) FirstBuyable(kinds ...state.Kind) state.Kind {
	if s.Awaiting == 0 || s.Stack.Top().Phase != BuyPhase {
		return 0
	}
	piles := s.buyable()
	for _, k := range kinds {
		if piles.has(s.pileOf(k)) {
			return k
		}
	}
	return 0
}

// buyable returns the piles from which the active seat may buy now.
func (s *Position) buyable() set {
	ps := s.Stocked & s.atMost(int(s.Coins)) &^ s.Banned
	if s.Potions == 0 {
		ps &^= s.potionPiles()
	}
	if s.Special&notByCopper != 0 && s.Sides[s.Active].Play.has(s.pileOf(Copper)) {
		for p, k := range s.Kinds {
			if statsOf(k).special&notByCopper != 0 {
				ps &^= 1 << p
			}
		}
	}
	return ps
}
