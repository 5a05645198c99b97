package protocol_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
)

// A scribe writes down what a player sends and is sent.
type scribe struct {
	t      *testing.T
	b      strings.Builder
	g      *game.Game
	seat   state.Seat
	submit agent.Submit
	heard  []protocol.ServerMessage // what has not been written down yet
	update *protocol.Update
	whole  bool // write views down as well
}

// WriteJSON keeps what comes. The game calls it while the scribe waits.
func (s *scribe) WriteJSON(v protocol.ServerMessage) error {
	s.heard = append(s.heard, v)
	if u, ok := v.(*protocol.Update); ok {
		s.update = u
	}
	return nil
}

func (s *scribe) note(format string, args ...any) {
	fmt.Fprintf(&s.b, "\n"+format+"\n\n", args...)
}

// listen waits until the game has handled everything, and writes down what it
// has sent.
func (s *scribe) listen() {
	_, err := s.g.Status(s.t.Context())
	require.NoError(s.t, err)
	for _, v := range s.heard {
		s.received(v)
	}
	s.heard = nil
}

// skip lets what has been sent go by.
func (s *scribe) skip() {
	_, err := s.g.Status(s.t.Context())
	require.NoError(s.t, err)
	s.heard = nil
}

func (s *scribe) received(v protocol.ServerMessage) {
	if u, ok := v.(*protocol.Update); ok && !s.whole {
		short := new(protocol.Update)
		require.NoError(s.t, json.Unmarshal(u.JSON(), short))
		short.View = json.RawMessage(`{}`)
		v = short
	}
	data := protocol.Append(nil, v)
	s.line("←", data)
}

// sends writes a message down and hands it in.
func (s *scribe) sends(m protocol.ClientMessage) {
	data := protocol.Append(nil, m)
	s.line("→", data)
	if s.submit != nil {
		require.NoError(s.t, s.submit(m))
	}
}

// line writes a message, over several lines if it is a long one.
func (s *scribe) line(arrow string, data []byte) {
	if len(data) > 150 {
		var b bytes.Buffer
		require.NoError(s.t, json.Indent(&b, data, "", "  "))
		data = fold(b.Bytes())
	}
	fmt.Fprintf(&s.b, "    %s %s\n", arrow, bytes.ReplaceAll(data, []byte("\n"), []byte("\n      ")))
}

// attach sits down at the table.
func (s *scribe) attach(joined *protocol.Joined, after *uint64) {
	s.submit = s.g.Submit(s.seat, s)
	require.NoError(s.t, s.g.Attach(s.t.Context(), game.Attachment{Seat: s.seat, To: s, Joined: joined, After: after}))
}

// option finds an option of the open decision whose text begins so.
func (s *scribe) option(text string) *protocol.Choose {
	s.t.Helper()
	d := s.update.Decision
	require.NotNil(s.t, d)
	i := slices.IndexFunc(d.Options, func(o protocol.Option) bool { return strings.HasPrefix(o.Text, text) })
	require.GreaterOrEqual(s.t, i, 0, "%s is not among %v", text, d.Options)
	return &protocol.Choose{Decision: d.ID, Option: i}
}

// passes takes the default if its seat is asked, and waits for what comes of it.
func (s *scribe) passes() bool {
	if s.update.Decision == nil {
		return false
	}
	require.NoError(s.t, s.submit(&protocol.Choose{Decision: s.update.Decision.ID}))
	s.skip()
	return true
}

// transcript plays a game as Ada sees it.
func transcript(t *testing.T) string {
	g := newGame(t)
	ada, bob := &scribe{t: t, g: g, seat: 0}, &scribe{t: t, g: g, seat: 1}
	hello := func() {
		ada.submit = nil // the connection answers these, not the game
		ada.sends(&protocol.Hello{Protocol: protocol.Version, Name: "Ada"})
		ada.received(&protocol.Welcome{Protocol: protocol.Version, Server: "gamed 1.0"})
	}
	const id, key = "7k3p9qd2xw", "M5TRQ4OZ2XJ7KD3VYB6NHWCAPE"
	ada.b.WriteString("## A game\n\nThis is a real game of Elements, as Ada's client sees it. → is what it sends, ← what it gets. " +
		"Long messages are broken into lines for this page. The first view is shown; in the others `{}` stands for it.\n")
	ada.note("Ada connects, says hello and takes a seat. Nobody sits in the other one yet.")
	hello()
	ada.sends(&protocol.Join{Game: id})
	joined := func(key string) *protocol.Joined {
		return &protocol.Joined{Game: id, Rules: elements.Rules.Name, Key: key}
	}
	sit(t, g, "Ada")
	ada.attach(joined(key), nil)
	ada.listen()

	ada.note("Bob comes. Every seat is taken, so the game begins; both are asked at once whether they keep their cards.")
	sit(t, g, "Bob")
	ada.whole = true
	ada.listen()
	ada.whole = false
	bob.attach(nil, nil)
	ada.listen()

	ada.note("She keeps them. Bob has still to answer, so the decision is no longer hers.")
	ada.sends(ada.option("keep"))
	ada.listen()
	ada.note("Bob keeps his cards as well, and the first turn begins.")
	bob.sends(bob.option("keep"))
	ada.listen()

	ada.note("Her first answer arrives a second time, as after a doubtful connection. The second one does nothing.")
	ada.sends(&protocol.Choose{Decision: 1, Option: 0})
	ada.listen()
	ada.note("Nor does an option that is not on the list.")
	ada.sends(&protocol.Choose{Decision: ada.update.Decision.ID, Option: 99})
	ada.listen()
	ada.note("They may talk.")
	ada.sends(&protocol.Chat{Text: "good luck"})
	ada.listen()

	ada.note("She answers, and at that moment her connection breaks. The game goes on as far as it can without her.")
	before := ada.update.N
	ada.sends(ada.option("create"))
	require.NoError(t, g.Detach(t.Context(), ada))
	for bob.passes() {
	}
	ada.skip()

	ada.note("She comes back with her key and the number of the last event that she knows, and learns that her answer was heard.")
	hello()
	ada.sends(&protocol.Join{Game: id, Key: key, After: &before})
	ada.attach(joined(""), &before)
	ada.listen()

	ada.note("So it goes on, until somebody has won. Here Bob resigns.")
	require.NoError(t, bob.submit(&protocol.Resign{}))
	ada.listen()
	ada.submit = nil
	ada.sends(&protocol.Bye{})
	ada.received(&protocol.Bye{Reason: "goodbye"})
	return ada.b.String()
}

func newGame(t *testing.T) *game.Game {
	t.Helper()
	info := elements.Rules.Info()
	key := game.KeyFrom(7, 0)
	setup := state.Setup{Seats: 2, Seed: game.NewChance(key).Next()}
	m, err := elements.Rules.Deal(setup)
	require.NoError(t, err)
	seats := []game.Seat{{Kind: protocol.SeatOpen}, {Kind: protocol.SeatOpen}}
	g, err := game.Start(t.Context(), game.Config{
		Header: game.Header{
			Format: game.Format, Game: "7k3p9qd2xw", Rules: info.Name, Version: info.Version, Cards: game.CardsHash(info),
			Key: key, Setup: setup, Seats: seats,
		},
		Machine: m, Rules: elements.Rules, Log: store.NewMemory(), Seats: seats,
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, g.Close(context.Background())) })
	return g
}

func sit(t *testing.T, g *game.Game, name string) {
	t.Helper()
	_, err := g.Sit(t.Context(), game.Sit{Seat: -1, Who: game.Seat{Kind: protocol.SeatPerson, Name: name}})
	require.NoError(t, err)
}
