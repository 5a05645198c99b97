package dominion

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
	"gamed/state/statetest"
)

// TestPileSizes checks the sizes of the supply piles for each number of seats.
func TestPileSizes(t *testing.T) {
	for _, test := range []struct {
		name  string
		seats [6]uint8 // sizes of the pile with one seat, two, …
	}{
		{"Copper", [6]uint8{53, 46, 39, 32, 25, 18}},
		{"Silver", [6]uint8{40, 40, 40, 40, 40, 40}},
		{"Gold", [6]uint8{30, 30, 30, 30, 30, 30}},
		{"Platinum", [6]uint8{12, 12, 12, 12, 12, 12}},
		{"Potion", [6]uint8{16, 16, 16, 16, 16, 16}},
		{"Estate", [6]uint8{8, 8, 12, 12, 12, 12}},
		{"Duchy", [6]uint8{8, 8, 12, 12, 12, 12}},
		{"Province", [6]uint8{8, 8, 12, 12, 15, 18}},
		{"Colony", [6]uint8{8, 8, 12, 12, 12, 12}},
		{"Curse", [6]uint8{0, 10, 20, 30, 40, 50}},
		{"Smithy", [6]uint8{10, 10, 10, 10, 10, 10}},
		{"Gardens", [6]uint8{8, 8, 12, 12, 12, 12}},
		{"Island", [6]uint8{8, 8, 12, 12, 12, 12}},
		{"Tunnel", [6]uint8{8, 8, 12, 12, 12, 12}},
	} {
		for i, want := range test.seats {
			s, err := deal(state.Setup{Seats: i + 1, Seed: 1, Table: map[string]string{
				"kingdom": "Smithy, Gardens, Island, Tunnel, Possession", "colony": "yes",
			}})
			require.NoError(t, err)
			assert.Equal(t, want, s.Supply[s.pileOf(kindOf[test.name])], "%s with %d seats", test.name, i+1)
		}
	}
}

// TestRedeal checks that a machine that deals many games deals the same games as new machines. If the
// table options do not change, it must not allocate.
func TestRedeal(t *testing.T) {
	var setups []state.Setup
	for _, options := range []map[string]string{
		nil, {"kingdom": "Witch, Stash, Watchtower", "colony": "yes"}, {"kingdom": "random"}, {"turns": "3", "printing": "2011"}, {"kingdom": "Witch"},
	} {
		for i := range 40 {
			setups = append(setups, state.Setup{Seats: 2 + i/10%3, Seed: state.Seed(i), Table: options})
		}
	}
	statetest.Redeal(t, Rules, append(setups, state.Setup{Seats: 2, Table: map[string]string{"kingdom": "Witch"}}))
}

// TestTableOptions checks the kingdom and the field Printing of games with valid table options.
func TestTableOptions(t *testing.T) {
	for _, test := range []struct {
		about   string
		options map[string]string
		has     string // cards of the game
		lacks   string
	}{
		{"nothing said", nil, "Cellar, Market, Merchant, Militia, Mine, Moat, Remodel, Smithy, Village, Workshop", "Potion, Platinum, Colony"},
		{"the first game", map[string]string{"kingdom": "first"}, "Cellar, Workshop", "Witch"},
		{"filled up", map[string]string{"kingdom": "Witch, Chapel"}, "Witch, Chapel, Cellar, Smithy", "Village, Workshop"},
		{"space", map[string]string{"kingdom": " Witch ,Chapel, "}, "Witch, Chapel", ""},
		{"Potions for a card that costs one", map[string]string{"kingdom": "Possession"}, "Possession, Potion", "Colony"},
		{"Colonies", map[string]string{"colony": "yes"}, "Platinum, Colony", "Potion"},
		{"no Colonies", map[string]string{"colony": "no"}, "Province", "Platinum, Colony"},
		{
			"cards removed by second editions, and the promotional card",
			map[string]string{"kingdom": "Secret Chamber, Pirate Ship, Contraband, Venture, Loan, Horse Traders, Stash"},
			"Secret Chamber, Pirate Ship, Contraband, Venture, Loan, Horse Traders, Stash", "",
		},
	} {
		s, err := deal(state.Setup{Seats: 2, Seed: 1, Table: test.options})
		require.NoError(t, err, test.about)
		for _, name := range split(test.has) {
			assert.NotZero(t, s.pileOf(kindOf[name]), "%s: %s", test.about, name)
		}
		for _, name := range split(test.lacks) {
			assert.Zero(t, s.pileOf(kindOf[name]), "%s: %s", test.about, name)
		}
	}
	for value, want := range map[string]printing{"2011": of2011, "current": ofToday} {
		s, err := deal(state.Setup{Seats: 2, Seed: 1, Table: map[string]string{"printing": value}})
		require.NoError(t, err)
		assert.Equal(t, want, s.Printing)
	}
}

