package game_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// TestDeckLists checks when clients receive the deck lists. Before the last player has chosen a deck, no
// client receives a list. Connected clients receive both lists when the game begins. Clients that
// attach after that receive the lists in the message joined.
func TestDeckLists(t *testing.T) {
	c := deal(t, "duel", 1)
	c.Seats[1] = table.Seat{Kind: protocol.SeatOpen}
	c.Header.Setup.Decks = []string{"orchard"}
	g := start(t, c)
	ada, eve := newSink(), newSink()
	join := func(seat state.Seat, s *sink) *protocol.Joined {
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, To: s, Joined: &protocol.Joined{}}))
		return last[*protocol.Joined](t, s)
	}
	require.Nil(t, join(0, ada).Decks, "a player must not choose a deck against a known deck")
	join(state.Watcher, eve)
	for _, m := range received[*protocol.Table](ada) {
		require.Nil(t, m.Decks)
	}
	_, err := g.Sit(t.Context(), table.Sit{Seat: 1, Who: table.Seat{Kind: protocol.SeatPerson, Name: "Bob"}, Deck: "3 Spark\n3 Ash Imp\n3 Furnace Ox\n3 Ember Adept\n3 Torch Runner\n3 War Shout\n3 Moss Hare"})
	require.NoError(t, err)
	list := map[string]int{"Spark": 3, "Ash Imp": 3, "Furnace Ox": 3, "Ember Adept": 3, "Torch Runner": 3, "War Shout": 3, "Moss Hare": 3}
	var orchard map[string]int
	for _, d := range c.Rules.Info().Decks {
		if d.Name == "orchard" {
			orchard = d.Cards
		}
	}
	want := []map[string]int{orchard, list}
	for _, s := range []*sink{ada, eve} {
		assert.Equal(t, want, last[*protocol.Table](t, s).Decks)
	}
	playTo(t, g, 1, 30)
	assert.Equal(t, want, join(state.Watcher, newSink()).Decks)
	assert.Equal(t, want, join(1, newSink()).Decks)
}
