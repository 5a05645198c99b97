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
	"gamed/table"
)

// A scribe writes a transcript of one player's messages.
type scribe struct {
	t      *testing.T
	b      strings.Builder
	g      *game.Game
	seat   state.Seat
	submit agent.Submit
	heard  []protocol.ServerMessage // received but not in the transcript yet
	update *protocol.Update
	whole  bool // include views
}

// WriteJSON stores a message. The game calls it while the scribe waits.
func (s *scribe) WriteJSON(v protocol.ServerMessage) error {
	s.heard = append(s.heard, v)
	if u, ok := v.(*protocol.Update); ok {
		s.update = u
	}
	return nil
}

func (s *scribe) note(format string, args ...any) {
	fmt.Fprintf(&s.b, "\n"+sentences(format)+"\n\n", args...)
}

// listen waits until the game has handled its inputs, and then adds the received messages to
// the transcript.
func (s *scribe) listen() {
	_, err := s.g.Status(s.t.Context())
	require.NoError(s.t, err)
	for _, v := range s.heard {
		s.received(v)
	}
	s.heard = nil
}

// skip waits like listen, but omits the messages from the transcript.
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

// sends adds a message to the transcript and submits it.
func (s *scribe) sends(m protocol.ClientMessage) {
	data := protocol.Append(nil, m)
	s.line("→", data)
	if s.submit != nil {
		require.NoError(s.t, s.submit(m))
	}
}

// line writes a message to the transcript, and splits a long message over several lines.
func (s *scribe) line(arrow string, data []byte) {
	if len(data) > 150 {
		var b bytes.Buffer
		require.NoError(s.t, json.Indent(&b, data, "", "  "))
		data = fold(b.Bytes())
	}
	fmt.Fprintf(&s.b, "    %s %s\n", arrow, bytes.ReplaceAll(data, []byte("\n"), []byte("\n      ")))
}

// attach connects the scribe to its seat.
func (s *scribe) attach(joined *protocol.Joined, after *uint64) {
	s.submit = s.g.Submit(s.seat, s)
	require.NoError(s.t, s.g.Attach(s.t.Context(), game.Attachment{Seat: s.seat, To: s, Joined: joined, After: after}))
}

// option returns a Choose for the option of the open decision that begins with the given text.
func (s *scribe) option(text string) *protocol.Choose {
	s.t.Helper()
	d := s.update.Decision
	require.NotNil(s.t, d)
	i := slices.IndexFunc(d.Options, func(o protocol.Option) bool { return strings.HasPrefix(o.Text, text) })
	require.GreaterOrEqual(s.t, i, 0, "%s is not among %v", text, d.Options)
	return &protocol.Choose{Decision: d.ID, Option: i}
}

// passes takes the default option of the open decision and waits for the result. It returns false if
// the seat has no decision.
func (s *scribe) passes() bool {
	if s.update.Decision == nil {
		return false
	}
	require.NoError(s.t, s.submit(&protocol.Choose{Decision: s.update.Decision.ID}))
	s.skip()
	return true
}

// transcript plays a game from Ada's point of view.
func transcript(t *testing.T) string {
	g := newGame(t)
	ada, bob := &scribe{t: t, g: g, seat: 0}, &scribe{t: t, g: g, seat: 1}
	hello := func() {
		ada.submit = nil // the connection answers, not the game
		ada.sends(&protocol.Hello{Protocol: protocol.Version, Name: "Ada"})
		ada.received(&protocol.Welcome{Protocol: protocol.Version, Server: "gamed 1.0"})
	}
	const id, key = "7k3p9qd2xw", "M5TRQ4OZ2XJ7KD3VYB6NHWCAPE"
	ada.b.WriteString("## A game\n\nThis is the transcript of a game of Elements at Ada's client: → marks sent and ← received messages.\n" +
		"Long messages are broken into lines for this page.\nOnly the first view is shown; `{}` replaces the others.\n")
	ada.note("Ada connects, says hello and takes a seat. The other seat is open.")
	hello()
	ada.sends(&protocol.Join{Game: id})
	joined := func(key string) *protocol.Joined {
		return &protocol.Joined{Game: id, Rules: elements.Rules.Name, Key: key}
	}
	sit(t, g, "Ada")
	ada.attach(joined(key), nil)
	ada.listen()

	ada.note("Bob joins. Every seat is taken, so the game begins. Both players decide at the same time whether to keep their cards.")
	sit(t, g, "Bob")
	ada.whole = true
	ada.listen()
	ada.whole = false
	bob.attach(nil, nil)
	ada.listen()

	ada.note("Ada keeps her cards. The game now waits for Bob only.")
	ada.sends(ada.option("keep"))
	ada.listen()
	ada.note("Bob keeps his cards as well, and the first turn begins.")
	bob.sends(bob.option("keep"))
	ada.listen()

	ada.note("Ada's first answer arrives again, as after a retry. The duplicate has no effect.")
	ada.sends(&protocol.Choose{Decision: 1, Option: 0})
	ada.listen()
	ada.note("An option that is not on the list has no effect either.")
	ada.sends(&protocol.Choose{Decision: ada.update.Decision.ID, Option: 99})
	ada.listen()
	ada.note("Ada sends a line of chat.")
	ada.sends(&protocol.Chat{Text: "good luck"})
	ada.listen()

	ada.note("Ada answers, and her connection breaks. The game goes on until it needs her again.")
	before := ada.update.N
	ada.sends(ada.option("create"))
	require.NoError(t, g.Detach(t.Context(), ada))
	for bob.passes() {
	}
	ada.skip()

	ada.note("Ada comes back with her key and the number of the last event that she received. The events show that the game accepted her answer.")
	hello()
	ada.sends(&protocol.Join{Game: id, Key: key, After: &before})
	ada.attach(joined(""), &before)
	ada.listen()

	ada.note("The game continues in this way until a player wins. Here Bob resigns.")
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
	header := &table.Header{
		Format: table.Format, Game: "7k3p9qd2xw", Rules: info.Name, Version: info.Version, Cards: table.CardsHash(info),
		Key: table.KeyFrom(7, 0), Setup: state.Setup{Seats: 2}, Seats: []table.Seat{{Kind: protocol.SeatOpen}, {Kind: protocol.SeatOpen}},
	}
	dealt, err := table.New(header, table.SameRules(elements.Rules))
	require.NoError(t, err)
	g, err := game.Start(t.Context(), game.Config{Table: dealt, Header: header, Log: store.NewMemory()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, g.Close(context.Background())) })
	return g
}

func sit(t *testing.T, g *game.Game, name string) {
	t.Helper()
	_, err := g.Sit(t.Context(), table.Sit{Seat: -1, Who: table.Seat{Kind: protocol.SeatPerson, Name: name}})
	require.NoError(t, err)
}
