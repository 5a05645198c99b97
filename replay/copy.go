package replay

import (
	"encoding/json"
	"fmt"
	"go/format"
	"strconv"
	"strings"

	"gamed/game"
	"gamed/rules"
	"gamed/state"
)

// Test returns a Go test, for that package, that plays the game up to a step and holds it
// to what it came to: a seat's options, and all that can be seen. What was taken back is
// left out, and only the deal and the answers count, so that it stays of use when cards
// that do not matter to it are changed.
func (g *Game) Test(step int, from rules.Source, pkg string) (string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w, err := g.at(step)
	if err != nil {
		return "", err
	}
	if step == 0 { // those who sat down are before the first request
		if _, err := w.r.Peek(); err != nil {
			return "", fmt.Errorf("replay: game %s: %w", g.Game, err)
		}
	}
	setup, choices, err := g.story(w.r.Past())
	if err != nil {
		return "", fmt.Errorf("replay: game %s: %w", g.Game, err)
	}
	name := strings.ReplaceAll(g.Game, "-", "_") // games of matches have one
	var b strings.Builder
	fmt.Fprintf(&b, `package %s

import (
	"testing"

	"github.com/stretchr/testify/require"

	%q
	"gamed/state"
	"gamed/state/statetest"
)

// TestGame%s plays game %s of a server up to step %d.
func TestGame%s(t *testing.T) {
	m, err := %s.Deal(%s)
	require.NoError(t, err)
	statetest.Play(t, m, []statetest.Choice{
`, pkg, from.Import, name, g.Game, step, name, from.Rules, literal(setup))
	for _, c := range choices {
		fmt.Fprintf(&b, "{Seat: %d, Text: %q, Salt: %#x},\n", c.seat, c.text, c.salt)
	}
	b.WriteString("})\n")
	m := w.r.Machine
	if over, won := m.Result(); over {
		fmt.Fprintf(&b, "over, won := m.Result()\nrequire.True(t, over)\nrequire.Equal(t, state.Seats(%#b), won)\n", won)
	} else {
		seat := m.Next()
		fmt.Fprintf(&b, "require.Equal(t, state.Seat(%d), m.Next())\nrequire.Equal(t, []string{\n", seat)
		for _, o := range m.Options(seat, nil) {
			fmt.Fprintf(&b, "%q,\n", m.Label(seat, o).Text)
		}
		fmt.Fprintf(&b, "}, statetest.Texts(m, %d))\n", seat)
	}
	fmt.Fprintf(&b, "require.Equal(t, %s, m.Draw(state.Everything))\n}\n", quoted(m.Draw(state.Everything)))
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		return "", fmt.Errorf("replay: game %s: its test: %w", g.Game, err)
	}
	return string(text), nil
}

// A choice is a request that stands.
type choice struct {
	record int
	seat   state.Seat
	text   string
	salt   uint64
}

// story returns what a game was dealt from, and all choices that stand by the end of
// these records. A game that began from another's position goes on with that one's.
func (g *Game) story(records [][]byte) (setup state.Setup, choices []choice, err error) {
	r, err := game.Open(records, func(string) (state.Dealer, error) { return g.rules, nil })
	if err != nil {
		return setup, nil, err
	}
	setup = r.Header.Setup
	setup.Decks = append([]string{}, setup.Decks...)
	own := 0 // how many of the choices are of other games
	if r.Header.From != nil {
		before, err := r.Header.From.Records()
		if err != nil {
			return setup, nil, err
		}
		if setup, choices, err = g.story(before); err != nil {
			return setup, nil, err
		}
		own = len(choices)
	}
	for i, line := range records {
		var record game.Record
		if err := json.Unmarshal(line, &record); err != nil {
			return setup, nil, err
		}
		switch {
		case record.Sit != nil && record.Sit.Deck != "":
			for len(setup.Decks) <= record.Sit.Seat {
				setup.Decks = append(setup.Decks, "")
			}
			setup.Decks[record.Sit.Seat] = record.Sit.Deck
		case record.Undo != nil:
			for len(choices) > own && choices[len(choices)-1].record >= record.Undo.To {
				choices = choices[:len(choices)-1]
			}
		case record.Request != nil:
			c, err := chosen(r)
			if err != nil {
				return setup, nil, err
			}
			c.record = i
			choices = append(choices, c)
		}
	}
	if r.Header.From == nil {
		_, _ = r.Peek() // who sat down last may have brought a nonce
		setup.Seed = game.NewChance(game.Mix(r.Header.Key, r.Nonces)).Next()
	}
	return setup, choices, nil
}

// chosen runs the next request.
func chosen(r *game.Replay) (c choice, err error) {
	q, err := r.Peek()
	if err != nil {
		return c, err
	}
	request, err := q.State()
	if err != nil {
		return c, err
	}
	c = choice{seat: q.Seat, text: "resign", salt: request.Salt}
	if request.Do != state.Resign {
		c.text = r.Machine.Label(q.Seat, request.Option).Text
	}
	_, err = r.Next(new(state.Log))
	return c, err
}

// literal writes a set-up in Go.
func literal(s state.Setup) string {
	var b strings.Builder
	fmt.Fprintf(&b, "state.Setup{Seats: %d, Seed: %#x", s.Seats, s.Seed)
	if strings.Join(s.Decks, "") != "" {
		fmt.Fprintf(&b, ", Decks: %#v", s.Decks)
	}
	if len(s.Table) > 0 {
		fmt.Fprintf(&b, ", Table: %#v", s.Table)
	}
	return b.String() + "}"
}

// quoted writes a text of several lines in Go.
func quoted(s string) string {
	if strconv.CanBackquote(strings.ReplaceAll(s, "\n", "")) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}
