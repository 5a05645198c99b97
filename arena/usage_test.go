package arena_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena"
	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

// TestUsageMatchesEvents compares the usage of games with the events of their logs.
func TestUsageMatchesEvents(t *testing.T) {
	number := 60
	if testing.Short() {
		number = 6 // enough for the race detector
	}
	m := match(t, number, "greedy", "greedy")
	m.Usage = builtin.Elements().Usage
	m.Results = &arena.Results{}
	run(t, m)
	require.Len(t, m.Results.Games, number)
	for i := range m.Results.Games {
		g := &m.Results.Games[i]
		require.NotNil(t, g.Usage)
		log, _, err := m.Replay(context.Background(), g.Number)
		require.NoError(t, err)
		want := arena.Usage{Scale: "life"}
		used, situations, lead := usageFromEvents(t, log, &want, g)
		got := *g.Usage
		assert.Equal(t, want.Options, got.Options)
		assert.Equal(t, [2]int{2 - want.Redrawn, want.Redrawn}, [2]int{got.Kept, got.Redrawn})
		assert.Equal(t, lead, got.Behind, "game %d", g.Number)
		counted := map[arena.Situation]int{}
		for _, s := range got.Situations {
			n := s.Count
			s.Count, s.Phase = 0, ""
			counted[s] += n
		}
		assert.Equal(t, situations, counted)
		for card, bySeat := range got.Cards {
			assert.Equal(t, used[card], bySeat[0]+bySeat[1], card)
		}
	}
}

// usageFromEvents replays a log. It counts the options, mulligans, plays by card, and plays and powers
// by situation. It reports whether the winner was behind in the second half.
func usageFromEvents(t *testing.T, log []byte, want *arena.Usage, g *arena.Game) (used map[string]int, situations map[arena.Situation]int, behind bool) {
	t.Helper()
	lines := bytes.Split(bytes.TrimSpace(log), []byte("\n"))
	r, err := table.Open(lines, table.SameRules(elements.Rules))
	require.NoError(t, err)
	used, situations = map[string]int{}, map[arena.Situation]int{}
	turn := 0
	for r.More() {
		record, err := r.Record()
		require.NoError(t, err)
		game := r.Table.Machine
		if now := game.Turn(); now != turn && len(g.Won) == 1 {
			turn = now
			behind = behind || 2*turn > g.Turns && game.Measure(state.Seat(g.Won[0]), elements.Life) < game.Measure(state.Seat(1-g.Won[0]), elements.Life)
		}
		if q := record.Request; q != nil {
			want.Options[min(len(game.Options(q.Seat, nil)), 3)-1]++
		}
		active, _, _ := elements.Rules.Abilities().Situation(game)
		change, err := r.Next()
		require.NoError(t, err)
		for _, e := range change.Events {
			switch told := game.Tell(e, state.Watcher); told.What {
			case "play":
				used[told.Card]++
				situations[arena.Situation{Use: "play", OtherTurn: told.Seat != int(active), Depth: told.Depth}]++
			case "use":
				situations[arena.Situation{Use: "power", OtherTurn: told.Seat != int(active), Depth: told.Depth}]++
			case "mulligan":
				want.Redrawn++
			}
		}
	}
	return used, situations, behind
}

// TestUsageChangesNoGame checks that counting the usage does not change the games. The counts must be
// the same in both lanes, with several workers and after a resumption.
func TestUsageChangesNoGame(t *testing.T) {
	number := 18
	if testing.Short() {
		number = 9 // enough for the race detector
	}
	m := match(t, number, "random", "greedy", "random")
	m.Decks = [][]string{{"wildfire", "orchard", "lullaby"}, {"orchard", "lullaby", "wildfire"}}
	m.Parallel = 1
	plain, _ := runWithOutput(t, m)
	assert.Nil(t, plain.Balance)
	m.Usage = builtin.Elements().Usage
	want, lines := runWithOutput(t, m)
	assert.Equal(t, plain.Digest, want.Digest)
	assert.Equal(t, number, want.Balance.Games)
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		m.Lane, m.Parallel = lane, 3
		got, again := runWithOutput(t, m)
		assert.Equal(t, withoutTimes(want), withoutTimes(got), "%v lane", lane)
		assert.Equal(t, lines, again, "%v lane", lane)
	}

	path := filepath.Join(t.TempDir(), "half.jsonl")
	half := strings.Join(strings.SplitAfter(lines, "\n")[:1+7], "")
	require.NoError(t, os.WriteFile(path, []byte(half), 0o600))
	assert.Equal(t, withoutTimes(want), withoutTimes(runTo(t, m, path)), "resumed")
}

// TestUsageOfAnyRuleset checks that a match counts decisions even if rules.Usage names no uses.
func TestUsageOfAnyRuleset(t *testing.T) {
	m := match(t, 6, "random", "random")
	m.Usage = &rules.Usage{}
	b := run(t, m).Balance
	assert.Equal(t, 6, b.Games)
	assert.Positive(t, b.MeanDecisions)
	assert.Nil(t, b.Redrawn)
	assert.Nil(t, b.Comebacks)
	assert.Nil(t, b.Uses)
	assert.Empty(t, b.Cards)
}

// TestWrongUsage checks that ReadMatch rejects a line with impossible counts.
func TestWrongUsage(t *testing.T) {
	m := match(t, 2, "random", "random")
	m.Usage = builtin.Elements().Usage
	_, lines := runWithOutput(t, m)
	for name, change := range map[string][2]string{
		"a negative count": {`"kept":`, `"kept":-`},
		"a seat too many":  {`"cards":{`, `"cards":{"Air":[0,0,0],`},
	} {
		wrong := strings.Replace(lines, change[0], change[1], 1)
		require.NotEqual(t, lines, wrong)
		_, err := arena.ReadMatch(strings.NewReader(wrong))
		assert.Error(t, err, name)
	}
}
