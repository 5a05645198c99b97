package agent

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/protocol"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
)

// worldsOf returns the worlds for seat in a new game.
func worldsOf(t testing.TB, rules state.Dealer, seat state.Seat, b ai.Budget) (*ai.Worlds, state.Machine) {
	t.Helper()
	m, err := rules.Deal(state.Setup{Seats: 2, Seed: 3})
	require.NoError(t, err)
	w := ai.NewWorlds(b)
	w.Open(ai.NewAsk(m, seat, m.Options(seat, nil)))
	return w, m
}

func TestForward(t *testing.T) {
	w, m := worldsOf(t, elements.Rules, 1, ai.Budget{Worlds: 3, Steps: 6})
	one := uint32(1)
	for _, test := range []struct {
		m    protocol.ClientMessage
		want string // the expected world or error
	}{
		{&protocol.Fork{Seed: 1}, `{"type":"world","fork":1,"turn":0,"seat":1,"options":[{"id":0,"do":"keep","text":"keep"},` +
			`{"id":1,"do":"mulligan","text":"mulligan"}],"values":[500,500],"over":false,"won":[]}`},
		{&protocol.Apply{WorldID: 1, Option: 1}, `{"type":"world","fork":1,"turn":0,"seat":0,"options":[{"id":0,"do":"keep","text":"keep"},` +
			`{"id":1,"do":"mulligan","text":"mulligan"}],"values":[500,500],"over":false,"won":[]}`},
		{&protocol.Apply{WorldID: 1, Option: 2}, `{"type":"error","code":"illegal","text":"apply: illegal option: option 2 in world 1 must be 0 to 1"}`},
		{&protocol.Fork{From: &one}, `{"type":"world","fork":2,"turn":0,"seat":0,"options":[{"id":0,"do":"keep","text":"keep"},` +
			`{"id":1,"do":"mulligan","text":"mulligan"}],"values":[500,500],"over":false,"won":[]}`},
		{&protocol.Release{WorldID: 1}, ``},
		{&protocol.Release{WorldID: 1}, ``},
		{&protocol.Apply{WorldID: 1}, `{"type":"error","code":"no_world","text":"apply: unknown world: 1"}`},
		{&protocol.Fork{From: &one}, `{"type":"error","code":"no_world","text":"copy: unknown world: 1"}`},
	} {
		answer := Forward(w, test.m)
		if test.want == "" {
			assert.Nil(t, answer)
			continue
		}
		data := protocol.Append(nil, answer)
		assert.Equal(t, test.want, string(data))
	}
	seen := Forward(w, &protocol.Fork{Seed: 5, View: true}).(*protocol.World)
	assert.JSONEq(t, string(m.AppendView(nil, 1)), string(seen.View), "the view of the world differs from the game's")
	w.Close()
	assert.Equal(t, protocol.NotAsked, Forward(w, &protocol.Fork{}).(*protocol.Error).Code)
	assert.Panics(t, func() { Forward(w, &protocol.Chat{}) })
}

// TestForwardToTheEnd checks the answers while a world is played until its game is over.
func TestForwardToTheEnd(t *testing.T) {
	w, _ := worldsOf(t, dominion.Rules, 0, ai.Budget{Worlds: 1, Steps: 100_000})
	a, r := Forward(w, &protocol.Fork{Seed: 1}).(*protocol.World), state.Rand(1)
	for !a.Over {
		require.NotEmpty(t, a.Options)
		a = Forward(w, &protocol.Apply{WorldID: 1, Option: r.N(len(a.Options)), Seed: 2}).(*protocol.World)
	}
	assert.Equal(t, -1, a.Seat)
	for seat, value := range a.Values {
		switch {
		case len(a.Won) == 0:
			assert.Equal(t, 500, value)
		case assert.Len(t, a.Won, 1):
			assert.Equal(t, map[bool]int{true: 1000}[seat == a.Won[0]], value)
		}
	}
	data, err := json.Marshal(a.Options)
	require.NoError(t, err)
	assert.Equal(t, "[]", string(data))
	assert.Equal(t, protocol.Illegal, Forward(w, &protocol.Apply{WorldID: 1}).(*protocol.Error).Code)
}

// BenchmarkForward measures one step of a remote bot's search. A step copies a world, applies
// an option, releases the world, and encodes both answers.
func BenchmarkForward(b *testing.B) {
	for _, rules := range []state.Dealer{elements.Rules, dominion.Rules} {
		for _, view := range []bool{false, true} {
			b.Run(rules.Info().Name+map[bool]string{true: "/view"}[view], func(b *testing.B) {
				w, _ := worldsOf(b, rules, 0, ai.Budget{Worlds: 8, Steps: 1 << 60})
				root := Forward(w, &protocol.Fork{Seed: 1}).(*protocol.World).WorldID
				var data []byte
				b.ReportAllocs()
				for b.Loop() {
					at := Forward(w, &protocol.Fork{From: &root}).(*protocol.World)
					data = protocol.Append(data[:0], at)
					after := Forward(w, &protocol.Apply{WorldID: at.WorldID, View: view})
					data = protocol.Append(data[:0], after)
					Forward(w, &protocol.Release{WorldID: at.WorldID})
				}
			})
		}
	}
}
