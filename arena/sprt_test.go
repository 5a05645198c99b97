package arena_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena"
	"gamed/arena/stats"
)

func sprt(elo0, elo1 float64) *stats.SPRT {
	return &stats.SPRT{Elo0: elo0, Elo1: elo1, Alpha: .05, Beta: .05, Model: stats.Normalized}
}

// TestSPRTStops checks that the match stops at the deciding pair, or at the deciding rotation
// with three seats.
func TestSPRTStops(t *testing.T) {
	all := [][]string{{"greedy", "random"}, {"random", "greedy"}, {"greedy", "random", "random"}}
	if testing.Short() {
		all = all[1:2] // enough for the race detector
	}
	for _, bots := range all {
		m := match(t, 100_000, bots...)
		m.SPRT = sprt(0, 30)
		r := run(t, m)
		require.NotNil(t, r.SPRT)
		want, text := stats.AcceptH1, "SPRT: accepted H1 (+30 nElo) over H0 (0)"
		if bots[0] == "random" {
			want, text = stats.AcceptH0, "SPRT: accepted H0 (0 nElo) over H1 (+30)"
		}
		assert.Equal(t, want, r.SPRT.State)
		assert.Contains(t, r.String(), text)
		assert.Less(t, r.Games, 2000)

		// Without the last unit the test is undecided.
		m.Games = r.Games - len(bots)
		before := run(t, m)
		assert.Equal(t, m.Games, before.Games)
		assert.Equal(t, stats.Continue, before.SPRT.State)
		assert.Contains(t, before.String(), "SPRT: undecided")
	}
}

// TestSPRTOfEquals checks that few SPRTs between equal bots accept a large difference. Their error
// rate is 5 %, at which more than 6 of 60 would be wrong with a probability of 3 %.
func TestSPRTOfEquals(t *testing.T) {
	runs := 60
	if testing.Short() {
		runs = 10 // enough for the race detector
	}
	wrong := 0
	for seed := range uint64(runs) {
		m := match(t, 100_000, "random", "random")
		m.SPRT, m.Seed = sprt(0, 100), seed
		if run(t, m).SPRT.State == stats.AcceptH1 {
			wrong++
		}
	}
	assert.LessOrEqual(t, wrong, runs/10)
}

// TestComparison checks the comparison against the counts in the game lines.
func TestComparison(t *testing.T) {
	number := 200
	if testing.Short() {
		number = 40 // enough for the race detector
	}
	r, out := runWithOutput(t, match(t, number, "random", "greedy"))
	var pairs [5]int
	list := games(t, out)
	for n := 0; n < len(list); n += 2 {
		score := 0
		for i, g := range list[n : n+2] {
			switch {
			case len(g.Won) != 1:
				score++
			case g.Won[0] == i: // the first bot has seat i
				score += 2
			}
		}
		pairs[score]++
	}
	require.NotNil(t, r.Comparison)
	assert.Equal(t, pairs[:], r.Comparison.Pairs)
	assert.Equal(t, number/2, r.Comparison.Units)
	assert.Equal(t, stats.PairSample(pairs).Mean().Elo, r.Comparison.Elo)
	assert.Less(t, r.Comparison.LOS, .01)

	three := run(t, match(t, 30, "random", "greedy", "random"))
	assert.Nil(t, three.Comparison.Pairs)
	assert.Equal(t, 10, three.Comparison.Units)
	assert.Regexp(t, `(?m)^    rotations +10$`, three.String())
	alone := run(t, richMatch(1, 3))
	assert.Nil(t, alone.Comparison)
	unswapped := match(t, 20, "random", "greedy")
	unswapped.NoSwap = true
	r = run(t, unswapped)
	assert.Nil(t, r.Comparison.Pairs)
	assert.Equal(t, 20, r.Comparison.Units)
}

// TestDecks checks a match that compares decks: the decks of its pairs, and the deck table.
func TestDecks(t *testing.T) {
	m := match(t, 24, "random", "random")
	m.Decks = [][]string{{"wildfire", "orchard"}, {"orchard", "wildfire"}, {"wildfire", "lullaby"}}
	r, out := runWithOutput(t, m)
	wins, played := 0, 0
	for _, g := range games(t, out) {
		assert.Equal(t, m.Decks[g.Pair%3], g.Decks)
		if strings.Join(g.Decks, " ") != "wildfire lullaby" {
			continue
		}
		played++
		if len(g.Won) == 1 && g.Won[0] == 0 {
			wins++
		}
	}
	assert.Equal(t, 8, played)
	require.Len(t, r.DeckTable, 3)
	assert.IsNonIncreasing(t, []float64{r.DeckTable[0].Score.Value, r.DeckTable[1].Score.Value, r.DeckTable[2].Score.Value})
	for _, row := range r.DeckTable {
		assert.Equal(t, row.Games, row.Wins+row.Losses+row.Draws)
		for _, other := range row.Against {
			if row.Deck == "wildfire" && other.Deck == "lullaby" {
				assert.Equal(t, arena.WinLossRecord{Games: 8, Wins: wins, Losses: 8 - wins, Score: stats.Rate(float64(wins), 8)}, other.WinLossRecord)
			}
		}
	}
	assert.Contains(t, r.String(), "against all others")
}

// TestNamedDecks checks that a match with only two different decks also counts the wins of each
// deck.
func TestNamedDecks(t *testing.T) {
	file := "3 Spark\n3 Ash Imp\n3 Furnace Ox\n3 Ember Adept\n3 Pit Bout\n3 War Shout\n3 Torch Runner\n"
	m := match(t, 24, "random", "random")
	for _, decks := range [][2]string{{"wildfire", "orchard"}, {"orchard", file}} {
		names := decks
		if names[1] == file {
			names[1] = "deck of seat 1"
		}
		m.Decks = [][]string{decks[:]}
		r, out := runWithOutput(t, m)
		wins := 0
		for _, g := range games(t, out) {
			assert.Equal(t, names[:], g.Decks)
			wins += int(g.Points(0))
		}
		require.Len(t, r.DeckTable, 2)
		row := r.DeckTable[slices.IndexFunc(r.DeckTable, func(row arena.DeckRow) bool { return row.Deck == names[0] })]
		assert.Equal(t, []int{24, wins, 24 - wins}, []int{row.Games, row.Wins, row.Losses})
		require.Len(t, row.Against, 1)
		assert.Equal(t, names[1], row.Against[0].Deck)
		assert.Equal(t, row.WinLossRecord, row.Against[0].WinLossRecord)
		require.Len(t, r.FirstSeats, 1)
		assert.Equal(t, 24, r.FirstSeats[0].Games)
		assert.Contains(t, r.String(), "against all others")
	}
	m.Decks = [][]string{{"wildfire", "wildfire"}}
	assert.Nil(t, run(t, m).DeckTable, "one deck has no other")
}
