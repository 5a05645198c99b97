package lobby

import (
	"fmt"
	"slices"
	"strings"

	"gamed/rules"
	"gamed/server/hub"
)

// A Level is a bot of a certain strength. A [hub.Request] may name a bot by its level.
type Level struct {
	Name  string `json:"name"`
	Title string `json:"title"`           // the display name
	Rules string `json:"rules"`           // that the bot plays
	Bot   string `json:"bot"`             // the bot's name
	About string `json:"about,omitempty"` // how the bot plays, for players
	Odds  string `json:"odds,omitempty"`  // the measured strength as text, or "" if not measured
}

// levels are the names of the levels, weakest first.
var levels = [5]string{"beginner", "easy", "medium", "hard", "strongest"}

// defaultLevels lists the bots for rulesets without their own levels, weakest first.
var defaultLevels = [5]rules.Level{{Bot: "random"}, {Bot: "greedy"}, {Bot: "ismcts:50"}, {Bot: "ismcts:200"}, {Bot: "ismcts:1000"}}

// Levels returns the levels of a ruleset, weakest first. It omits levels whose bots this
// program lacks.
func (l *Lobby) Levels(game string) []Level {
	bots := defaultLevels
	if row, _ := l.c.Rules.Find(game); row.Levels != [5]rules.Level{} {
		bots = row.Levels
	}
	var found []Level
	for i, name := range levels {
		if _, err := l.bots.New(game, bots[i].Bot, 0); err == nil {
			found = append(found, Level{name, strings.ToUpper(name[:1]) + name[1:], game, bots[i].Bot, bots[i].About, bots[i].Odds})
		}
	}
	return found
}

// Prepare replaces levels in spec with their bots, if the player may create the game. A rated game
// needs a known player, and must name its bots by level. Names such as ismcts:201 would give a bot many
// ratings, one for each number of searches. The error is a [*hub.SpecError] or [ErrUnknownPlayer].
func (l *Lobby) Prepare(who Player, spec *hub.Spec) error {
	if spec.Rated && !who.Known() {
		return ErrUnknownPlayer
	}
	spec.Seats = slices.Clone(spec.Seats)
	for i := range spec.Seats {
		seat := &spec.Seats[i]
		invalid := func(text string) error { return &hub.SpecError{Field: fmt.Sprintf("seats[%d].bot", i), Text: text} }
		if !IsLevel(seat.Bot) {
			if spec.Rated && seat.Bot != "" {
				return invalid("in a rated game, name the bot by its level, such as medium")
			}
			continue
		}
		found := l.Levels(spec.Rules)
		at := slices.IndexFunc(found, func(v Level) bool { return v.Name == seat.Bot })
		if at < 0 {
			return invalid(fmt.Sprintf("%s has no level %s; GET /api/bots lists them", spec.Rules, seat.Bot))
		}
		seat.Bot = found[at].Bot
	}
	return nil
}

// IsLevel reports whether a name is a level.
func IsLevel(name string) bool { return slices.Contains(levels[:], name) }
