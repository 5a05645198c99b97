package server_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/server/admission"
	"gamed/store"
)

// TestAbuse checks that each forbidden message gets an error, and that the worst ones also close the
// connection. The client's game and another game on the server must continue.
func TestAbuse(t *testing.T) {
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	other := r.join(t, r.create(t, withBot))
	undisturbed := other.openDecision()

	tests := []struct {
		name string
		send []string // after joining; DECISION stands for the id of the open decision
		code string   // of the error
		cut  websocket.StatusCode
	}{
		{"not JSON", []string{`resign`}, "malformed", 0},
		{"empty", []string{``}, "malformed", 0},
		{"not an object", []string{`[{"type":"resign"}]`}, "malformed", 0},
		{"two objects", []string{`{"type":"resign"}{"type":"resign"}`}, "malformed", 0},
		{"an incomplete object", []string{`{"type":"resign"`}, "malformed", 0},
		{"a repeated field", []string{`{"type":"ping","t":1,"t":2}`}, "malformed", 0},
		{"not UTF-8", []string{"{\"type\":\"chat\",\"text\":\"\xff\"}"}, "malformed", websocket.StatusInvalidFramePayloadData},
		{"deep", []string{strings.Repeat("[", 8000) + strings.Repeat("]", 8000)}, "malformed", 0},
		{"deep nesting in a field", []string{`{"type":"chat","text":` + strings.Repeat("[", 8000) + strings.Repeat("]", 8000) + `}`}, "bad_field", 0},
		{"no type", []string{`{"decision":1,"option":0}`}, "bad_field", 0},
		{"unknown type", []string{`{"type":"cheat"}`}, "unknown_type", 0},
		{"a server message", []string{`{"type":"update"}`}, "unknown_type", 0},
		{"unknown field", []string{`{"type":"resign","really":true}`}, "bad_field", 0},
		{"another case", []string{`{"type":"choose","Decision":1,"option":0}`}, "bad_field", 0},
		{"missing field", []string{`{"type":"choose","decision":1}`}, "bad_field", 0},
		{"wrong type", []string{`{"type":"choose","decision":"1","option":0}`}, "bad_field", 0},
		{"a fraction", []string{`{"type":"choose","decision":1.5,"option":0}`}, "bad_field", 0},
		{"negative", []string{`{"type":"choose","decision":-1,"option":0}`}, "bad_field", 0},
		{"a number that is too large", []string{`{"type":"choose","decision":4294967296,"option":0}`}, "bad_field", 0},
		{"negative option", []string{`{"type":"choose","decision":1,"option":-1}`}, "bad_field", 0},
		{"an option beyond the list", []string{`{"type":"choose","decision":DECISION,"option":2}`}, "illegal", 0},
		{"an option far beyond the list", []string{`{"type":"choose","decision":DECISION,"option":2147483647}`}, "illegal", 0},
		{"a closed decision", []string{`{"type":"choose","decision":4000000000,"option":0}`}, "stale", 0},
		{"decision 0", []string{`{"type":"choose","decision":0,"option":0}`}, "stale", 0},
		{"a second hello", []string{`{"type":"hello","protocol":1}`}, "out_of_turn", 0},
		{"empty chat", []string{`{"type":"chat","text":" "}`}, "bad_field", 0},
		{"long chat", []string{`{"type":"chat","text":"` + strings.Repeat("x", 10_000) + `"}`}, "bad_field", 0},
		{"someone's seat", []string{`{"type":"join","game":"GAME","seat":1}`}, "no_seat", 0},
		{"an unknown game", []string{`{"type":"watch","game":"../../etc"}`}, "no_game", 0},
		{"huge", []string{`{"type":"chat","text":"` + strings.Repeat("x", 1<<20) + `"}`}, "too_big", websocket.StatusMessageTooBig},
		{"a flood", strings.Split(strings.Repeat(`{"type":"ping","t":1}|`, 100), "|")[:100], "too_fast", websocket.StatusPolicyViolation},
		{"a forward model at a table without one", []string{`{"type":"fork"}`}, "over_budget", 0},
		{"too many releases", strings.Split(strings.Repeat(`{"type":"release","fork":1}|`, 100), "|")[:100], "too_fast", websocket.StatusPolicyViolation},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			game := r.create(t, withBot)
			c := r.join(t, game)
			decision := number(c.openDecision()["decision"].(map[string]any)["id"])
			for _, text := range tt.send {
				text = strings.NewReplacer("DECISION", decision, "GAME", game).Replace(text)
				if c.conn.Write(t.Context(), websocket.MessageText, []byte(text)) != nil {
					break // the server has closed the connection
				}
			}
			wrong := c.next("error")
			assert.Equal(t, tt.code, wrong["code"])
			assert.NotEmpty(t, wrong["text"])
			if tt.cut != 0 {
				for err := error(nil); ; _, err = c.read() {
					if err != nil {
						assert.Equal(t, tt.cut, websocket.CloseStatus(err), "%v", err)
						break
					}
				}
				c = r.greet(t)
				c.send(`{"type":"watch","game":"` + game + `"}`) // the game still exists
				c.next("update")
				return
			}
			if tt.code == "no_seat" || tt.code == "no_game" {
				return // the client has left its table
			}
			c.send(`{"type":"choose","decision":` + decision + `,"option":0}`)
			c.next("update") // the client's own game continues
		})
	}

	t.Run("no hello", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := startPiped(t, admission.Access{}, agent.DefaultLimits).dial(t)
			assert.Equal(t, "out_of_turn", c.next("error")["code"])
			_, err := c.read()
			assert.Equal(t, websocket.StatusPolicyViolation, websocket.CloseStatus(err))
		})
	})
	t.Run("a message before hello", func(t *testing.T) {
		c := r.dial(t)
		c.send(`{"type":"join","game":"x"}`)
		assert.Equal(t, "out_of_turn", c.next("error")["code"])
		_, err := c.read()
		assert.Equal(t, websocket.StatusPolicyViolation, websocket.CloseStatus(err))
	})
	t.Run("a binary frame", func(t *testing.T) {
		c := r.greet(t)
		require.NoError(t, c.conn.Write(t.Context(), websocket.MessageBinary, []byte(`{"type":"ping","t":1}`)))
		assert.Equal(t, "malformed", c.next("error")["code"])
		_, err := c.read()
		assert.Equal(t, websocket.StatusUnsupportedData, websocket.CloseStatus(err))
	})
	t.Run("a frame without a mask", func(t *testing.T) {
		answer := r.raw(t, "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\x81\x02{}")
		assert.Contains(t, answer, `"code":"malformed"`)
		assert.Contains(t, answer, "\x03\xeamalformed: a frame has no mask", "1002")
	})
	t.Run("a socket closed within a message", func(t *testing.T) {
		game := r.create(t, withBot)
		c := r.join(t, game)
		w, err := c.conn.Writer(t.Context(), websocket.MessageText)
		require.NoError(t, err)
		_, err = w.Write([]byte(`{"type":"choose","deci`))
		require.NoError(t, err)
		c.drop()
		again := r.greet(t)
		again.send(`{"type":"join","game":"` + game + `","key":"` + c.key + `"}`)
		again.openDecision()
	})

	// The other game is unaffected.
	other.choose(undisturbed["decision"].(map[string]any)["id"], 0)
	other.next("update")
	status, body := r.get(t, "/metrics")
	assert.Equal(t, 200, status)
	assert.Contains(t, body, "gamed_panics_total 0\n")
}