// TestTableErrors compares the errors for invalid table options with a golden file.
func TestTableErrors(t *testing.T) {
	var b strings.Builder
	for _, line := range []string{
		"kindom=random", "kingdom=Smity", "kingdom=Flumph", "kingdom=Copper", "kingdom=Platinum", "kingdom=Witch, Witch",
		"kingdom=" + tooMany(), "kingdom=random first", "kingdom=Random",
		"sets=base", "ban=Witch", "costs=2", "answers=yes", "kingdom=Witch; ban=Witch",
		"kingdom=random; sets=bass", "kingdom=random; sets=alchemy", "kingdom=random; sets=cornucopia,promo",
		"kingdom=random; ban=Wich", "kingdom=random; ban=Gold", "kingdom=random; costs=two", "kingdom=random; costs=-1",
		"kingdom=random; costs=21", "kingdom=random; costs=8", "kingdom=random; answers=maybe",
		"kingdom=random; answers=yes; ban=Moat,Secret Chamber,Lighthouse,Horse Traders; costs=2,3,4,5",
		"colony=perhaps", "printing=2012", "printing=", "turns=0", "turns=201", "turns=many",
	} {
		options := map[string]string{}
		for _, option := range strings.Split(line, ";") {
			name, value, _ := strings.Cut(strings.TrimSpace(option), "=")
			options[name] = value
		}
		_, err := deal(state.Setup{Seats: 2, Seed: 1, Table: options})
		if assert.Error(t, err, line) {
			fmt.Fprintf(&b, "%s\n\t%v\n", line, err)
		}
	}
	for _, setup := range []state.Setup{{Seats: 0}, {Seats: 7}, {Seats: 2, Decks: []string{"Big Money"}}} {
		_, err := deal(setup)
		if assert.Error(t, err) {
			fmt.Fprintf(&b, "seats=%d decks=%q\n\t%v\n", setup.Seats, setup.Decks, err)
		}
	}
	statetest.Golden(t, "testdata/table_errors.txt", b.String())
}

func tooMany() string {
	var names []string
	for _, d := range cards[nBasic:][:kingdomSize+1] {
		names = append(names, d.Name)
	}
	return strings.Join(names, ",")
}

// TestRandomKingdoms checks that random kingdoms obey each constraint, and that they reach every
// card that the constraint allows.
func TestRandomKingdoms(t *testing.T) {
	attacks := func(k state.Kind) bool { return cards[k].Types&Attack != 0 }
	for _, test := range []struct {
		about   string
		options map[string]string
		allows  func(state.Kind) bool
	}{
		{"all", nil, func(state.Kind) bool { return true }},
		{"nothing asked for", map[string]string{"sets": "", "ban": "", "costs": "", "answers": "no"}, func(state.Kind) bool { return true }},
		{"one set", map[string]string{"sets": "base"}, func(k state.Kind) bool { return cards[k].Set == "base" }},
		{
			"two sets, in whatever edition", map[string]string{"sets": "seaside, prosperity"},
			func(k state.Kind) bool { return slices.Contains([]string{"seaside", "prosperity"}, setOf(&cards[k])) },
		},
		{"costs", map[string]string{"costs": "2,4"}, func(k state.Kind) bool { return cards[k].Cost == 2 || cards[k].Cost == 4 }},
		{
			"without some cards", map[string]string{"ban": "Witch, Possession"},
			func(k state.Kind) bool { return cards[k].Name != "Witch" && cards[k].Name != "Possession" },
		},
		{
			"without more cards than a kingdom has", map[string]string{"ban": tooMany()},
			func(k state.Kind) bool { return k >= nBasic+kingdomSize+1 },
		},
		{
			"all of them", map[string]string{"sets": "base", "costs": "2,3,4", "ban": "Militia", "answers": "yes"},
			func(k state.Kind) bool {
				return cards[k].Set == "base" && cards[k].Cost <= 4 && cards[k].Name != "Militia"
			},
		},
	} {
		options := maps.Clone(test.options)
		if options == nil {
			options = map[string]string{}
		}
		options["kingdom"] = "random"
		drawn := map[state.Kind]bool{}
		for seed := range uint64(300) {
			kingdom := drawKingdom(t, seed, options)
			assert.Len(t, kingdom, kingdomSize, test.about)
			for _, k := range kingdom {
				assert.True(t, test.allows(k), "%s: %s", test.about, cards[k].Name)
				drawn[k] = true
			}
			assert.Equal(t, kingdom, drawKingdom(t, seed, options), "equal seeds deal equal kingdoms")
			if options["answers"] == "yes" && slices.ContainsFunc(kingdom, attacks) {
				assert.True(t, slices.ContainsFunc(kingdom, answersAttack), "%s: seed %d has Attacks and no answer", test.about, seed)
			}
		}
		for k := state.Kind(nBasic); int(k) < len(cards); k++ {
			assert.Equal(t, test.allows(k), drawn[k], "%s: %s in 300 kingdoms", test.about, cards[k].Name)
		}
	}
}

// TestAnswers checks that with the table option "answers", each kingdom with an Attack contains a
// card that answers Attacks. A kingdom without Attacks needs no such card.
func TestAnswers(t *testing.T) {
	without := 0
	for seed := range uint64(300) {
		kingdom := drawKingdom(t, seed, map[string]string{"kingdom": "random", "answers": "yes"})
		assert.Len(t, kingdom, kingdomSize)
		if !slices.ContainsFunc(kingdom, func(k state.Kind) bool { return cards[k].Types&Attack != 0 }) {
			without++
			continue
		}
		assert.True(t, slices.ContainsFunc(kingdom, answersAttack), "seed %d", seed)
	}
	assert.NotZero(t, without, "a kingdom without Attacks is left as it is")
}

// drawKingdom deals a game and returns its kingdom in ascending order.
func drawKingdom(t *testing.T, seed uint64, options map[string]string) (kinds []state.Kind) {
	t.Helper()
	s, err := deal(state.Setup{Seats: 2, Seed: state.Seed(seed), Table: options})
	require.NoError(t, err)
	for _, k := range s.Kinds {
		if k >= nBasic {
			kinds = append(kinds, k)
		}
	}
	return kinds
}
