package command

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/elements"
	"gamed/state"
)

// TestStops checks that the terminal passes where the person has no stop, and that it refuses
// unknown names of stops.
func TestStops(t *testing.T) {
	var out strings.Builder
	m, err := elements.Rules.Deal(state.Setup{Seats: 2})
	require.NoError(t, err)
	play := &terminal{m: m, out: &out, rules: ruleset{Ruleset: rules.Ruleset{Dealer: elements.Rules}}}
	play.stops = play.rules.defaultStops()
	require.Equal(t, []string{"block", "play", "main", "attack"}, play.stops)
	for _, o := range []state.Option{{Do: elements.Keep}, {Do: elements.Keep}, {Do: elements.Create, Card: state.Card(elements.Red)}} {
		m.Apply(state.Request{Seat: m.Next(), Decision: m.Decision(m.Next()), Option: o}, nil)
	}
	play.seat = m.Next() // in its main phase
	pass := []state.Label{{Do: "pass"}, {Do: "play"}}
	assert.False(t, play.passes(pass))
	play.listStops()
	assert.Contains(t, out.String(), "  * main            your main phase\n")
	require.NoError(t, play.changeStops([]string{"block", "attack"}))
	assert.True(t, play.passes(pass))
	assert.False(t, play.passes([]state.Label{{Do: "create"}}))
	assert.ErrorContains(t, play.changeStops([]string{"dawn"}), `no stop "dawn": use block, play`)
	require.NoError(t, play.changeStops([]string{"*"}))
	assert.Len(t, play.stops, 13)
}

// TestAsk checks the options that two lines choose: a number between blanks, and an empty line.
func TestAsk(t *testing.T) {
	lines := make(chan string, 2)
	lines <- " 3 "
	lines <- ""
	options := []state.Option{{Card: 1}, {Card: 2}, {Card: 3}, {Card: 4}}
	labels := make([]state.Label, len(options))
	m, err := elements.Rules.Deal(state.Setup{Seats: 2})
	require.NoError(t, err)
	play := &terminal{m: m, out: io.Discard, lines: lines}
	for _, want := range []state.Card{4, 1} {
		got, err := play.ask(t.Context(), board{play, options, labels})
		require.NoError(t, err)
		assert.Equal(t, []state.Option{{Card: want}}, got)
	}
}

func TestMatching(t *testing.T) {
	texts := []string{"pass", "play Spark on seat 1", "play Spark on seat 10", "use Bone Box t1"}
	tests := []struct {
		line string
		want int
		err  string
	}{
		{"3", 3, ""},
		{"USE", 3, ""},
		{"play spark on seat 1", 1, ""},
		{"play", 0, `2 options begin with "play": type more of the text, or a number`},
		{"4", 0, "there is no option 4: use 0 to 3"},
		{"-1", 0, "there is no option -1: use 0 to 3"},
		{"jump", 0, `no option begins with "jump": type a number, or ? for help`},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			got, err := matchText(tt.line, texts, 0)
			assert.Equal(t, tt.want, got)
			if tt.err == "" {
				assert.NoError(t, err)
			} else {
				assert.EqualError(t, err, tt.err)
			}
		})
	}
}
