package buyrules_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/rules/dominion"
	"gamed/state"
)

// numbers holds the values of measures.
type numbers map[state.Measure]int

// A measured is a fake game that has measures and nothing else.
type measured struct {
	state.Machine
	numbers
}

func (m measured) Measure(_ state.Seat, what state.Measure) int { return m.numbers[what] }

// shop returns the decision to buy one of the kinds or to pass.
func shop(n numbers, kinds ...state.Kind) ai.Ask {
	options := []state.Option{{Do: dominion.Pass}}
	for _, k := range kinds {
		options = append(options, state.Option{Do: dominion.BuyCard, Card: state.Card(k)})
	}
	return ai.NewAsk(measured{numbers: n}, 0, options)
}

// TestBuy checks which conditions of rules hold for given measures, and that Choose does not
// allocate.
func TestBuy(t *testing.T) {
	village := kind(t, "Village")
	n := numbers{
		dominion.Money: 17, dominion.Turn: 4, dominion.CoinsLeft: 6, dominion.BuysLeft: 2, dominion.LeftOf(dominion.Province): 3,
		dominion.OwnedOf(village): 1, dominion.OwnedTypes(dominion.Treasure): 10, dominion.OwnedOf(dominion.Curse): 2,
	}
	for text, buys := range map[string]bool{
		"Village": true,
		"Village if money > 16 and money < 18 and turn = 4 and coins >= 6 and buys <= 2": true,
		"Village if money > 16 and money < 17":                                           false,
		"Village if left(Province) = 3 and owned(Village) = 1":                           true,
		"Village if owned(Village) < owned(Treasure) / 10":                               false,
		"Village if owned(Village) <= owned(Treasure) / 10":                              true,
		"Village if owned(Village) < owned(Treasure) / 9":                                true, // 1.11, not 1
		"Village if owned(Treasure) / 3 > 3":                                             true,
		"Village if owned(Treasure) / 3 = 3":                                             false,
		"Village if owned(Village) * 10 = owned(Treasure)":                               true,
		"Village if owned(Curse) = 2 and 3 > 2":                                          true,
		"Village if 1000000 * 1000000 > 999999 / 1000000":                                true,
		"Silver\nGold if turn < 4\nVillage":                                              true, // not available; does not hold
	} {
		r := parse(t, text)
		a := shop(n, dominion.Gold, village)
		want := state.Option{Do: dominion.Pass}
		if buys {
			want = state.Option{Do: dominion.BuyCard, Card: state.Card(village)}
		}
		assert.Equal(t, want, r.Choose(a), text)
		assert.Zero(t, testing.AllocsPerRun(10, func() { r.Choose(a) }))
	}
	r := parse(t, "Gold if money = 17\nVillage")
	assert.Equal(t, state.Card(dominion.Gold), r.Choose(shop(n, dominion.Gold, village)).Card, "the first line that holds")
}

// A comparison is a condition of a rule, with the result that plain arithmetic expects.
type comparison struct {
	text  string
	holds bool
}

var quantities = map[string]state.Measure{
	"money": dominion.Money, "turn": dominion.Turn, "coins": dominion.CoinsLeft, "buys": dominion.BuysLeft,
	"left(Province)": dominion.LeftOf(dominion.Province), "owned(Gold)": dominion.OwnedOf(dominion.Gold),
	"owned(Treasure)": dominion.OwnedTypes(dominion.Treasure),
}

func drawTerm(t *rapid.T, n numbers) (string, *big.Rat) {
	word := rapid.SampledFrom([]string{"", "money", "turn", "coins", "buys", "left(Province)", "owned(Gold)", "owned(Treasure)"}).Draw(t, "word")
	small := rapid.OneOf(rapid.IntRange(0, 12), rapid.IntRange(0, 1_000_000))
	text, value := word, n[quantities[word]]
	if word == "" {
		value = small.Draw(t, "number")
		text = fmt.Sprint(value)
	}
	r := new(big.Rat).SetInt64(int64(value))
	by := small.Draw(t, "by")
	switch rapid.SampledFrom([]string{"", "*", "/"}).Draw(t, "sign") {
	case "*":
		return fmt.Sprintf("%s * %d", text, by), r.Mul(r, new(big.Rat).SetInt64(int64(by)))
	case "/":
		by = max(by, 1)
		return fmt.Sprintf("%s/%d", text, by), r.Quo(r, new(big.Rat).SetInt64(int64(by)))
	}
	return text, r
}

func drawComparison(t *rapid.T, n numbers) comparison {
	left, l := drawTerm(t, n)
	right, r := drawTerm(t, n)
	op := rapid.SampledFrom([]string{"<", "<=", ">", ">=", "="}).Draw(t, "op")
	order := l.Cmp(r)
	holds := map[string]bool{"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0, "=": order == 0}[op]
	return comparison{left + " " + op + " " + right, holds}
}

// TestExact compares the conditions of random rules with calculations in exact fractions, for
// numbers up to maxNumber.
func TestExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := numbers{}
		for word, measure := range quantities {
			n[measure] = rapid.OneOf(rapid.IntRange(0, 12), rapid.IntRange(0, 10_000)).Draw(t, word)
		}
		names := []state.Kind{dominion.Copper, dominion.Silver, dominion.Gold, dominion.Estate, dominion.Duchy}
		var lines []string
		want := state.Option{Do: dominion.Pass}
		for range rapid.IntRange(1, 5).Draw(t, "lines") {
			k := rapid.SampledFrom(names).Draw(t, "card")
			var conditions []string
			all := true
			for range rapid.IntRange(1, 3).Draw(t, "conditions") {
				c := drawComparison(t, n)
				conditions, all = append(conditions, c.text), all && c.holds
			}
			lines = append(lines, dominion.DefOf(k).Name+" if "+strings.Join(conditions, " and "))
			if all && want.Card == 0 {
				want = state.Option{Do: dominion.BuyCard, Card: state.Card(k)}
			}
		}
		r, err := buyrules.Parse("test.txt", strings.Join(lines, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Choose(shop(n, names...)); got != want {
			t.Fatalf("%v, want %v, of:\n%s", got, want, strings.Join(lines, "\n"))
		}
	})
}
