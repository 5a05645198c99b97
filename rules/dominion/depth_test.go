package dominion

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestDepth checks that the stack has room for all frames, and that a Throne Room or King's Court offers
// the Actions in hand while the stack has room. It nests cards that play cards, with another card
// innermost and many reactions in hand.
func TestDepth(t *testing.T) {
	t.Parallel()
	deepestSeen := 0
	for _, bottom := range []string{
		"Artisan", "Bandit", "Cellar", "Library", "Militia", "Minion", "Pirate Ship", "Remodel", "Sentry", "Vassal", "Workshop",
	} {
		for _, printing := range []string{"2011", "current"} {
			start := stagedPosition(t, "deal seats=3 actions=60 bridges=8 printing="+printing+
				" kingdom=(Throne Room, King's Court, Tunnel, Watchtower, Trader, Secret Chamber, Horse Traders, Fool's Gold, Stash, "+bottom+")"+
				" hand0=(30 Throne Room, 9 King's Court, 9 "+bottom+", 2 Tunnel, 2 Watchtower, 2 Trader, 4 Gold)"+
				" rest0=(9 "+bottom+", 5 Tunnel, 5 Watchtower, 9 Gold) discard0=(9 Stash)"+
				" hand1=(2 Secret Chamber, 2 Horse Traders, 2 Tunnel, 2 Watchtower, 2 Trader, 2 Fool's Gold)"+
				" rest1=(5 Tunnel, 5 Watchtower) discard1=(9 Stash)"+
				" hand2=(2 Secret Chamber, 2 Tunnel, 2 Watchtower, 2 Trader, 2 Fool's Gold) rest2=(9 Tunnel, 9 Trader)")
			for seed := range 20 {
				s := start
				r := state.Rand(seed)
				deepestSeen = max(deepestSeen, playNested(t, &s, &r))
			}
		}
	}
	t.Logf("%d of %d frames", deepestSeen, state.MaxDepth)
	require.Greater(t, deepestSeen, maxNesting+5)
	require.LessOrEqual(t, deepestSeen, state.MaxDepth)
}

// TestDepthOfPlayedReactions checks that the stack has room when reactions are played from the
// hand. It nests cards that play cards, on top of gains that cause other gains. A push onto a full
// stack panics and fails the test.
func TestDepthOfPlayedReactions(t *testing.T) {
	t.Parallel()
	deepestSeen := 0
	for _, bottom := range []string{"Artisan", "Squire", "Remodel", "Swindler", "Masquerade", "Doctor", "Workshop", "Upgrade"} {
		start := stagedPosition(t, "deal seats=3 actions=60 bridges=4"+
			" kingdom=(Throne Room, King's Court, Falconer, Black Cat, Border Village, Watchtower, Moat, Talisman, Trader, "+bottom+")"+
			" hand0=(9 Throne Room, 5 King's Court, 9 "+bottom+", 5 Falconer, 2 Watchtower, 2 Trader, 4 Gold)"+
			" rest0=(9 "+bottom+", 9 Border Village, 5 Falconer)"+
			" hand1=(5 Falconer, 3 Black Cat, 2 Moat, 2 Watchtower, 2 Trader) rest1=(9 Falconer, 9 Black Cat)"+
			" hand2=(5 Falconer, 3 Black Cat, 2 Moat, 2 Watchtower, 2 Trader) rest2=(9 Falconer, 9 Black Cat)")
		for seed := range 60 {
			s := start
			r := state.Rand(seed)
			deepestSeen = max(deepestSeen, playNested(t, &s, &r))
		}
	}
	t.Logf("%d of %d frames", deepestSeen, state.MaxDepth)
	require.Greater(t, deepestSeen, maxReacting+5)
	require.LessOrEqual(t, deepestSeen, state.MaxDepth)
}

// playNested plays a turn with nested plays, gained Provinces and most possible reactions. It checks
// every position and returns the largest depth of the stack.
func playNested(t *testing.T, s *Position, r *state.Rand) (most int) {
	host := func(k state.Kind) bool { return k == kindOf["Throne Room"] || k == kindOf["King's Court"] }
	dealt := *s
	var options []state.Option
	for turn := s.Turn; !s.Over && s.Turn == turn; {
		seat := s.Next()
		options = Rules.Options(s, seat, options[:0])
		o := options[r.N(len(options))]
		f := s.Stack.Top()
		most = max(most, int(s.Stack.Depth))
		hosts := f.Phase == ChoicePhase && host(f.Kind)
		room := s.Stack.Depth < maxNesting // the card may play another card
		for _, other := range options {
			k := state.Kind(other.Card)
			if other.Do == state.Take {
				k = s.Kinds[other.Card]
			}
			if (f.Phase == ActionPhase || hosts) && host(k) == room ||
				other.Do == state.Take && k == Province ||
				other.Do == Show && r.N(4) > 0 {
				o = other
			}
		}
		if hosts && s.Sides[f.Actor].Hand.Counts.nonzero()&s.ofTypes(Action) != 0 {
			require.Equal(t, state.Take, options[len(options)-1].Do, s.stackText())
		}
		Rules.Apply(s, seat, o, nil)
		if err := check(&dealt, s); err != nil { // the text of the stack takes longer than the check
			require.NoError(t, err, s.stackText())
		}
	}
	return most
}

