package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"gamed/agent/external"
	"gamed/arena"
	"gamed/arena/report"
)

// withPrograms starts each bot that is a program, so that a wrong command is an error before the first
// game. Then it calls play. The first games use the started programs.
func withPrograms(ctx context.Context, bots []arena.Player, play func() error) error {
	for i := range bots {
		if bot := &bots[i]; isProgram(bot) {
			end, err := bot.Start(ctx)
			if err != nil {
				return err
			}
			defer end()
		}
	}
	return play()
}

// A botFailure is the JSON of a match or a tournament that a bot has ended.
type botFailure struct {
	Bot    string        `json:"bot"`
	Kind   external.Kind `json:"kind"`
	Cause  string        `json:"cause"` // with the exit status
	Stderr string        `json:"stderr,omitempty"`
	Log    string        `json:"log,omitempty"` // file of the last game's log
	Games  int           `json:"games"`         // that count for the result so far
}

// reportUnplayable reports, instead of a result, that a bot cannot play.
func (o *matchOptions) reportUnplayable(env environ, r outcome, e *arena.BotError) error {
	if strings.Contains(e.Fault.Stderr, "\n") { // otherwise the error below has the only line
		fmt.Fprintf(env.err, "%s wrote to stderr:\n  %s\n", e.Bot, strings.ReplaceAll(e.Fault.Stderr, "\n", "\n  "))
	}
	err := fmt.Errorf("%w; %s: repair the bot and run the command again", e, countText(r.games))
	if o.json {
		failure := botFailure{e.Bot, e.Fault.Kind, e.Fault.Text, e.Fault.Stderr, e.Log, r.games}
		if failed := writeJSON(env.out, map[string]any{"error": failure}); failed != nil {
			return failed
		}
	}
	if o.report != "" {
		text := err.Error()
		if e.Fault.Stderr != "" {
			text += "\n\n" + e.Fault.Stderr
		}
		page := report.Page{Title: r.page.Title, Command: o.commandLine, Failure: text}
		var html bytes.Buffer
		if failed := errors.Join(page.Write(&html), os.WriteFile(o.report, html.Bytes(), 0o644)); failed != nil {
			return failed
		}
	}
	return err
}

// countText says how many games count for the result, such as "1 game counts".
func countText(games int) string {
	switch games {
	case 0:
		return "no games count"
	case 1:
		return "1 game counts"
	}
	return plural(games, "game") + " count"
}
