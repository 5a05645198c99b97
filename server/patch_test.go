package server_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/store"
)

// rebuildUpdates returns the texts of the updates that a client received, and the number of patches. It
// applies the patches as the documentation alone describes.
func (c *client) rebuildUpdates() (updates []string, patches int) {
	last := ""
	for _, text := range c.seen {
		var m struct {
			Type string
			Ops  []any
		}
		require.NoError(c.t, json.Unmarshal([]byte(text), &m))
		switch m.Type {
		case "update":
			last = text
		case "patch":
			patches++
			all, at := last, 0
			for i := 0; i < len(m.Ops); i++ {
				if part, ok := m.Ops[i].(string); ok {
					all += part
					continue
				}
				at += int(m.Ops[i].(float64))
				i++
				end := at + int(m.Ops[i].(float64))
				all += all[at:end]
				at = end
			}
			last = all[len(last):]
		default:
			continue
		}
		updates = append(updates, last)
	}
	return updates, patches
}

// TestPatches checks patches in games in which one player has two connections, one of them with patches.
// The connection with patches must receive less than 35 % of the bytes of the other connection. The
// patches must give the same updates, byte for byte.
func TestPatches(t *testing.T) {
	t.Parallel()
	limits := fast()
	limits.OutboxMessages, limits.OutboxBytes = 10_000, 64<<20 // a slow client would receive only the newest updates
	for _, rules := range []string{"elements", "dominion"} {
		t.Run(rules, func(t *testing.T) {
			r := start(t, store.NewMemory(), limits)
			game := r.create(t, `{"rules":"`+rules+`","seats":[{},{}]}`)
			opted := func(join string) *client {
				c := r.dial(t)
				c.send(`{"type":"hello","protocol":1,"patches":true}`)
				c.send(join)
				c.next("joined")
				return c
			}
			one := r.join(t, game)
			same := opted(fmt.Sprintf(`{"type":"join","game":%q,"key":%q}`, game, one.key))
			two := r.join(t, game)
			ends := make(chan error, 1)
			go func() {
				_, err := two.play(2)
				ends <- err
			}()
			finished := make(chan error, 1)
			go func() {
				for {
					m, err := same.read()
					if err != nil || m["type"] == "over" {
						finished <- err
						return
					}
				}
			}()
			_, err := one.play(1)
			require.NoError(t, err)
			require.NoError(t, <-ends)
			require.NoError(t, <-finished)

			full, none := one.rebuildUpdates()
			assert.Zero(t, none, "a client that did not ask received patches")
			updates, patches := same.rebuildUpdates()
			require.Equal(t, full, updates)
			assert.Equal(t, len(full)-1, patches, "all updates but the first are patches")
			before, after := len(strings.Join(one.seen, "")), len(strings.Join(same.seen, ""))
			t.Logf("%d updates, %d of %d bytes", len(full), after, before)
			assert.Less(t, float64(after), 0.35*float64(before))

			// A refresh repeats the last update in full. After a join the first update is full.
			same.send(`{"type":"refresh","id":"r1"}`)
			same.next("update")
			assert.Equal(t, full[len(full)-1], same.seen[len(same.seen)-1])
			assert.Equal(t, "r1", same.next("done")["id"])
			same.send(fmt.Sprintf(`{"type":"watch","game":%q}`, game))
			same.next("update")
			one.send(`{"type":"refresh"}`)
			assert.Equal(t, "out_of_turn", one.next("error")["code"])
		})
	}
}

// TestRefreshBeforeUpdates checks requests for an update before the game has one, and that a flood
// of such requests ends the connection.
func TestRefreshBeforeUpdates(t *testing.T) {
	limits := agent.DefaultLimits
	limits.Rate, limits.Burst, limits.Excess = 1, 10, 30
	r := start(t, store.NewMemory(), limits)
	game := r.create(t, twoOpen)
	c := r.dial(t)
	c.send(`{"type":"hello","protocol":1,"patches":true}`)
	c.send(`{"type":"refresh"}`)
	assert.Equal(t, "out_of_turn", c.next("error")["code"])
	c.send(`{"type":"join","game":"` + game + `"}`)
	c.next("joined")
	c.send(`{"type":"refresh","id":"early"}`)
	assert.Equal(t, "early", c.next("done")["id"], "the game has not begun, so there is no update")
	for range 60 {
		c.send(`{"type":"refresh"}`)
	}
	for {
		if m, err := c.read(); err != nil || m["type"] == "bye" {
			break
		}
	}
	assert.Contains(t, strings.Join(c.seen, ""), "too_fast")
}
