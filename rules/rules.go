// Package rules describes a ruleset to the programs that serve, play and measure
// it. The packages that do so know a ruleset only by its [Ruleset].
package rules

import (
	"gamed/ai"
	"gamed/state"
)

// A Ruleset is a game and all that a program knows about it. Only Dealer is
// required.
type Ruleset struct {
	state.Dealer
	// View is a value of the type of the game's views. The schema of all messages
	// describes that type.
	View any
	// Component names the page's component for the table and the cards. The page
	// has a generic one for "".
	Component string
	// Bots play this ruleset only.
	Bots []ai.Entry
	// BotFile reads bots from files, if not nil.
	BotFile *BotFile
	// Search holds the default parameters of ismcts, instead of
	// [ai.DefaultSearch] if not nil.
	Search *ai.Search
	// Levels names the bots of a server's levels, the weakest first. The zero
	// value stands for generic ones.
	Levels [5]string
	// Lesson is the game that teaches the rules, if not nil.
	Lesson *Lesson
	// ReadDeck reads a deck file and returns the number of copies of each card.
	// Errors mention name. It is nil if players choose no decks.
	ReadDeck func(name, text string) (map[string]int, error)
	// Prepare adds the options to table that the bots need to play well. A bot
	// outside this process is nil. It may be nil.
	Prepare func(bots []ai.Bot, table map[string]string)
	// Dealt replaces options in table by what the deal made of them, so that a
	// match has the same table in each game. It may be nil.
	Dealt func(m state.Machine, table map[string]string)
	// Milestone is timed when one bot plays alone, if not nil.
	Milestone *Milestone
	// Source is the ruleset's Go code, if it has some.
	Source *Source
	// Decisions are the tools of a decision game, nil for other games.
	Decisions *Decisions
}

// A BotFile is a kind of bot that plays by a file.
type BotFile struct {
	Prefix string // of the bot's name, before the path: "buy:"
	About  string
	// Parse reads a file and returns a constructor of bots. Errors mention name.
	Parse func(name, text string) (func(seed uint64) ai.Bot, error)
}

// A Lesson is a game that teaches the rules. It is the same each time, as long
// as the player makes the same choices.
type Lesson struct {
	Seats  []LessonSeat
	Chance string // the seed of all chance, as any text
}

// A LessonSeat is a seat of a [Lesson]. The player takes the seat without a bot.
type LessonSeat struct{ Bot, Deck string }

// A Milestone is a number that grows during a game. A match reports the turns in
// which it reached 1, 2, … Most.
type Milestone struct {
	Name    string // in the result's JSON: "province" gives "province_turns"
	Measure state.Measure
	Most    int
}

// A Source tells Go code how to refer to a ruleset.
type Source struct {
	Import string // the path of its package
	Rules  string // the expression
}

// A List is the rulesets of a program, each with its own name.
type List []Ruleset

// Of returns the rulesets of dealers, with no more than the dealers.
func Of(dealers ...state.Dealer) List {
	list := make(List, len(dealers))
	for i, d := range dealers {
		list[i].Dealer = d
	}
	return list
}

// Find returns the ruleset with the name, or the zero value and false.
func (l List) Find(name string) (Ruleset, bool) {
	for _, r := range l {
		if r.Info().Name == name {
			return r, true
		}
	}
	return Ruleset{}, false
}

// Names returns the names of the rulesets.
func (l List) Names() []string {
	names := make([]string, len(l))
	for i, r := range l {
		names[i] = r.Info().Name
	}
	return names
}

// Dealers returns the dealers of the rulesets.
func (l List) Dealers() []state.Dealer {
	dealers := make([]state.Dealer, len(l))
	for i, r := range l {
		dealers[i] = r.Dealer
	}
	return dealers
}

// Roster returns the bots of all rulesets.
func (l List) Roster() ai.Roster {
	roster := ai.Roster{Search: make(map[string]ai.Search)}
	for _, r := range l {
		roster.Bots = append(roster.Bots, r.Bots...)
		if r.Search != nil {
			roster.Search[r.Info().Name] = *r.Search
		}
	}
	return roster
}

// Views returns a value of the type of each ruleset's views, by the ruleset's
// name.
func (l List) Views() map[string]any {
	views := make(map[string]any)
	for _, r := range l {
		if r.View != nil {
			views[r.Info().Name] = r.View
		}
	}
	return views
}
