package lobby

import (
	"fmt"
	"slices"
	"strings"

	"gamed/server/hub"
)

// A Level is a bot of a certain strength. A [hub.Request] may name a bot by its level.
type Level struct {
	Name  string `json:"name"`
	Title string `json:"title"` // the display name
	Rules string `json:"rules"` // that the bot plays
	Bot   string `json:"bot"`   // the bot's name
}

// levels are the names of the levels, weakest first.
var levels = [5]string{"beginner", "easy", "medium", "hard", "strongest"}

// anyLevel lists the bots for rulesets without their own levels, weakest first.
var anyLevel = [5]string{"random", "greedy", "ismcts:50", "ismcts:200", "ismcts:1000"}

// Levels returns the levels of a ruleset, weakest first. It omits levels whose bots this
// program lacks.
func (l *Lobby) Levels(rules string) []Level {
	bots := anyLevel
	if row, _ := l.c.Rules.Find(rules); row.Levels != [5]string{} {
		bots = row.Levels
	}
	var found []Level
	for i, name := range levels {
		if _, err := l.bots.New(rules, bots[i], 0); err == nil {
			found = append(found, Level{name, strings.ToUpper(name[:1]) + name[1:], rules, bots[i]})
		}
	}
	return found
}

// Prepare replaces levels in spec with their bots, if the player may create the game. Rated
// games need a known player, and their bots must be named by level. Otherwise each number of
// searches would have its own rating. The error is a [*hub.SpecError] or [ErrUnknownPlayer].
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
				return invalid("in a rated game, name the bot by its level, as in medium")
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
