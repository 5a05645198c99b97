package buyrules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/ai"
	"gamed/rules/dominion"
	"gamed/state"
)

// picking asks the rules for picks until they decline one or have made the maximum number of
// picks. It returns the names of the picked cards in the order of the picks. The map copies has
// the number of copies of each card that can be picked.
func picking(t *testing.T, rules string, n numbers, copies map[string]int, least, most int) (picked []string) {
	t.Helper()
	r := parse(t, rules)
	for lowest := state.Kind(1); most > 0; most, least = most-1, least-1 {
		var options []state.Option
		if least <= 0 {
			options = append(options, state.Option{Do: state.Done})
		}
		for k := lowest; int(k) <= len(dominion.Rules.Info().Cards); k++ {
			if copies[dominion.DefOf(k).Name] > 0 {
				options = append(options, state.Option{Do: state.Take, Card: state.Card(k)})
				n[dominion.KindOfPick(state.Card(k))] = int(k)
				n[dominion.PickableOf(k)] = copies[dominion.DefOf(k).Name]
			}
		}
		n[dominion.LeastPicks], n[dominion.MostPicks] = max(least, 0), most
		o := r.Choose(ai.NewAsk(measured{numbers: n}, 0, options))
		assert.Contains(t, options, o)
		if o.Do == state.Done {
			break
		}
		lowest = state.Kind(o.Card)
		name := dominion.DefOf(lowest).Name
		picked = append(picked, name)
		copies[name]--
		if name == "Copper" && dominion.Fate(n[dominion.FateOfPick]) == dominion.Trashing {
			n[dominion.Money]--
		}
	}
	return picked
}

