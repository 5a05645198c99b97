package dominion

// Derived holds facts that follow from the rest of a position, for code that runs at each purchase.
// takeFromSupply and addToSupply keep them up to date. The test kit compares them with the result of
// derive after each request. The serialized position does not contain them.
type Derived struct {
	Stocked set          // piles with cards in the supply
	Within  [maxCost]set // at n: piles with a printed cost of at most n coins
}

// maxCost is the highest printed cost, that of a Colony. All piles cost at most this much.
const maxCost = 11

// derive computes all derived facts.
func (s *Position) derive() {
	s.Stocked = s.Supply.nonzero()
	for n := range s.Within {
		s.Within[n] = s.Printed.atMost(n)
	}
}
