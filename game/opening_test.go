package game_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/table"
)

// dealOpen returns the config of a duel with two open seats.
func dealOpen(t *testing.T) config {
	c := deal(t, "duel", 3)
	c.Header.CommitmentSalt = table.KeyFrom(9, 9)
	c.Header.Seats = []table.Seat{{Kind: protocol.SeatOpen}, {Kind: protocol.SeatOpen}}
	c.Seats = c.Header.Seats
	return c
}

// takeSeat takes a seat for a player with a nonce and a deck.
func takeSeat(t *testing.T, g *game.Game, seat int, nonce, deck string) error {
	t.Helper()
	who := table.Seat{Kind: protocol.SeatPerson, KeyHash: string(rune('a' + seat))}
	_, err := g.Sit(t.Context(), table.Sit{Seat: seat, Who: who, Nonce: nonce, Deck: deck})
	return err
}

// again closes a game and starts it again from its log.
func again(t *testing.T, c config, g *game.Game) (config, *game.Game) {
	t.Helper()
	require.NoError(t, g.Close(t.Context()))
	log := c.Log
	c = replay(t, c).Config()
	c.Log = log
	return c, start(t, c)
}

// TestNonces checks that the nonces of players change the deal and all later random outcomes, also across
// a restart. Without nonces, the key alone must determine the deal.
func TestNonces(t *testing.T) {
	begin := func(first, second string, stop bool) string {
		c := dealOpen(t)
		g := start(t, c)
		require.NoError(t, takeSeat(t, g, 1, second, ""))
		if stop {
			c, g = again(t, c, g)
		}
		require.NoError(t, takeSeat(t, g, 0, first, ""))
		playTo(t, g, 1, 12)
		require.NoError(t, g.Close(t.Context()))
		digest := table.Digest(c.Machine)
		require.Equal(t, digest, table.Digest(replay(t, c).Machine))
		return digest
	}
	seen := make(map[string]bool)
	for _, nonces := range [][2]string{{"", ""}, {"x", "y"}, {"x", ""}, {"", "x"}, {"y", "x"}, {"xy", ""}} {
		digest := begin(nonces[0], nonces[1], false)
		assert.Equal(t, digest, begin(nonces[0], nonces[1], true))
		assert.False(t, seen[digest], "the nonces %v give a deal of their own", nonces)
		seen[digest] = true
	}
	dealt := deal(t, "duel", 3)
	playTo(t, start(t, dealt), 1, 12)
	assert.True(t, seen[table.Digest(replay(t, dealt).Machine)], "without nonces")
}

// TestDecks checks that a player can choose a legal deck for a seat for which the table has none.
func TestDecks(t *testing.T) {
	c := dealOpen(t)
	decks := elements.Rules.Info().Decks
	c.Header.Setup.Decks = []string{"", decks[1].Name}
	require.NoError(t, c.Machine.Redeal(c.Header.Setup))
	g := start(t, c)
	wrong := new(protocol.Error)
	require.ErrorAs(t, takeSeat(t, g, 0, "", "no such deck"), &wrong)
	assert.Equal(t, "deck", wrong.Field)
	assert.Contains(t, wrong.Text, "no such deck")
	require.ErrorAs(t, takeSeat(t, g, 1, "", decks[0].Name), &wrong)
	assert.Contains(t, wrong.Text, "the table has chosen")
	require.NoError(t, takeSeat(t, g, 0, "", decks[2].Name))
	c, g = again(t, c, g)
	require.NoError(t, takeSeat(t, g, 1, "", ""))
	require.NoError(t, g.Close(t.Context()))

	setup := c.Header.Setup
	setup.Decks = []string{decks[2].Name, decks[1].Name}
	want, err := elements.Rules.Deal(setup)
	require.NoError(t, err)
	assert.Equal(t, table.Digest(want), table.Digest(c.Machine))
	assert.Equal(t, table.Digest(want), table.Digest(replay(t, c).Machine))
}

// TestCommitment checks that the game sends the commitment before the first card, and reveals key and salt
// at the end. The commitment must be the hash of key and salt.
func TestCommitment(t *testing.T) {
	c := dealOpen(t)
	g := start(t, c)
	sum := sha256.Sum256(append(c.Header.Key[:], c.Header.CommitmentSalt[:]...))
	want := hex.EncodeToString(sum[:])
	assert.Equal(t, want, settle(t, g).Commit)
	require.NoError(t, takeSeat(t, g, 0, "n0", ""))
	early := newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 0, To: early, Joined: new(protocol.Joined)}))
	assert.Equal(t, want, last[*protocol.Joined](t, early).Commit)
	assert.Empty(t, received[*protocol.Update](early), "nothing is shown before all seats are taken")
	require.NoError(t, takeSeat(t, g, 1, "", ""))
	playTo(t, g, 1, 6)
	sent, err := json.Marshal(early.all)
	require.NoError(t, err)
	for _, secret := range []string{c.Header.Key.String(), c.Header.CommitmentSalt.String(), table.Mix(c.Header.Key, []string{"n0", ""}).String()} {
		assert.NotContains(t, string(sent), secret)
	}
	require.NoError(t, g.Submit(0, nil)(&protocol.Resign{}))
	<-early.over
	over := last[*protocol.Over](t, early)
	assert.Equal(t, c.Header.Key.String(), over.Key)
	assert.Equal(t, c.Header.CommitmentSalt.String(), over.Salt)
	assert.Empty(t, table.Commitment(c.Header.Key, table.Key{}), "a game without a salt has no commitment")
}

// TestFrom checks that a game can continue a position of another game, with a new key and its
// own log. A third game continues the second.
func TestFrom(t *testing.T) {
	first := dealOpen(t)
	g := start(t, first)
	require.NoError(t, takeSeat(t, g, 0, "n0", ""))
	require.NoError(t, takeSeat(t, g, 1, "", ""))
	playTo(t, g, 1, 12)
	require.NoError(t, g.Close(t.Context()))
	id, from := "duel", first
	for range 2 {
		id += "2"
		records, err := from.Log.Read(t.Context(), from.Header.Game)
		require.NoError(t, err)
		r, err := table.Open(records, find)
		require.NoError(t, err)
		for range 5 {
			_, err := r.Next()
			require.NoError(t, err)
		}
		c := from
		c.Header.Game, c.Header.Key = id, table.KeyFrom(4, 4)
		c.Header.From, err = r.From(5)
		require.NoError(t, err)
		begun, err := table.New(&c.Header, find)
		require.NoError(t, err)
		c.Machine = begun.Machine
		require.Equal(t, table.Digest(r.Table.Machine), table.Digest(c.Machine))
		c.Log = first.Log
		g := start(t, c)
		assert.Error(t, takeSeat(t, g, 1, "", elements.Rules.Info().Decks[0].Name), "the position has its cards already")
		require.NoError(t, takeSeat(t, g, 0, "", ""))
		require.NoError(t, takeSeat(t, g, 1, "n1", ""))
		require.Equal(t, table.Digest(r.Table.Machine), table.Digest(c.Machine), "a nonce changes later chance, not the position")
		playTo(t, g, 1, c.Machine.Decision(c.Machine.Next())+8)
		require.NoError(t, g.Close(t.Context()))
		assert.Equal(t, table.Digest(c.Machine), table.Digest(replay(t, c).Machine))

		from = c
	}
}
