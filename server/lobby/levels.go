package lobby

import (
	"fmt"
	"slices"

	"gamed/server/hub"
)

// A Level is a bot of a certain strength. A [hub.Request] may name a bot by its level.
type Level struct {
	Name  string `json:"name"`
	Title string `json:"title"` // for people
	Rules string `json:"rules"` // that the bot plays
	Bot   string `json:"bot"`   // the bot's name
}

// The levels, from the weakest.
const (
	Beginner  = "beginner"
	Easy      = "easy"
	Medium    = "medium"
	Hard      = "hard"
	Strongest = "strongest"
)

var levelNames = []struct{ name, title string }{
	{Beginner, "Beginner"}, {Easy, "Easy"}, {Medium, "Medium"}, {Hard, "Hard"}, {Strongest, "Strongest"},
}

// anyLevel are the bots of rulesets without levels of their own, by growing search.
var anyLevel = [5]string{"random", "greedy", "ismcts:50", "ismcts:200", "ismcts:1000"}

// Levels returns the levels of a ruleset, the weakest first, without those whose bots this
// program lacks.
func (l *Lobby) Levels(rules string) []Level {
	bots := anyLevel
	if row, _ := l.c.Rules.Find(rules); row.Levels != [5]string{} {
		bots = row.Levels
	}
	var levels []Level
	for i, n := range levelNames {
		if _, err := l.bots.New(rules, bots[i], 0); err == nil {
			levels = append(levels, Level{n.name, n.title, rules, bots[i]})
		}
	}
	return levels
}

// Prepare replaces levels in spec with their bots. The error is a [*hub.SpecError].
func (l *Lobby) Prepare(spec *hub.Spec) error {
	spec.Seats = slices.Clone(spec.Seats)
	for i := range spec.Seats {
		seat := &spec.Seats[i]
		if !IsLevel(seat.Bot) {
			continue
		}
		levels := l.Levels(spec.Rules)
		at := slices.IndexFunc(levels, func(v Level) bool { return v.Name == seat.Bot })
		if at < 0 {
			return &hub.SpecError{Field: fmt.Sprintf("seats[%d].bot", i), Text: fmt.Sprintf("%s has no level %s; GET /api/bots lists them", spec.Rules, seat.Bot)}
		}
		seat.Bot = levels[at].Bot
	}
	return nil
}

// Check reports why a player may not create a game. Rated games need a known player, and
// their bots are named by level: otherwise each number of searches would have a rating.
func (l *Lobby) Check(who Player, spec *hub.Spec) error {
	if !spec.Rated {
		return nil
	}
	if !who.Known() {
		return ErrUnknownPlayer
	}
	for i, seat := range spec.Seats {
		if seat.Bot != "" && !IsLevel(seat.Bot) {
			return &hub.SpecError{Field: fmt.Sprintf("seats[%d].bot", i), Text: "in a rated game, name the bot by its level, as in medium"}
		}
	}
	return nil
}

// IsLevel reports whether a name is a level.
func IsLevel(name string) bool {
	return slices.ContainsFunc(levelNames, func(n struct{ name, title string }) bool { return n.name == name })
}