// TestPicks checks which cards of a hand the rules pick for each fate, such as trashing.
func TestPicks(t *testing.T) {
	hand := map[string]int{"Copper": 2, "Silver": 1, "Estate": 2, "Village": 1, "Gold": 1, "Curse": 1}
	for _, test := range []struct {
		about, card string
		fate        dominion.Fate
		least, most int
		numbers     numbers
		want        []string
	}{
		{"dead cards, then the cheapest", "Militia", dominion.Discarding, 5, 5, nil, []string{"Copper", "Copper", "Estate", "Estate", "Curse"}},
		{"an Action off turn is worth its price", "Militia", dominion.Discarding, 6, 6, nil, []string{"Copper", "Copper", "Silver", "Estate", "Estate", "Curse"}},
		{"useless cards", "Cellar", dominion.Discarding, 0, 127, numbers{dominion.ActionsLeft: 1}, []string{"Estate", "Estate", "Curse"}},
		{"an Action that cannot be played", "Secret Chamber", dominion.Discarding, 0, 127, nil, []string{"Estate", "Estate", "Curse", "Village"}},
		{"at most the required number", "Chapel", dominion.Trashing, 0, 4, numbers{dominion.Money: 7}, []string{"Copper", "Curse"}},
		{"Estates while the end is far", "Chapel", dominion.Trashing, 0, 4, numbers{dominion.Money: 9, dominion.LeftOf(dominion.Province): 8}, []string{"Copper", "Estate", "Estate", "Curse"}},
		{"one must go", "Remodel", dominion.Trashing, 1, 1, nil, []string{"Curse"}},
		{"a Silver into a Gold", "Mine", dominion.Trashing, 0, 1, numbers{dominion.LeftOf(dominion.Gold): 1, dominion.LeftOf(dominion.Silver): 1}, []string{"Silver"}},
		{"a Gold into a Platinum", "Mine", dominion.Trashing, 0, 1, numbers{dominion.LeftOf(dominion.Platinum): 1}, []string{"Gold"}},
		{"no pick is better", "Mine", dominion.Trashing, 0, 1, nil, nil},
		{"a Copper at any time", "Moneylender", dominion.Trashing, 0, 1, nil, []string{"Copper"}},
		{"the best one of another player", "Pirate Ship", dominion.Trashing, 1, 1, nil, []string{"Gold"}},
		{"the dearest that does something", "Harbinger", dominion.ToppingDeck, 0, 1, nil, []string{"Gold"}},
		{"the least useful card", "Secret Chamber", dominion.ToppingDeck, 1, 1, nil, []string{"Estate"}},
		{"an Action that cannot be played now", "Artisan", dominion.ToppingDeck, 1, 1, nil, []string{"Village"}},
		{"the dearest Action", "Throne Room", dominion.Playing, 0, 1, nil, []string{"Gold"}},
		{"the card that costs most, then counts most", "Contraband", dominion.Naming, 1, 1, nil, []string{"Estate"}},
		{"a dead card", "Haven", dominion.Keeping, 1, 1, numbers{dominion.ActionsLeft: 1}, []string{"Estate"}},
		{"a Victory card", "Island", dominion.PuttingOnIsland, 1, 1, nil, []string{"Estate"}},
		{"a Curse and no Province", "Masquerade", dominion.Handing, 1, 1, nil, []string{"Curse"}},
		{"a dead card", "Secret Passage", dominion.Inserting, 1, 1, nil, []string{"Estate"}},
		{"the most frequent card", "Wishing Well", dominion.Guessing, 1, 1, numbers{dominion.OwnedOf(dominion.Silver): 5, dominion.OwnedOf(dominion.Copper): 4}, []string{"Silver"}},
		{"a card to be rid of", "Doctor", dominion.Guessing, 1, 1, numbers{dominion.OwnedOf(dominion.Curse): 1, dominion.OwnedOf(dominion.Gold): 4}, []string{"Curse"}},
		{"a better Treasure than Copper", "Mint", dominion.Gaining, 0, 1, nil, []string{"Gold"}},
		{"the first rule", "Workshop", dominion.Gaining, 1, 1, nil, []string{"Village"}},
	} {
		n := numbers{dominion.Asking: int(kind(t, test.card)), dominion.FateOfPick: int(test.fate)}
		for m, v := range test.numbers {
			n[m] = v
		}
		copies := map[string]int{}
		for name, c := range hand {
			copies[name] = c
		}
		got := picking(t, "Gold if 1 > 2\nVillage", n, copies, test.least, test.most)
		assert.Equal(t, test.want, got, "%s: %s", test.card, test.about)
	}
	n := numbers{dominion.Asking: int(kind(t, "Workshop")), dominion.FateOfPick: int(dominion.Gaining)}
	assert.Equal(t, []string{"Smithy"}, picking(t, "Province", n, map[string]int{"Duchy": 1, "Silver": 1, "Smithy": 1}, 1, 1), "no rule: the most expensive card that is not a Victory card")
	assert.Equal(t, []string{"Estate"}, picking(t, "Province", n, map[string]int{"Estate": 1, "Curse": 1}, 1, 1), "not a Curse")
}

// TestNumbers checks picks of modes, amounts of coins, and positions in the deck.
func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		card     string
		fate     dominion.Fate
		required int
		numbers  numbers
		want     state.Card
		done     bool
	}{
		{"Pawn", dominion.Choosing, 2, nil, 0, false},
		{"Steward", dominion.Choosing, 1, nil, 1, false},
		{"Steward", dominion.Choosing, 1, numbers{dominion.HandOf(dominion.Curse): 2}, 2, false},
		{"Squire", dominion.Choosing, 1, nil, 2, false},
		{"Secret Passage", dominion.Placing, 1, nil, 2, false},
		{"Masterpiece", dominion.Overpaying, 0, nil, 2, false},
		{"Doctor", dominion.Overpaying, 0, nil, 0, true},
	} {
		n := numbers{
			dominion.Asking: int(kind(t, test.card)), dominion.FateOfPick: int(test.fate),
			dominion.LeastPicks: test.required, dominion.MostPicks: max(test.required, 1),
		}
		for m, v := range test.numbers {
			n[m] = v
		}
		var options []state.Option
		if test.required == 0 {
			options = append(options, state.Option{Do: state.Done})
		}
		for i := range state.Card(3) {
			options = append(options, state.Option{Do: state.Take, Card: i})
		}
		want := state.Option{Do: state.Take, Card: test.want}
		if test.done {
			want = options[0]
		}
		assert.Equal(t, want, parse(t, "Gold").Choose(ai.NewAsk(measured{numbers: n}, 0, options)), test.card)
	}
}