// steps returns the sum of the amounts that a verb has in the code of one play.
func steps(d *Def, verb state.Verb) (n uint8) {
	for _, op := range d.OnPlay {
		if op.Verb == verb {
			n += uint8(op.N)
		}
	}
	return n
}

// TestNoPurchases checks that a game without purchases ends after its last turn, and that all seats share
// the win.
func TestNoPurchases(t *testing.T) {
	for seats := range state.MaxSeats {
		s, err := deal(state.Setup{Seats: seats + 1, Seed: 1, Table: map[string]string{"turns": "30"}})
		require.NoError(t, err)
		for !s.Over {
			options := Rules.Options(&s, s.Next(), nil)
			i := slices.IndexFunc(options, func(o state.Option) bool { return o.Do == Pass })
			Rules.Apply(&s, s.Next(), options[i], nil)
		}
		assert.EqualValues(t, 30*(seats+1), s.Turn)
		assert.Equal(t, state.AllSeats(seats+1), s.Won)
	}
}

// TestCountersHold checks that the counters of a turn cannot overflow. A seat owns at most ten
// cards per kingdom pile. A played card stays in play, or goes to a place such as the Island mat.
// So a card is played once per turn unless a Throne Room or King's Court repeats the play.
func TestCountersHold(t *testing.T) {
	// best returns the sum over the n kingdom cards that add the most to a counter.
	best := func(n int, gives func(d *Def) uint8) (sum int) {
		var all []int
		for _, d := range cards[nBasic:] {
			all = append(all, int(gives(&d)))
		}
		slices.Sort(all)
		for _, one := range all[len(all)-n:] {
			sum += one
		}
		return sum
	}
	const copies, atMost = 10, 3 // cards of a pile, and plays of a card in a turn

	// An extra play is a play of a card after its first one. A play of a King's Court
	// adds two extra plays, and a play of a Throne Room adds one. Nine of the ten King's Courts
	// can be played by another King's Court. So King's Courts have 18 extra plays and 28 plays
	// in all. Let t be the number of extra plays of the Throne Rooms. Then all these plays add
	// 2*28 + 10+t extra plays. The King's Courts use 18 of them and the Throne Rooms t, so 48
	// are left for cards that give Actions.
	const extra = 48
	most := 2
	givenActions := func(d *Def) uint8 { return d.Actions + steps(d, vActions) }
	givenBuys := func(d *Def) uint8 { return d.Buys + steps(d, vBuys) }
	for _, d := range cards {
		assert.LessOrEqual(t, int(givenActions(&d)), most, d.Name)
		assert.LessOrEqual(t, int(givenBuys(&d)), most, d.Name)
	}
	actions := 1 + copies*best(kingdomSize-2, givenActions) + extra*most
	assert.LessOrEqual(t, actions, 255)
	buys := 1 + copies*best(kingdomSize, givenBuys) + extra*most
	assert.LessOrEqual(t, buys, 255)
	assert.LessOrEqual(t, copies*atMost, 255, "Bridges, Merchants")
	assert.LessOrEqual(t, int(pileSize(Silver, 2)), 255, "Silvers, which nothing plays twice")

	// A trashed Treasure gives a token, at most once per card and game: a possessed player's
	// trashed cards return, but only in that turn.
	treasures := 0
	for _, k := range []state.Kind{Copper, Silver, Gold, Platinum, Potion} {
		treasures += int(pileSize(k, 0))
	}
	kingdomTreasures := 0
	for _, d := range cards[nBasic:] {
		if d.Types&Treasure != 0 {
			kingdomTreasures++
		}
	}
	treasures += copies * min(kingdomTreasures, kingdomSize-1)
	assert.LessOrEqual(t, treasures, 255, "tokens")

	// coins is more than a seat can have in a turn. It is the sum of the printed coins, 1 per Treasure
	// for each Bank, 1 per token for each Pirate Ship, and 127 for each card that pays per discard.
	coins := atMost*copies*best(kingdomSize, func(d *Def) uint8 { return d.Coins }) + 5*treasures +
		copies*treasures + atMost*copies*treasures + atMost*copies*127
	assert.LessOrEqual(t, coins, 65535)
}
