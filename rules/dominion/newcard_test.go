package dominion_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/ai/learned"
	"gamed/rules/dominion"
	"gamed/state"
)

// orchard is the example card of docs/dominion.md.
var orchard = dominion.Def{
	Name: "Orchard", Set: "test", Types: dominion.Action, Cost: 3, Cards: 1,
	Text:   "You may discard a card for +1 Action and +$2.",
	OnPlay: dominion.Discards(dominion.Hand, state.Filter{}, 0, 1).Then(state.IfAny(dominion.Actions(1), dominion.Coins(2))),
}

// TestNewCard checks that games with a new card work with each bot, and that the card is played.
func TestNewCard(t *testing.T) {
	dominion.WithCards(t, []dominion.Def{orchard})
	kind, known := dominion.KindOf("Orchard")
	require.True(t, known)
	rules, err := buyrules.Parse("orchard", "Province\nGold\nOrchard if owned(Orchard) < 3\nSilver")
	require.NoError(t, err)
	bots := []ai.Entry{{Info: ai.Info{Name: "orchard", Rules: "dominion"}, New: rules.New}}
	for _, s := range buyrules.Strategies {
		bots = append(bots, ai.Entry{Info: ai.Info{Name: s.Name, Rules: "dominion"}, New: s.New})
	}
	trained := learned.DominionBots()
	require.NoError(t, trained[0].LoadError)
	roster := ai.Roster{Bots: append(bots, trained...)}
	plays := 0
	for _, info := range roster.Names("dominion") {
		name := info.Name
		if name == "ismcts" {
			name += ":4"
		}
		plays += playNewCard(t, roster, []string{name, "orchard"}, "Orchard", kind)
	}
	assert.Greater(t, plays, 20, "the card is played")
}

// TestManyKinds checks that bots play the last card of a card table with 255 rows.
func TestManyKinds(t *testing.T) {
	n := len(dominion.Rules.Info().Cards)
	var more []dominion.Def
	var names []string
	for k := n + 1; k <= 255; k++ {
		d := orchard
		d.Name = fmt.Sprint("Orchard ", k)
		more = append(more, d)
		if names = append(names, d.Name); len(names) > 10 {
			names = names[1:]
		}
	}
	dominion.WithCards(t, more)
	last, known := dominion.KindOf("Orchard 255")
	require.True(t, known)
	require.Equal(t, state.Kind(255), last)
	rules, err := buyrules.Parse("last", "Province\nGold\nOrchard 255 if owned(Orchard 255) < 4\nSilver")
	require.NoError(t, err)
	roster := ai.Roster{Bots: []ai.Entry{{Info: ai.Info{Name: "last", Rules: "dominion"}, New: rules.New}}}
	plays := 0
	for _, name := range []string{"random", "greedy", "ismcts:4", "last"} {
		plays += playNewCard(t, roster, []string{name, "last"}, strings.Join(names, ","), last)
	}
	assert.Greater(t, plays, 10)
}

// playNewCard plays a game between the named bots and returns how often a card of the kind was played.
func playNewCard(t *testing.T, roster ai.Roster, names []string, kingdom string, kind state.Kind) (plays int) {
	m, err := dominion.Rules.Deal(state.Setup{Seats: len(names), Seed: 1, Table: map[string]string{"kingdom": kingdom, "turns": "15"}})
	require.NoError(t, err)
	var bots []ai.Bot
	for seat, name := range names {
		bot, err := roster.New("dominion", name, uint64(seat))
		require.NoError(t, err)
		bots = append(bots, bot)
	}
	for m.Awaiting() != 0 {
		seat := m.Next()
		a := ai.NewAsk(m, seat, m.Options(seat, nil))
		o := bots[seat].Choose(a)
		require.Contains(t, a.Options, o, names[seat])
		require.Len(t, m.AppendFeatures(nil, seat), dominion.Rules.Layout.Len())
		if o.Do == dominion.PlayCard && state.Kind(o.Card) == kind {
			plays++
		}
		m.Apply(state.Request{Seat: seat, Option: o}, nil)
	}
	return plays
}
