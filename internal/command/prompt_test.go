package command

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/elements"
	"gamed/state"
)

func TestUntil(t *testing.T) {
	options := func(words ...string) (labels []state.Label) {
		for _, word := range words {
			labels = append(labels, state.Label{Do: word})
		}
		return labels
	}
	tests := []struct {
		name   string
		until  until
		turn   int
		labels []state.Label
		want   bool
	}{
		{"this turn", until{turn: 3}, 3, options("pass", "play"), true},
		{"the next turn", until{turn: 3}, 4, options("pass", "play"), false},
		{"what cannot be passed", until{turn: 3}, 3, options("create", "create"), false},
		{"not the word yet", until{turn: 3, word: "attack"}, 5, options("pass", "play"), true},
		{"the word", until{turn: 3, word: "attack"}, 3, options("pass", "attack"), false},
		{"the beginning of it", until{turn: 3, word: "att"}, 3, options("pass", "attack"), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, tt.until.holds(tt.turn, tt.labels)) })
	}
}

// TestAsk chooses options by lines with blanks and by an empty line.
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
			got, err := matching(tt.line, texts, 0)
			assert.Equal(t, tt.want, got)
			if tt.err == "" {
				assert.NoError(t, err)
			} else {
				assert.EqualError(t, err, tt.err)
			}
		})
	}
}
