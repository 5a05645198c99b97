package replay_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/replay"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/state/statetest"
	"gamed/store"
	"gamed/table"
)

// A match is a running game in which the test plays all seats.
type match struct {
	t *testing.T
	h table.Header
	c game.Config
	m state.Machine
	g *game.Game
}

// startMatch starts a game of Elements between two people whose settings turn on all stops.
func startMatch(t *testing.T) *match {
	t.Helper()
	h := table.Header{
		Format: table.Format, Game: "undone", Rules: "elements", Cards: table.CardsHash(elements.Rules.Info()), Key: table.KeyFrom(5, 5), CommitmentSalt: table.KeyFrom(6, 6),
		Setup: state.Setup{Seats: 2}, Seats: []table.Seat{{Kind: protocol.SeatPerson}, {Kind: protocol.SeatPerson}},
	}
	dealt, err := table.New(&h, rulesOf)
	require.NoError(t, err)
	c := game.Config{Table: dealt, Header: &h, Log: store.NewMemory()}
	g, err := game.Start(t.Context(), c)
	require.NoError(t, err)
	m := &match{t, h, c, dealt.Machine, g}
	for seat := range state.Seat(2) {
		m.submit(seat, &protocol.Settings{Stops: []string{protocol.AllStops}})
	}
	return m
}

// submit submits a message and waits until it is handled.
func (a *match) submit(seat state.Seat, m protocol.ClientMessage) {
	a.t.Helper()
	require.NoError(a.t, a.g.Submit(seat, nil)(m))
	_, err := a.g.Status(a.t.Context())
	require.NoError(a.t, err)
}

// chooseLast chooses the last option for the first pending seat and returns the seat.
func (a *match) chooseLast() state.Seat {
	a.t.Helper()
	seat := a.m.Next()
	a.submit(seat, &protocol.Choose{Decision: a.m.Decision(seat), Option: len(a.m.Options(seat, nil)) - 1})
	return seat
}

// closeAndRead closes the game and returns its log.
func (a *match) closeAndRead() [][]byte {
	a.t.Helper()
	require.NoError(a.t, a.g.Close(a.t.Context()))
	records, err := a.c.Log.Read(a.t.Context(), a.h.Game)
	require.NoError(a.t, err)
	return records
}

// TestTakenBack checks that an undo is a step that restores the earlier position. It also
// checks that another game can start from this step, that a generated test omits the undone
// choice, and that the proof succeeds.
func TestTakenBack(t *testing.T) {
	a := startMatch(t)
	for range 6 {
		a.chooseLast()
	}
	seat := a.chooseLast()
	a.submit(seat, &protocol.Offer{Kind: protocol.OfferUndo})
	a.submit(1-seat, &protocol.Respond{Kind: protocol.OfferUndo, Accept: true}) // if the undo needs consent
	for range 4 {
		a.chooseLast()
	}
	a.submit(0, &protocol.Offer{Kind: protocol.OfferDraw})
	a.submit(1, &protocol.Respond{Kind: protocol.OfferDraw, Accept: true})
	records := a.closeAndRead()

	g := open(t, records)
	require.Equal(t, 7+1+4+1, g.Steps)
	assert.Equal(t, "agreed", g.Reason)
	assert.True(t, g.Draw)
	page, err := g.Page(state.Everything, 0, 100)
	require.NoError(t, err)
	undo, last := page.List[8], page.List[g.Steps]
	assert.Equal(t, "undo", undo.Events[0].What)
	assert.Equal(t, int(seat), undo.Seat)
	assert.Nil(t, undo.Chosen)
	assert.JSONEq(t, string(page.List[6].View), string(undo.View))
	assert.Empty(t, last.Awaiting)
	assert.Equal(t, -1, last.Seat)
	for from := range page.List {
		part, err := g.Page(state.Everything, from, 1)
		require.NoError(t, err)
		require.Equal(t, page.List[from:from+1], part.List)
	}
	for step, want := range map[int]string{7: string(page.List[7].View), 8: string(undo.View), 12: string(page.List[12].View)} {
		from, err := g.Origin(step)
		require.NoError(t, err)
		h := a.h
		h.From = from
		c, err := table.New(&h, rulesOf)
		require.NoError(t, err)
		assert.JSONEq(t, want, string(c.Machine.AppendView(nil, state.Everything)))
	}
	_, err = g.Origin(g.Steps)
	require.ErrorIs(t, err, replay.ErrOver)
	decisions, err := g.Decisions(seat, 0, 100)
	require.NoError(t, err)
	for _, d := range decisions {
		assert.Equal(t, page.List[d.Step].Chosen, d.Chosen)
		assert.Equal(t, int(seat), page.List[d.Step].Seat)
	}
	p, err := replay.Prove(records, rulesOf, replay.Evidence{})
	require.NoError(t, err)
	assert.True(t, p.Fair, p.Checks)
	g.Game = "Of_undone"
	text, err := g.GoTest(g.Steps-1, rules.Source{Import: "gamed/rules/elements", Expression: "elements.Rules"}, "replay_test")
	require.NoError(t, err)
	statetest.Golden(t, "copied_undone_test.go", text)
}
