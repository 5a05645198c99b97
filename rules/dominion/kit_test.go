package dominion

import (
	"strings"
	"testing"

	"gamed/state"
	"gamed/state/statetest"
)

// TestKit checks that Dominion passes the tests of package statetest.
func TestKit(t *testing.T) { statetest.Run(t, kit()) }

func kit() statetest.Kit[Position] {
	k := statetest.Kit[Position]{
		Rules:    Rules,
		Requests: 50_000,
		Check:    check,
		IsPlay: func(e state.Event) bool {
			// A card that cannot be played counts as used when a seat has gained it.
			return e.What == played || e.What == gained && !statsOf(e.Kind).is(Action|Treasure)
		},
		Choose:     chooseEagerly,
		SmallGames: smallGames(),
		Measures:   []state.Measure{OwnedTypes(Action), OwnedTypes(Victory | Cursed)},
		Reveals: func(e state.Event) bool {
			return e.What == discarded || e.What == revealed || e.What == showed || e.What == passed
		},
	}
	for m := Money; m <= ReactingTo; m += Turn - Money {
		k.Measures = append(k.Measures, m)
	}
	for kind := range state.Kind(len(cards)) {
		k.Measures = append(k.Measures, LeftOf(kind), OwnedOf(kind), HandOf(kind), PickableOf(kind))
	}
	// Each kingdom card is in at least two setups. One setup has cards from neighbouring rows of the
	// card table. The other has cards from distant rows, in a short game of one to six seats.
	n := len(cards) - int(nBasic)
	kingdoms := (n + kingdomSize - 1) / kingdomSize
	for i := range kingdoms {
		var row, stride []string
		for j := range kingdomSize {
			row = append(row, cards[int(nBasic)+(i*kingdomSize+j)%n].Name)
			stride = append(stride, cards[int(nBasic)+(i+j*kingdoms)%n].Name)
		}
		k.Setups = append(k.Setups,
			kitSetup(2+i%2, i, "kingdom="+strings.Join(row, ","), "colony=yes"),
			kitSetup(1+i%state.MaxSeats, i, "kingdom="+strings.Join(stride, ","), "turns=20"))
	}
	for i, printed := range []string{"2011", "current"} {
		k.Setups = append(k.Setups, kitSetup(2+i, i, "kingdom=random", "printing="+printed))
	}
	k.Setups = append(k.Setups, kitSetup(6, 1, "kingdom=random", "turns=8"))
	for kind := 1; kind < len(cards); kind++ {
		k.Cards = append(k.Cards, state.Kind(kind))
	}
	return k
}

// kitSetup returns a setup with table options such as "colony=yes".
func kitSetup(seats, seed int, options ...string) state.Setup {
	table := map[string]string{}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		table[name] = value
	}
	return state.Setup{Seats: seats, Seed: state.Seed(seed), Table: table}
}
