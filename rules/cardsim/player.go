package cardsim

import (
	"fmt"
	"gamed/state"
)

// A Player is the state of one player's game. Options and rules may change it through
// its exported fields and methods.
type Player[C StatsCollection] struct {
	Name  string // optional
	Stats C      // the designer's struct

	Rules RuleCollection[C]
	Deck  Deck[C]

	HandLimit      int // the hand is filled to this number of cards, at most 100
	ActionsPerTurn int // choices per turn
	ActionsLeft    int // in this turn; setting it to 0 ends the turn
	Turn           int // from 1
	DebugLevel     int // 0 outside debug mode; from level 2 on, notes list the rules that ran

	// Rand is the only source of randomness that a game may use. With another source, the game
	// could not be replayed.
	Rand state.Rand

	game          *Game[C]
	hand          []handCard[C]
	lastHandID    uint32  // the id of the card that came to the hand last
	timesDecided  []int32 // how often each card of the game was decided
	panels        []timedPanel[C]
	deferred      []Message     // shown at the end of the turn
	keptWarnings  []note        // warnings of earlier choices, repeated at the end of the turn
	choiceStates  []choiceState // whether each choice is possible: see updateOptions
	notes         []note        // of the last choice
	ending        *Ending
	failure       error
	turnChoices   int  // made in this turn
	warnedShort   bool // already warned that the deck could not fill the hand
	warnedStuck   bool // already warned that no card can be decided
	urgentPending bool // an urgent card must be decided first
	optionsStale  bool // the hand changed after updateOptions
	stepMode      bool // rules run one at a time

	traceChanges  bool           // record which choice or rule changes a stat
	changes       []tracedChange // in this turn, if traceChanges is set
	lastReadings  []reading      // the stats when recordChanges last ran, if traceChanges is set
	firstReadings []reading      // the stats at the start of the game
	undoPositions []*Player[C]   // in debug mode: positions before the last choices, oldest first
	condition     cause          // the When, Enabled or Hide that runs now, to name it in an error
}

// Debug reports whether debug mode is on.
func (p *Player[C]) Debug() bool { return p.DebugLevel > 0 }

// TimesPlayed returns how often the card with the given name was decided or dismissed.
func (p *Player[C]) TimesPlayed(name string) int {
	if i, is := p.game.index[name]; is {
		return int(p.timesDecided[i])
	}
	return 0
}

// Tell shows a message with the results of the current choice or turn.
func (p *Player[C]) Tell(m Message) { p.notes = append(p.notes, note{kind: Told, text: m.text}) }

// Defer shows a message after all rules of the turn have run.
func (p *Player[C]) Defer(m Message) { p.deferred = append(p.deferred, m) }

// Refund makes the current choice free.
func (p *Player[C]) Refund() { p.ActionsLeft++ }

// EndTurn ends the turn after the current choice, even if actions are left.
func (p *Player[C]) EndTurn() { p.ActionsLeft = 0 }

// An Ending is the end of a game.
type Ending struct {
	Name string // unique in a game
	Text Message
	Won  bool // otherwise the game is lost
}

// The names of the endings that the library adds to every game.
const (
	EndFailure = "failure"        // an error or a panic; see Player.Failure
	EndHistory = "end of history" // the deck and the hand are empty
	EndTime    = "time"           // after the last turn
	EndLeft    = "left"           // the player resigned
)

// End ends the game after the current choice. If a rule calls End, the game ends after all rules
// of the turn have run. Only the first call counts.
func (p *Player[C]) End(e Ending) {
	if p.ending == nil {
		p.ending = &e
	}
}

// Ended returns the ending, or nil during the game.
func (p *Player[C]) Ended() *Ending { return p.ending }

// Failure returns the error that ended the game, if any: a *Failure, or EndOfHistory.
func (p *Player[C]) Failure() error { return p.failure }

// newFailure returns err as a Failure with the given cause.
func (p *Player[C]) newFailure(by cause, err error) *Failure {
	f := &Failure{What: by.String(), Step: by.step, Turn: p.Turn, Err: err, by: p.forPlayer(by)}
	if p.Debug() {
		f.Stack = stackOf(err)
	}
	return f
}

// fail ends the game with an error. The failure replaces an ending that the game has already
// reached.
func (p *Player[C]) fail(f *Failure) {
	if p.failure != nil {
		return
	}
	p.failure = f
	p.ending = &Ending{Name: EndFailure, Text: Text(f.forPlayers())}
	p.notes = append(p.notes, note{kind: Failed, text: p.ending.Text.text + stackLines(f.Stack)})
}

// leaveTable ends the game because the player resigned.
func (p *Player[C]) leaveTable() {
	p.startNotes(note{kind: Chose, text: "resign"})
	p.End(Ending{Name: EndLeft, Text: Text("the player resigned")})
	p.updateOptions()
}

// endOfHistory ends a game that has run out of cards.
func (p *Player[C]) endOfHistory() {
	p.failure = EndOfHistory
	p.End(Ending{Name: EndHistory, Text: Text(EndOfHistory.Error())})
}

// forPlayer returns a cause as the player reads it: in debug mode with its name, otherwise with
// its title.
func (p *Player[C]) forPlayer(by cause) cause {
	if p.Debug() {
		by.title = by.name
	}
	return by
}

// warn adds a note with a warning, and with its stack in debug mode.
func (p *Player[C]) warn(by cause, err error) {
	text := err.Error()
	if p.Debug() {
		text += stackLines(stackOf(err))
	}
	p.notes = append(p.notes, note{kind: Warned, text: text, by: p.forPlayer(by)})
}

// Warn shows a warning from a condition: a When, an Enabled or a Hide. Such functions cannot return
// errors.
func (p *Player[C]) Warn(err error) { p.warn(p.condition, err) }

// noteWarnings adds notes for the warnings in err and returns the parts of err.
func (p *Player[C]) noteWarnings(by cause, err error) errorParts {
	said := partsOf(err)
	for _, w := range said.warnings {
		p.warn(by, w)
	}
	return said
}

// warnf adds a note with a warning of the library, which has no stack.
func (p *Player[C]) warnf(by cause, format string, args ...any) {
	p.notes = append(p.notes, note{kind: Warned, text: fmt.Sprintf(format, args...), by: p.forPlayer(by)})
}