// TestAnswers checks the answers to yes-or-no questions and which Reactions the rules reveal.
func TestAnswers(t *testing.T) {
	gained := func(name string) numbers { return numbers{dominion.ReactingTo: int(kind(t, name))} }
	for _, test := range []struct {
		card string
		n    numbers
		yes  bool
	}{
		{"Vassal", nil, true},
		{"Minion", nil, true},
		{"Library", numbers{dominion.ActionsLeft: 1}, false},
		{"Library", nil, true},
		{"Native Village", numbers{dominion.OnNativeMat: 2}, true},
		{"Native Village", numbers{dominion.OnNativeMat: 3}, false},
		{"Pirate Ship", numbers{dominion.TokensHeld: 2}, true},
		{"Pirate Ship", numbers{dominion.TokensHeld: 3}, false},
		{"Watchtower", gained("Curse"), true},
		{"Watchtower", gained("Gold"), false},
	} {
		n := numbers{dominion.Asking: int(kind(t, test.card))}
		for m, v := range test.n {
			n[m] = v
		}
		o := parse(t, "Gold").Choose(ai.NewAsk(measured{numbers: n}, 0, []state.Option{{Do: state.No}, {Do: state.Yes}}))
		assert.Equal(t, test.yes, o.Do == state.Yes, "%s %v", test.card, test.n)
	}
	for _, test := range []struct {
		card  string
		n     numbers
		shows bool
	}{
		{"Moat", gained("Witch"), true},
		{"Horse Traders", gained("Witch"), true},
		{"Secret Chamber", gained("Witch"), false},
		{"Tunnel", gained("Tunnel"), true},
		{"Watchtower", gained("Copper"), true},
		{"Watchtower", gained("Province"), false},
		{"Watchtower", gained("Gold"), true},
		{"Trader", gained("Curse"), true},
		{"Trader", gained("Gold"), false},
		{"Fool's Gold", numbers{dominion.HandOf(kind(t, "Fool's Gold")): 1}, true},
		{"Fool's Gold", numbers{dominion.HandOf(kind(t, "Fool's Gold")): 2}, false},
	} {
		show := state.Option{Do: dominion.Show, Card: state.Card(kind(t, test.card))}
		o := parse(t, "Gold").Choose(ai.NewAsk(measured{numbers: test.n}, 0, []state.Option{{Do: dominion.Pass}, show}))
		assert.Equal(t, test.shows, o == show, "%s %v", test.card, test.n)
	}
}

// TestOrder checks which Action of a hand the rules play first.
func TestOrder(t *testing.T) {
	for _, test := range []struct {
		rules string
		junk  int // Coppers in hand
		hand  []string
		want  string
	}{
		{"Gold", 0, []string{"Smithy", "Village", "Witch"}, "Village"},
		{"Gold", 0, []string{"Witch", "Festival"}, "Festival"},
		{"Gold", 0, []string{"Throne Room", "Witch"}, "Throne Room"},
		{"Gold", 0, []string{"Smithy", "Witch"}, "Witch"},
		{"Gold", 0, []string{"Militia", "Smithy"}, "Smithy"},
		{"Gold\nplay: Militia, Village", 0, []string{"Smithy", "Militia", "Village"}, "Militia"},
		{"Gold\nplay: Militia", 0, []string{"Smithy", "Moat"}, "Smithy"},
		{"Gold", 1, []string{"Remodel", "Moat"}, "Remodel"},
		{"Gold", 0, []string{"Remodel", "Moat"}, "Moat"},
		{"Gold", 0, []string{"Trader"}, ""},
	} {
		options := []state.Option{{Do: dominion.Pass}}
		for _, name := range test.hand {
			options = append(options, state.Option{Do: dominion.PlayCard, Card: state.Card(kind(t, name))})
		}
		n := numbers{dominion.HandOf(dominion.Copper): test.junk}
		o := parse(t, test.rules).Choose(ai.NewAsk(measured{numbers: n}, 0, options))
		assert.Equal(t, test.want, dominion.DefOf(state.Kind(o.Card)).Name, "%v", test.hand)
	}
}
