// Package rules describes rulesets to the server, the arena and the commands.
// Those packages access a ruleset only through its [Ruleset].
package rules

import (
	"gamed/ai"
	"gamed/state"
)

// A Ruleset is a game with everything that a program needs to run it. Only
// Dealer is required.
type Ruleset struct {
	state.Dealer
	// View is any value of the type of the game's views. The message schema
	// describes that type.
	View any
	// Component names the component of the web page that shows the table and
	// the cards. If it is empty, the page uses a generic component.
	Component string
	// DrawsFirstTurn reports whether the deal draws the seat that has the first turn. If it does not,
	// seat 0 has the first turn.
	DrawsFirstTurn bool
	// Bots play this ruleset only.
	Bots []ai.Entry
	// BotFile describes the bots that are read from files. It may be nil.
	BotFile *BotFile
	// Search holds the default parameters of ismcts. If it is nil,
	// [ai.DefaultSearch] applies.
	Search *ai.Search
	// Levels has the bot for each difficulty level on a server, weakest
	// first. The zero value selects bots that play any ruleset.
	Levels [5]Level
	// Lessons teach the rules in order. The first lesson requires no other lesson.
	Lessons []Lesson
	// Puzzles are positions to win, easiest first.
	Puzzles []Puzzle
	// Words is the glossary of the words on cards and at the table, in display order.
	Words []Word
	// ReadDeck reads a deck file and returns the number of copies of each card.
	// Errors mention the file name. ReadDeck is nil if players do not choose
	// decks.
	ReadDeck func(name, text string) (map[string]int, error)
	// Prepare adds the table options that the bots of a match need to play
	// well. The entry of a bot outside this process is nil. Prepare may be nil.
	Prepare func(bots []ai.Bot, table map[string]string)
	// FillTable replaces table options by the values that the deal of m chose for
	// them, so that all games of a match have the same table. FillTable may be nil.
	FillTable func(m state.Machine, table map[string]string)
	// Milestone is the number whose growth a match reports when one bot plays alone. It may be nil.
	Milestone *Milestone
	// Usage tells a match what to count for a report. It may be nil.
	Usage *Usage
	// Source locates the ruleset's Go code, or is nil.
	Source *Source
	// Decisions holds the tools of a decision game. It is nil for other games.
	Decisions *Decisions
}

// A BotFile describes the bots that are read from files of one format.
type BotFile struct {
	Prefix string // begins the bot's name, before the path: "buy:"
	About  string
	// Parse reads a file and returns a constructor for bots. Errors mention the
	// file name.
	Parse func(name, text string) (func(seed uint64) ai.Bot, error)
}

// A Level is a bot that a server offers under the name of a difficulty, such as hard.
type Level struct {
	Bot string // the name of the bot
	// About tells players how the bot plays.
	About string
	// Odds is the measured score of the bot against the bot of the level below: see docs/strength.md.
	Odds string
}

// A Lesson is a short game that teaches one part of the rules. The same choices always lead
// to the same game.
type Lesson struct {
	ID    string `json:"id"` // unique among the ruleset's lessons
	Title string `json:"title"`
	About string `json:"about"` // the situation, and a question that the lesson answers
	// Card names the card whose picture the lesson has.
	Card  string       `json:"card"`
	Start Start        `json:"-"`
	Steps []LessonStep `json:"steps"`
	// Between is the advice while the next step is not possible yet.
	Between string `json:"between"`
	End     string `json:"end"` // what the player has learned
}

// A Start is the first position of a lesson or a puzzle.
type Start struct {
	Seats []LessonSeat
	// Table holds the ruleset's own options.
	Table  map[string]string
	Chance string // any text, from which the random seed is computed
	// Opening lists the choices that lead to the position: a seat and the beginning
	// of an option's text, as in "1 play Moss Hare". All other choices are the default.
	Opening []string
}

// A LessonSeat is a seat of a lesson or a puzzle. If Bot is empty, the player takes the seat.
type LessonSeat struct{ Bot, Deck string }

// A LessonStep suggests a choice and explains it.
type LessonStep struct {
	Take string `json:"take"` // the beginning of the option's text
	Say  string `json:"say"`
}

// A Puzzle is a position that the player, in seat 0, can win before the turn ends, whatever the other
// seat does. The other seat's bot defends best and always replies to the same choices in the same way.
type Puzzle struct {
	ID string `json:"id"` // unique among the ruleset's puzzles
	// Card names the card whose picture the puzzle has.
	Card string `json:"card"`
	Turn int    `json:"turn"` // the number of the turn in which the player can win
	// Luck is the number of wins in a million games in which the player chooses at random.
	Luck int `json:"luck"`
	// Solution lists the texts of the player's choices against the bot's defence. Decisions with
	// a single option are omitted.
	Solution []string `json:"solution"`
	// Start describes the game up to the position. Its Chance is the seed of the game between bots in
	// which the position occurred.
	Start Start `json:"-"`
}

// A Word is an entry of a ruleset's glossary.
type Word struct {
	Word  string `json:"word"`
	Means string `json:"means"`
	Group string `json:"group"` // the topic of the word
	// Signs names glyphs of the page that show the word: see web/static/kit/glyph.js. By default, the
	// page shows the glyph with the name of the word, else the picture of a card that uses the word.
	Signs []string `json:"signs,omitempty"`
	// Forms lists other forms of the word in the texts of cards.
	Forms []string `json:"forms,omitempty"`
}

// A Milestone is a number that grows during a game. A match reports the turns
// in which the number reached 1, 2, … Most.
type Milestone struct {
	Name    string // names a field of the result's JSON: "province" gives "province_turns"
	Measure state.Measure
	Most    int
}

// A Source is the Go expression for a ruleset and the package that it needs.
type Source struct {
	Import     string // the path of the package
	Expression string // evaluates to the ruleset
}

// A List holds the rulesets of a program. Each ruleset has a unique name.
type List []Ruleset

// Of returns a ruleset for each dealer, with no field set but Dealer.
func Of(dealers ...state.Dealer) List {
	list := make(List, len(dealers))
	for i, d := range dealers {
		list[i].Dealer = d
	}
	return list
}

// Find returns the ruleset with the given name, or the zero value and false.
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

// Views returns the View of each ruleset that has one, keyed by ruleset name.
func (l List) Views() map[string]any {
	views := make(map[string]any)
	for _, r := range l {
		if r.View != nil {
			views[r.Info().Name] = r.View
		}
	}
	return views
}