// TestAnothersDecision checks that a client cannot answer the other seat's decision.
func TestAnothersDecision(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	game := r.create(t, twoOpen)
	first, second := r.join(t, game), r.join(t, game)
	id := first.openDecision()["decision"].(map[string]any)["id"]
	first.choose(id, 0) // both seats must keep or redraw their hands
	for u := second.openDecision(); len(u["awaiting"].([]any)) == 2; {
		u = second.openDecision()
	}
	first.choose(id, 1)
	assert.Equal(t, "not_asked", first.next("error")["code"])
	second.choose(id, 0)
	assert.Len(t, second.next("update")["awaiting"], 1, "the first turn begins")
}

// TestSlowReader checks that the server closes the connection of a client that sends many requests
// and reads nothing. The server must tell the opponent that the client has gone, and let the client
// return to its seat.
func TestSlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := fast()
		limits.OutboxMessages, limits.OutboxBytes = 8, 16<<10
		r := startPiped(t, admission.Access{}, limits)
		game := r.create(t, `{"rules":"elements","seats":[{},{}],"forks":{"worlds":1,"steps":100000}}`)
		slow, quick := r.join(t, game), r.join(t, game)
		slow.openDecision()
		go func() { // until the server closes the connection
			for n := 1; ; n++ {
				draw := fmt.Sprintf(`{"type":"fork","seed":%d,"view":true}`, n)
				if slow.conn.Write(t.Context(), websocket.MessageText, []byte(draw)) != nil {
					return
				}
				if slow.conn.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"type":"release","fork":%d}`, n)) != nil {
					return
				}
			}
		}()
		for here := true; here; {
			seats := quick.next("table")["seats"].([]any)
			here = seats[int(slow.seat)].(map[string]any)["here"].(bool)
		}
		synctest.Wait() // the server may still process its last message
		_, body := r.get(t, "/metrics")
		assert.Contains(t, body, `gamed_sockets_ended_total{reason="slow_reader"} 1`)
		back := r.greet(t)
		back.send(`{"type":"join","game":"` + game + `","key":"` + slow.key + `"}`)
		back.openDecision()
	})
}
