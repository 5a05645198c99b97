package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
)

const withForks = `{"rules":"elements","seats":[{},{"bot":"random"}],"forks":{"worlds":4,"steps":1000}}`

// world sends a fork or an apply, and returns the next world or error.
func (c *client) world(send string, args ...any) map[string]any {
	c.t.Helper()
	c.send(fmt.Sprintf(send, args...))
	for {
		m, err := c.read()
		require.NoError(c.t, err)
		if m["type"] == "world" || m["type"] == "error" {
			return m
		}
	}
}

func TestForward(t *testing.T) {
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	id := r.create(t, withForks)
	_, body := r.get(t, "/api/games/"+id)
	assert.Equal(t, map[string]any{"worlds": 4.0, "steps": 1000.0}, object(t, body)["forks"])
	c := r.join(t, id)
	assert.Contains(t, c.seen[len(c.seen)-1], `"budget":{"worlds":4,"steps":1000}`)
	first := c.openDecision()["decision"].(map[string]any)

	w := c.world(`{"type":"fork","seed":1}`)
	assert.Equal(t, 1.0, w["fork"])
	assert.Equal(t, first["options"], w["options"])
	assert.Equal(t, 0.0, w["seat"])
	assert.Equal(t, 1.0, c.world(`{"type":"apply","fork":1,"option":0}`)["fork"])
	assert.NotNil(t, c.world(`{"type":"fork","from":1,"view":true}`)["view"])
	c.send(`{"type":"release","fork":1}`)
	c.send(`{"type":"release","fork":1}`) // no reply either
	c.send(`{"type":"release","fork":1,"id":"again"}`)
	refused := c.next("error")
	assert.Equal(t, []any{"no_world", "again", "release"}, []any{refused["code"], refused["id"], refused["message"]}, "a message with an id has an answer")
	assert.Equal(t, "no_world", c.world(`{"type":"apply","fork":1,"option":0}`)["code"])
	assert.Equal(t, "illegal", c.world(`{"type":"apply","fork":2,"option":9}`)["code"])
	for range 3 {
		w = c.world(`{"type":"fork","seed":2}`)
	}
	assert.Equal(t, []any{5.0, "over_budget"}, []any{w["fork"], c.world(`{"type":"fork"}`)["code"]})

	// The client exceeds its rate and does not wait for replies.
	c.send(`{"type":"release","fork":2}`)
	for id := 6; id < 500; id++ {
		c.send(`{"type":"fork","from":5,"view":true}`)
		c.send(fmt.Sprintf(`{"type":"release","fork":%d}`, id))
	}
	for id := 6; id < 500; id++ {
		require.Equal(t, float64(id), c.next("world")["fork"])
	}
}

// TestForwardEnds checks that worlds, and the count of steps, end with their decision.
func TestForwardEnds(t *testing.T) {
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	c := r.join(t, r.create(t, `{"rules":"elements","seats":[{},{"bot":"random"}],"forks":{"worlds":4,"steps":3}}`))
	var decision any
	for range 5 {
		before := decision
		for decision == before { // the decision is sent again until the game has the answer
			decision = c.openDecision()["decision"].(map[string]any)["id"]
		}
		assert.Equal(t, "no_world", c.world(`{"type":"apply","fork":1,"option":0}`)["code"])
		assert.Equal(t, 1.0, c.world(`{"type":"fork"}`)["fork"])
		assert.Equal(t, 2.0, c.world(`{"type":"fork","from":1}`)["fork"])
		assert.Equal(t, "world", c.world(`{"type":"apply","fork":1,"option":0}`)["type"])
		assert.Equal(t, "over_budget", c.world(`{"type":"apply","fork":2,"option":0}`)["code"])
		c.choose(decision, 0)
	}
}

