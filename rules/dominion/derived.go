package dominion

// Derived holds facts that follow from the rest of a position, for code that runs at each purchase.
// takeFromSupply and addToSupply update these facts. The tests of package statetest compare the
// facts with the result of derive after each request. The serialized position does not contain
// these facts.
type Derived struct {
	Stocked       set          // piles with cards in the supply
	CostingAtMost [maxCost]set // at n: piles with a printed cost of at most n coins
}

// maxCost is the highest printed cost of any card, namely that of a Colony.
const maxCost = 11

// derive computes all derived facts.
func (s *Position) derive() {
	s.Stocked = s.Supply.nonzero()
	for n := range s.CostingAtMost {
		s.CostingAtMost[n] = s.PrintedCost.atMost(n)
	}
}
