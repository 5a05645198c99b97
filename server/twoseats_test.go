package server_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/store"
)

// TestTwoSeats checks that a player cannot take two seats in a rated game, even with concurrent
// requests, but can in other games.
func TestTwoSeats(t *testing.T) {
	kv := store.NewMemory()
	r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: splitStore{store.NewMemory(), kv}, Limits: fast()})
	ada, _ := r.session(t)
	join := func(c *client, game, more string) { c.send(`{"type":"join","game":"` + game + `"` + more + `}`) }
	rated := func() string {
		return r.post(t, "/api/games", `{"rules":"elements","rated":true,"seats":[{},{}]}`, ada, 201)["id"].(string)
	}

	game := rated()
	c := r.greetAs(t, ada)
	join(c, game, `,"seat":1`)
	assert.EqualValues(t, 1, c.next("joined")["seat"])
	join(c, game, `,"seat":0`)
	refused := c.next("error")
	assert.Equal(t, "no_seat", refused["code"])
	assert.Contains(t, refused["text"], "this game is rated, and you have another seat in it")
	for _, more := range []string{``, `,"seat":1`} {
		join(c, game, more)
		assert.EqualValues(t, 1, c.next("joined")["seat"])
	}
	for _, key := range []string{"key", "claim"} { // a seat taken anonymously
		join(c, game, `,"`+key+`":"0123456789012345678901"`)
		assert.Equal(t, "no_seat", c.next("error")["code"])
	}

	// The requests run concurrently while the store does not save the seats.
	kv.InjectFault(func(c store.Call) store.Fault {
		if c.Bucket == "mine" && c.Append {
			return store.Fault{Err: store.ErrUnavailable}
		}
		return store.Fault{}
	})
	game = rated()
	var clients []*client
	for i := range 6 {
		c := r.greetAs(t, ada)
		join(c, game, fmt.Sprintf(`,"seat":%d`, i%2))
		clients = append(clients, c)
	}
	seats := make(map[any]bool)
	for _, c := range clients {
		for m := map[string]any(nil); m["type"] != "joined" && m["type"] != "error"; {
			var err error
			m, err = c.read()
			require.NoError(t, err)
			if m["type"] == "joined" {
				seats[m["seat"]] = true
			}
		}
	}
	assert.Len(t, seats, 1)
	kv.InjectFault(nil)

	game = r.create(t, twoOpen)
	for i := range 2 {
		join(c, game, fmt.Sprintf(`,"seat":%d`, i))
		assert.EqualValues(t, i, c.next("joined")["seat"])
	}
}