func TestForwardRefused(t *testing.T) {
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	for forks, why := range map[string]string{
		`{}`:                          "forks: worlds is 1 to 64 and steps 1 to 100000, not 0 and 0",
		`{"worlds":65,"steps":1}`:     "not 65 and 1",
		`{"worlds":1,"steps":100001}`: "not 1 and 100001",
		`{"worlds":-1,"steps":5}`:     "not -1 and 5",
	} {
		status, body := r.request(t, "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"forks":`+forks+`}`)
		assert.Equal(t, 422, status)
		assert.Contains(t, body, why)
	}
	without := r.join(t, r.create(t, withBot))
	assert.NotContains(t, strings.Join(without.seen, ""), "budget")
	without.openDecision()
	with := r.create(t, withForks)
	for name, c := range map[string]*client{"no_seat": r.watch(t, with), "out_of_turn": r.greet(t), "over_budget": without} {
		assert.Equal(t, name, c.world(`{"type":"fork"}`)["code"])
		c.send(`{"type":"release","fork":1}`)
		c.send(`{"type":"pong","t":7}`) // no ping was sent
		c.send(`{"type":"ping","t":8}`)
		m, err := c.read()
		require.NoError(t, err)
		assert.Equal(t, map[string]any{"type": "pong", "t": 8.0}, m)
	}
	open := r.join(t, r.create(t, `{"rules":"elements","seats":[{},{}],"forks":{"worlds":4,"steps":3}}`))
	assert.Equal(t, "not_asked", open.world(`{"type":"fork"}`)["code"])
}

// A brittle game panics or waits when it receives a salt that never occurs in real games.
type brittle struct {
	state.Machine
	gate chan struct{}
}

const panicSalt, waitSalt = 13, 14

func (b brittle) Apply(q state.Request, log *state.Log) {
	switch q.Salt {
	case panicSalt:
		panic("a broken rule")
	case waitSalt:
		b.gate <- struct{}{}
		<-b.gate
	}
	b.Machine.Apply(q, log)
}
func (b brittle) Fork() state.Machine    { return brittle{b.Machine.Fork(), b.gate} }
func (b brittle) Set(from state.Machine) { b.Machine.Set(from.(brittle).Machine) }

type brittleRules struct {
	state.Dealer
	gate chan struct{}
}

func (d brittleRules) Deal(setup state.Setup) (state.Machine, error) {
	m, err := d.Dealer.Deal(setup)
	return brittle{m, d.gate}, err
}

// Abilities returns no abilities: they would need the machine that the ruleset itself deals.
func (brittleRules) Abilities() state.Abilities { return state.Abilities{} }

// TestForwardPanics checks that a panic in a world's rules drops only the worlds.
func TestForwardPanics(t *testing.T) {
	r := startRules(t, "127.0.0.1:0", store.NewMemory(), fast(), brittleRules{elements.Rules, nil})
	c := r.join(t, r.create(t, withForks))
	c.openDecision()
	c.world(`{"type":"fork","seed":1}`)
	assert.Equal(t, "internal", c.world(`{"type":"apply","fork":1,"option":0,"seed":%d}`, panicSalt)["code"])
	assert.Equal(t, "no_world", c.world(`{"type":"apply","fork":1,"option":0}`)["code"])
	assert.Equal(t, 1.0, c.world(`{"type":"fork","seed":1}`)["fork"])
	assert.Contains(t, r.log.String(), "a broken rule")
	c.choose(1, 0)
	over, err := c.play(1)
	require.NoError(t, err)
	assert.Equal(t, "end", over["reason"])
	_, metrics := r.get(t, "/metrics")
	assert.Contains(t, metrics, "gamed_forward_steps_total 2\n")
	assert.Contains(t, metrics, "gamed_panics_total 1\n")
}

// TestForwardTooLate checks that a slow world does not delay the game, and that the server
// discards its answer after the decision has changed.
func TestForwardTooLate(t *testing.T) {
	gate := make(chan struct{})
	r := startRules(t, "127.0.0.1:0", store.NewMemory(), agent.DefaultLimits, brittleRules{elements.Rules, gate})
	id := r.create(t, `{"rules":"elements","seats":[{},{}],"forks":{"worlds":4,"steps":30}}`)
	c := r.join(t, id)
	r.join(t, id)
	decision := c.openDecision()["decision"].(map[string]any)["id"]
	again := r.greet(t) // another connection of the same player
	again.send(`{"type":"join","game":"` + id + `","key":"` + c.key + `"}`)
	again.openDecision()
	c.world(`{"type":"fork","seed":1}`)
	c.send(fmt.Sprintf(`{"type":"apply","fork":1,"option":0,"seed":%d}`, waitSalt))
	<-gate
	again.choose(decision, 0)
	assert.Nil(t, again.next("update")["decision"])
	gate <- struct{}{}
	assert.Nil(t, c.next("update")["decision"])
	assert.Equal(t, "no_world", c.next("error")["code"])
	assert.Equal(t, "not_asked", c.world(`{"type":"fork"}`)["code"])
}
