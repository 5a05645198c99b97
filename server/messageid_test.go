package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/agent"
	"gamed/store"
)

// answer sends a message with an id and returns the first message that repeats the id.
func (c *client) answer(text, id string) map[string]any {
	c.t.Helper()
	c.send(strings.Replace(text, "{", `{"id":"`+id+`",`, 1))
	for {
		if m, err := c.read(); err != nil || m["id"] == id {
			assert.NoError(c.t, err, text)
			return m
		}
	}
}

// TestMessageIDs sends most kinds of messages with an id, and checks which message answers each.
func TestMessageIDs(t *testing.T) {
	limits := agent.DefaultLimits
	limits.Rate, limits.Burst, limits.Excess = 2, 40, 100
	r := start(t, store.NewMemory(), limits)
	game := r.create(t, `{"rules":"elements","seats":[{},{}],"forks":{"worlds":2,"steps":9}}`)
	ada, eve := r.dial(t), r.dial(t)
	n := 0
	check := func(c *client, text, want string) map[string]any {
		t.Helper()
		n++
		m := c.answer(text, fmt.Sprintf("m-%d_", n))
		assert.Equal(t, want, m["type"], "%s: %v", text, m)
		return m
	}
	check(ada, `{"type":"hello","protocol":1}`, "welcome")
	wrong := check(ada, `{"type":"resign"}`, "error")
	assert.Equal(t, "resign", wrong["message"])
	check(ada, fmt.Sprintf(`{"type":"join","game":%q}`, game), "joined")
	check(eve, `{"type":"hello","protocol":1}`, "welcome")
	check(eve, fmt.Sprintf(`{"type":"watch","game":%q}`, game), "joined")
	check(eve, `{"type":"who"}`, "table")
	bob := r.join(t, game)
	decision := number(ada.openDecision()["decision"].(map[string]any)["id"])
	check(ada, `{"type":"fork"}`, "world")
	check(ada, `{"type":"apply","fork":1,"option":0}`, "world")
	wrong = check(ada, `{"type":"apply","fork":7,"option":0}`, "error")
	assert.Equal(t, []any{"apply", "no_world"}, []any{wrong["message"], wrong["code"]})
	check(ada, `{"type":"release","fork":1}`, "done")
	check(ada, `{"type":"ping","t":5}`, "pong")
	check(ada, `{"type":"refresh"}`, "error")
	check(ada, `{"type":"settings","stops":["*"]}`, "done")
	check(ada, `{"type":"mute","seat":1,"on":true}`, "done")
	check(eve, `{"type":"chat","text":"hi"}`, "done")
	check(ada, `{"type":"choose","decision":`+decision+`,"option":0}`, "done")
	wrong = check(ada, `{"type":"choose","decision":`+decision+`,"option":0}`, "error")
	assert.Nil(t, wrong["retry_ms"], "a retry makes no sense")
	check(bob, `{"type":"offer","kind":"draw"}`, "done")
	check(ada, `{"type":"respond","kind":"draw","accept":false}`, "done")

	// The error for a message that cannot be parsed names the type of the message, if the type is
	// known.
	wrong = check(ada, `{"type":"choose","decision":1}`, "error")
	assert.Equal(t, []any{"choose", "bad_field"}, []any{wrong["message"], wrong["code"]})
	wrong = check(ada, `{"type":"dance"}`, "error")
	assert.Equal(t, []any{nil, "unknown_type"}, []any{wrong["message"], wrong["code"]})
	for _, id := range []string{`""`, `"a b"`, `7`, `null`, `"` + strings.Repeat("x", 65) + `"`} {
		ada.send(`{"type":"who","id":` + id + `}`)
		wrong = ada.next("error")
		assert.Equal(t, []any{"bad_field", "id", nil}, []any{wrong["code"], wrong["field"], wrong["id"]}, id)
	}
	for range 9 {
		eve.send(`{"type":"chat","text":"hi"}`)
	}
	wrong = eve.next("error")
	assert.Equal(t, []any{"too_fast", "chat", 2000.}, []any{wrong["code"], wrong["message"], wrong["retry_ms"]})
	for range 40 {
		eve.send(`{"type":"pong","t":1}`)
	}
	wrong = check(eve, `{"type":"who"}`, "error")
	assert.Equal(t, []any{"too_fast", "who", 500.}, []any{wrong["code"], wrong["message"], wrong["retry_ms"]})
	check(bob, `{"type":"resign"}`, "done")
}
