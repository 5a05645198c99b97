package bots_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var scores = flag.Bool("scores", false, "TestScores plays 200 games with each bot and rewrites the table of scores in docs/write-a-bot.md")

// examples lists the bots in the table of scores, with the least score against random play that each
// must reach.
var examples = []struct {
	file  string
	least float64
}{
	{"mine.py", 55}, {"careful.py", 90}, {"greedy_bot.py", 90}, {"search_bot.py", 90},
	{"mine.js", 55}, {"greedy-bot.js", 90}, {"search-bot.js", 90},
}

// TestScores checks that the table of scores in docs/write-a-bot.md lists each example bot, with a
// score of at least the minimum. With the flag -scores, the test plays the games, which takes
// minutes, and writes the table.
func TestScores(t *testing.T) {
	const page = "../docs/write-a-bot.md"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	header := "| bot | Elements | Dominion |\n|---|---|---|\n"
	before, rest, ok := strings.Cut(string(text), header)
	require.True(t, ok, "%s has a table of scores", page)
	table, after, ok := strings.Cut(rest, "\n\n")
	require.True(t, ok)
	if *scores {
		table = strings.Join(measureScores(t), "\n")
		require.NoError(t, os.WriteFile(page, []byte(before+header+table+"\n\n"+after), 0o644))
	}
	rows := strings.Split(table, "\n")
	require.Len(t, rows, len(examples), "run go test ./bots -run TestScores -scores")
	for i, bot := range examples {
		cells := regexp.MustCompile(`^\| ` + "`(.*)`" + ` \| ([\d.]+) % \| ([\d.]+) % \|$`).FindStringSubmatch(rows[i])
		require.NotNil(t, cells, rows[i])
		assert.Equal(t, bot.file, cells[1])
		for _, cell := range cells[2:] {
			score, err := strconv.ParseFloat(cell, 64)
			require.NoError(t, err)
			assert.GreaterOrEqual(t, score, bot.least, bot.file)
		}
	}
}

// measureScores plays 200 games of each ruleset with each example bot, and returns the rows of the
// table.
func measureScores(t *testing.T) (rows []string) {
	dir := copyKits(t)
	for _, bot := range examples {
		k := kitOf(bot.file)
		row := fmt.Sprintf("| `%s` |", bot.file)
		for _, rules := range []string{"elements", "dominion"} {
			var r struct{ Scores []float64 }
			command := "cmd:" + k.program + " " + filepath.Join("bots", k.folder, bot.file)
			cmd := exec.CommandContext(t.Context(), gamed, "match", rules, command, "random", "-n", "200", "--json", "--strict")
			cmd.Dir = dir
			out, err := cmd.Output()
			require.NoError(t, err, "%s, %s", bot.file, rules)
			require.NoError(t, json.Unmarshal(out, &r))
			row += fmt.Sprintf(" %.1f %% |", 100*r.Scores[0])
		}
		t.Log(row)
		rows = append(rows, row)
	}
	return rows
}
