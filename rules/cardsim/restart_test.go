package cardsim_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	actor "gamed/game"
	"gamed/protocol"
	"gamed/rules/cardsim"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// A client makes a number of random choices and keeps all updates.
type client struct {
	submit  agent.Submit
	limit   uint32
	updates []protocol.Update
	halted  chan struct{}
}

func (c *client) WriteJSON(v protocol.ServerMessage) error {
	u, is := v.(*protocol.Update)
	if !is {
		return nil
	}
	var told protocol.Update
	if err := json.Unmarshal(u.JSON(), &told); err != nil {
		return err
	}
	c.updates = append(c.updates, told)
	if told.Decision == nil || told.Decision.ID > c.limit {
		close(c.halted)
		return nil
	}
	r := state.Rand(told.Decision.ID)
	return c.submit(&protocol.Choose{Decision: told.Decision.ID, Option: r.N(len(told.Decision.Options))})
}

// runClient starts a game and runs a client until the number of the client's decision is above
// limit. The parameter after is the number of the last event that the client knows, or nil.
func runClient(t *testing.T, config actor.Config, limit uint32, after *uint64) *client {
	g, err := actor.Start(t.Context(), config)
	require.NoError(t, err)
	c := &client{limit: limit, halted: make(chan struct{})}
	c.submit = g.Submit(0, c)
	require.NoError(t, g.Attach(t.Context(), actor.Attachment{Seat: 0, To: c, After: after}))
	<-c.halted
	require.NoError(t, g.Close(context.Background()))
	return c
}

// TestRestart checks that a restored game has the same state, view and events as before
// the restart. These include the causes of changed stats and the stacks of warnings.
func TestRestart(t *testing.T) {
	g := usualGame(t)
	g.Rules = append(g.Rules, &cardsim.Rule[*borough]{Name: "worry", Step: 2, Do: func(p *cardsim.Player[*borough]) error {
		return cardsim.Warningf("turn %d", p.Turn)
	}})
	g, err := g.Build()
	require.NoError(t, err)
	info := g.Info()
	for _, debug := range []string{"0", "2"} {
		seats := []table.Seat{{Kind: protocol.SeatPerson, Name: "Ada"}}
		header := table.Header{
			Format: table.Format, Game: "b", Rules: info.Name, Cards: table.CardsHash(info), Key: table.KeyFrom(7, 0),
			Setup: state.Setup{Seats: 1, Table: map[string]string{"debug": debug}}, Seats: seats,
		}
		dealt, err := table.New(&header, table.SameRules(g))
		require.NoError(t, err)
		config := actor.Config{Table: dealt, Header: &header, Log: store.NewMemory()}
		const choices = 25
		before := runClient(t, config, choices, nil)
		last := before.updates[len(before.updates)-1]
		require.NotEmpty(t, last.View)

		records, err := config.Log.Read(t.Context(), "b")
		require.NoError(t, err)
		again, err := table.Restore(records, table.SameRules(g))
		require.NoError(t, err)
		requireSame(t, string(dealt.Machine.AppendState(nil)), string(again.Table.Machine.AppendState(nil)), "the state after a restart")
		after := runClient(t, actor.Config{Table: again.Table, Log: config.Log}, 0, new(uint64))
		require.Len(t, after.updates, 1)
		requireSame(t, string(last.View), string(after.updates[0].View), "the view after a restart")
		assert.Equal(t, last.Decision, after.updates[0].Decision)
		assert.Equal(t, last.N, after.updates[0].N)

		var events []protocol.Event
		for _, u := range before.updates {
			events = append(events, u.Events...)
		}
		missed := after.updates[0].Events
		require.NotEmpty(t, missed)
		assert.Equal(t, fmt.Sprint(events[len(events)-len(missed):]), fmt.Sprint(missed))
	}
}
