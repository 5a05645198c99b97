package replay

import (
	"fmt"
	"go/format"
	"strconv"
	"strings"

	"gamed/rules"
	"gamed/state"
	"gamed/table"
)

// GoTest returns a Go test, for package pkg, that plays the game up to a step. The generated test
// then checks the whole position as text, and the options of the next seat or the winners. The test
// omits undone choices. It uses only the deal and the choices, so changes to other cards do not
// break it.
func (g *Game) GoTest(step int, from rules.Source, pkg string) (string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w, err := g.cursorAt(step)
	if err != nil {
		return "", err
	}
	setup, choices, err := g.dealAndChoices(w.Past())
	if err != nil {
		return "", fmt.Errorf("replay: game %s: %w", g.Game, err)
	}
	name := strings.ReplaceAll(g.Game, "-", "_") // the ids of match games have a hyphen
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
`, pkg, from.Import, name, g.Game, step, name, from.Expression, setupLiteral(setup))
	for _, c := range choices {
		fmt.Fprintf(&b, "{Seat: %d, Text: %q, Salt: %#x},\n", c.seat, c.text, c.salt)
	}
	b.WriteString("})\n")
	m := w.Table.Machine
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
	fmt.Fprintf(&b, "require.Equal(t, %s, m.Draw(state.Everything))\n}\n", stringLiteral(m.Draw(state.Everything)))
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		return "", fmt.Errorf("replay: generate the test of game %s: %w", g.Game, err)
	}
	return string(text), nil
}

// A choice is an option that a seat chose, in a request that was not undone.
type choice struct {
	seat state.Seat
	text string
	salt uint64
}

// dealAndChoices returns the deal of a game and all choices in its log that no later record undoes.
// If the game continues another game, the deal is that of the other game, and the choices of the
// other game come first.
func (g *Game) dealAndChoices(lines [][]byte) (setup state.Setup, choices []choice, err error) {
	r, err := table.Open(lines, table.SameRules(g.rules))
	if err != nil {
		return setup, nil, err
	}
	if from := r.Header.From; from != nil {
		var before [][]byte
		if before, err = from.Lines(); err == nil {
			setup, choices, err = g.dealAndChoices(before)
		}
	}
	for err == nil && r.More() {
		var record *table.Record
		if record, err = r.Record(); err != nil {
			break
		}
		if record.Request != nil && !r.Undone(r.Table.Records) {
			choices = append(choices, choicesOf(r.Table, record.Request)...)
		}
		_, err = r.Next()
	}
	if r.Header.From == nil {
		setup = r.Table.Setup
	}
	return setup, choices, err
}

// choicesOf returns one choice for each option of the request r, which the table has not applied yet.
func choicesOf(t *table.Table, r *table.Request) (choices []choice) {
	q, m := r.State(), t.Machine.Fork()
	for _, o := range r.Options() {
		c := choice{seat: q.Seat, text: "resign", salt: q.Salt}
		if o.Do != state.Resign {
			c.text = m.Label(q.Seat, o).Text
		}
		choices = append(choices, c)
		q.Option = o
		m.Apply(q, nil)
		q.Salt = 0
	}
	return choices
}

// setupLiteral returns a setup as Go code.
func setupLiteral(s state.Setup) string {
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

// stringLiteral returns a text as a Go string literal. The literal may span several lines.
func stringLiteral(s string) string {
	if strconv.CanBackquote(strings.ReplaceAll(s, "\n", "")) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}
