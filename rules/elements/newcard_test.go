package elements_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/ai/learned"
	"gamed/rules/elements"
	"gamed/state"
)

// spitfire is the example card of docs/elements.md.
var spitfire = elements.Def{
	Name: "Spitfire", Type: elements.Being, Cost: elements.Cost{elements.Red: 1, elements.Any: 1}, Attack: 2, Health: 1,
	Text:    "When played, deal 1 damage to a Being or a player.",
	Arrives: elements.Power{Aim: elements.ABeing | elements.APlayer, Do: elements.Damage(1)},
}

// TestNewCard plays games with each kind of bot and checks that the bots play a new card. Their
// weights were trained without the card.
func TestNewCard(t *testing.T) {
	elements.WithCards(t, []elements.Def{spitfire})
	plays := 0
	for _, name := range []string{"random", "greedy", "ismcts:20", "learned-greedy", "learned:20"} {
		plays += playNewCards(t, name, spitfire.Name)
	}
	assert.Greater(t, plays, 10, "the card is played")
}

// TestManyKinds checks that bots play the last cards of a card table with 255 rows.
func TestManyKinds(t *testing.T) {
	var more []elements.Def
	for k := len(elements.Rules.Info().Cards) + 1; k <= 255; k++ {
		d := spitfire
		d.Name = fmt.Sprint("Spitfire ", k)
		more = append(more, d)
	}
	elements.WithCards(t, more)
	require.Len(t, elements.Rules.Info().Cards, 255)
	plays := 0
	for _, name := range []string{"random", "greedy", "ismcts:20", "learned:20"} {
		plays += playNewCards(t, name, "Spitfire 130", "Spitfire 200", "Spitfire 255")
	}
	assert.Greater(t, plays, 10, "the cards are played")
}

// playNewCards plays a few games between two bots of the given name. It returns how often the new
// cards were played. The decks include cards that make a player pick from a hand or a Past.
func playNewCards(t *testing.T, name string, cards ...string) (plays int) {
	roster := ai.Roster{Bots: learned.ElementsBots()}
	deck := "3 Torch Runner\n3 Spark\n3 Ash Imp\n3 Furnace Ox\n3 Sift\n2 Tide Scholar\n2 Night Thief\n2 Dig Up"
	for _, card := range cards {
		deck += "\n3 " + card
	}
	for seed := range uint64(4) {
		m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: state.Seed(seed), Decks: []string{deck, deck}, Table: map[string]string{"turns": "25"}})
		require.NoError(t, err)
		var bots []ai.Bot
		for range m.Seats() {
			bot, err := roster.New("elements", name, seed)
			require.NoError(t, err)
			bots = append(bots, bot)
		}
		r := state.Rand(seed)
		for m.Awaiting() != 0 {
			a := ai.NewAsk(m, m.Next(), m.Options(m.Next(), nil))
			o := bots[a.Seat].Choose(a)
			require.Contains(t, a.Options, o)
			if o.Do == elements.Play && slices.Contains(cards, m.Label(a.Seat, o).Card) {
				plays++
			}
			m.Resample(a.Seat, &r)
			m.Apply(state.Request{Seat: a.Seat, Option: o}, nil)
		}
	}
	return plays
}
