package server_test

import (
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/server/admission"
)

// sendChat sends a chat message and reports whether the table received it.
func (c *client) sendChat(text string) bool {
	c.t.Helper()
	c.send(`{"type":"chat","text":"` + text + `"}`)
	for {
		m, err := c.read()
		require.NoError(c.t, err)
		switch {
		case m["type"] == "chat" && m["text"] == text:
			return true
		case m["type"] == "error":
			require.Equal(c.t, "too_fast", m["code"])
			return false
		}
	}
}

// TestChatBudget checks that a client cannot exceed its rate of chat by watching again, by
// reconnecting as a guest, or with many connections from one address.
func TestChatBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startPiped(t, admission.DefaultAccess, fast())
		game := r.create(t, twoOpen)
		attach := func(as http.Header) *client {
			c, status := r.dialAs(t, as)
			require.Equal(t, http.StatusSwitchingProtocols, status)
			c.send(`{"type":"hello","protocol":1,"name":"stranger"}`)
			c.send(`{"type":"watch","game":"` + game + `"}`)
			c.next("joined")
			return c
		}
		ada, _ := r.session(t)
		one := attach(from("203.0.113.1"))
		for _, attack := range []struct {
			name  string
			burst int
			each  func() *client
		}{
			{"watch again", 6, func() *client {
				one.send(`{"type":"watch","game":"` + game + `"}`)
				one.next("joined")
				return one
			}},
			{"reconnect as a guest", 6, func() *client { return attach(with(ada, from("203.0.113.2"))) }},
			{"several connections from an address", 30, func() *client { return attach(from("203.0.113.3")) }},
		} {
			said := 0
			for range 10 {
				c := attack.each()
				for range 6 {
					if c.sendChat("spam") {
						said++
					}
				}
				if c != one {
					require.NoError(t, c.conn.CloseNow())
					synctest.Wait() // until the server has counted the end of the connection
				}
			}
			assert.Equal(t, attack.burst, said, attack.name)
		}
		assert.True(t, attach(from("203.0.113.4")).sendChat("hi"), "other addresses can still chat")
	})
}
