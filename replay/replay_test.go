package replay_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/replay"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/rules/polity"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// rulesOf returns the ruleset that the header of a log in package table names.
func rulesOf(h *table.Header) (state.Dealer, error) {
	for _, r := range []state.Dealer{elements.Rules, dominion.Rules, polity.Game()} {
		if r.Info().Name == h.Rules {
			return r, nil
		}
	}
	return nil, fmt.Errorf("no rules %q", h.Rules)
}

// logs returns the logs in package table that use the current cards.
func logs(t *testing.T) map[string][][]byte {
	files, err := filepath.Glob("../table/testdata/logs/*.jsonl")
	require.NoError(t, err)
	all := make(map[string][][]byte)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		records, err := store.Lines(bytes.NewReader(text))
		require.NoError(t, err)
		if _, err := table.Open(records, rulesOf); err == nil {
			all[filepath.Base(file)] = records
		}
	}
	require.GreaterOrEqual(t, len(all), 6)
	return all
}

// logMatching returns a log whose file name matches the pattern.
func logMatching(t *testing.T, pattern string) [][]byte {
	for name, records := range logs(t) {
		if ok, _ := filepath.Match(pattern, name); ok {
			return records
		}
	}
	require.Fail(t, "no log is called "+pattern)
	return nil
}

func open(t *testing.T, records [][]byte) *replay.Game {
	t.Helper()
	g, err := replay.Open(records, rulesOf)
	require.NoError(t, err)
	return g
}

// TestPages checks that pages of any start and length are parts of the whole, and that each
// step shows what the live game showed.
func TestPages(t *testing.T) {
	for name, records := range logs(t) {
		t.Run(name, func(t *testing.T) {
			g := open(t, records)
			for _, viewpoint := range []state.Seat{0, state.Watcher, state.Everything} {
				whole, err := g.Page(viewpoint, 0, 1000)
				require.NoError(t, err)
				require.Len(t, whole.List, g.Steps+1)
				for from := 0; from <= g.Steps; from += 17 {
					page, err := g.Page(viewpoint, from, 4)
					require.NoError(t, err)
					assert.Equal(t, whole.List[from:min(from+4, g.Steps+1)], page.List)
				}
				requireSteps(t, records, viewpoint, whole)
			}
			none, err := g.Page(0, g.Steps+1, 10)
			require.NoError(t, err)
			assert.Empty(t, none.List)
		})
	}
}

// requireSteps requires that the steps of a replay show what the live game showed to a viewpoint.
func requireSteps(t *testing.T, records [][]byte, viewpoint state.Seat, whole *replay.Page) {
	r, err := table.Open(records, rulesOf)
	require.NoError(t, err)
	last := uint64(0)
	next := func() (q *table.Request, shows bool) { // next returns the next record
		rec, err := r.Record()
		require.NoError(t, err)
		return rec.Request, rec.Request != nil || rec.Undo != nil || rec.Draw != nil
	}
	for n, s := range whole.List {
		require.Equal(t, n, s.N)
		for r.More() {
			if _, shows := next(); shows {
				break
			}
			_, err := r.Next()
			require.NoError(t, err)
		}
		if n > 0 {
			q, _ := next()
			before := r.Table.Machine.Fork()
			_, err = r.Next()
			require.NoError(t, err)
			switch {
			case q == nil: // the players agreed on an undo or a draw
				require.Nil(t, s.Chosen)
			case viewpoint != q.Seat && viewpoint != state.Everything:
				require.Nil(t, s.Chosen, "options of other seats are hidden")
				require.Nil(t, s.Options)
			default:
				request := q.State()
				require.Equal(t, int(q.Seat), s.Seat)
				require.Equal(t, before.Label(q.Seat, request.Option).Text, s.Chosen.Text)
				require.Len(t, s.Options, len(before.Options(q.Seat, nil)))
				require.True(t, s.Chosen.ID < 0 || s.Options[s.Chosen.ID] == *s.Chosen)
			}
		}
		require.JSONEq(t, string(r.Table.Machine.AppendView(nil, viewpoint)), string(s.View))
		require.Equal(t, r.Table.Machine.Turn(), s.Turn)
		for _, e := range s.Events {
			last++
			require.Equal(t, last, e.N, "replayed events keep their numbers")
		}
		require.Equal(t, r.Table.Events, last)
	}
}

// TestFacts checks the seats, the result and the viewpoints of a game.
func TestFacts(t *testing.T) {
	g := open(t, logMatching(t, "3-elements-????????.jsonl"))
	g.SetNames([]string{"", "Bob"}, []string{"fox"}) // the log has no name of a player who joined later
	assert.Equal(t, "Ada", g.Seats[0].Name)
	assert.Equal(t, "Bob", g.Seats[1].Name, "player who joined later")
	assert.Equal(t, "fox", g.Seats[0].Face)
	assert.Equal(t, []int{0}, g.Won)
	assert.Equal(t, protocol.ReasonEnd, g.Reason)
	assert.Equal(t, replay.Turn{}, g.Turns[0])
	fault := open(t, logMatching(t, "3-elements-fault-*"))
	assert.Equal(t, protocol.ReasonFault, fault.Reason)
	assert.NotEmpty(t, fault.Fault)
	assert.Empty(t, fault.Won)
	for text, seat := range map[string]state.Seat{"": state.Everything, "all": state.Everything, "watcher": state.Watcher, "1": 1} {
		got, ok := g.Viewpoint(text)
		assert.True(t, ok)
		assert.Equal(t, seat, got)
	}
	for _, wrong := range []string{"2", "-1", "01", "ada", "254"} {
		_, ok := g.Viewpoint(wrong)
		assert.False(t, ok, wrong)
	}
}

// TestHides checks that the replay of a seat shows no card in the hands of the other seats.
func TestHides(t *testing.T) {
	g := open(t, logMatching(t, "3-elements-????????.jsonl"))
	for _, viewpoint := range []state.Seat{0, 1, state.Watcher} {
		page, err := g.Page(viewpoint, 0, 1000)
		require.NoError(t, err)
		for _, s := range page.List {
			var view elements.View
			require.NoError(t, json.Unmarshal(s.View, &view))
			for _, side := range view.Sides {
				if side.Seat != int(viewpoint) {
					require.Empty(t, side.Cards)
				}
			}
		}
	}
}

// TestCache checks that a cache opens a game once, and that it returns the error of opening.
func TestCache(t *testing.T) {
	records := logMatching(t, "3-elements-????????.jsonl")
	cache, opened := replay.NewCache(), 0
	get := func(id string) {
		_, err := cache.Get(id, func() (*replay.Game, error) {
			opened++
			return replay.Open(records, rulesOf)
		})
		require.NoError(t, err)
	}
	get("a")
	get("a")
	assert.Equal(t, 1, opened)
	_, err := cache.Get("b", func() (*replay.Game, error) { return nil, os.ErrNotExist })
	require.ErrorIs(t, err, os.ErrNotExist)
	cache.Clear()
	get("a")
	assert.Equal(t, 2, opened)
	_, err = cache.Get("c", func() (*replay.Game, error) {
		cache.Clear()
		return replay.Open(records, rulesOf)
	})
	require.NoError(t, err)
	get("c")
	assert.Equal(t, 3, opened, "Clear was called while the game was opened")
}
