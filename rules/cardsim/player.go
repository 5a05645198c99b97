package cardsim

import (
	"gamed/state"
)

// A Player is all there is of one player's game. Options and rules get it and may
// change what its exported fields and methods let them.
type Player[C StatsCollection] struct {
	Name  string // what the player is called, if the game has given a name
	Stats C      // the game-specific part

	Rules RuleCollection[C]
	Deck  Deck[C]

	HandLimit      int // cards that the hand is filled up to, at most 100
	ActionsPerTurn int // choices in a turn
	ActionsLeft    int // of this turn; an option that sets it to 0 ends the turn
	Turn           int // counts from 1
	DebugLevel     int // 0 outside debug mode, 2 and more notes which rules ran

	// Rand is where all chance of the game comes from: nothing else is to be
	// used, else a game could not be run again.
	Rand state.Rand

	game     *Game[C]
	hand     []held[C]
	cards    uint32  // how many cards the hand has ever held
	played   []int32 // how often each card of the game has been decided
	panels   []timedPanel[C]
	deferred []Message // shown when the turn is over
	kept     []note    // warnings of earlier choices of the turn, shown again then
	gates    []gate    // what may be chosen: see settle
	notes    []note    // of the last choice, in order
	ending   *Ending
	failure  error
	choices  int  // so far this turn
	short    bool // the deck could not fill the hand, and that has been said
	stuck    bool // no card can be decided, and that has been said
	blocked  bool // an urgent card has to be decided first
	stale    bool // the hand has changed since gates were asked for
	stepping bool // rules run one at a time, when the player says so

	tracing bool         // note what moves the stats
	changes []Change     // of the turn, if they are noted
	last    []reading    // of the stats, while they are noted
	first   []reading    // of the stats, at the start
	past    []*Player[C] // in debug mode: before the last choices, the latest last
	doing   cause        // what of the designer's is at work, where one call runs many
}

// Debug reports whether the game runs in debug mode.
func (p *Player[C]) Debug() bool { return p.DebugLevel > 0 }

// Played returns how often the card of that name has been decided or dismissed.
func (p *Player[C]) Played(name string) int {
	if i, is := p.game.index[name]; is {
		return int(p.played[i])
	}
	return 0
}

// Tell shows a message with what the choice at hand, or the turn, has come to.
func (p *Player[C]) Tell(m Message) { p.notes = append(p.notes, note{kind: Told, text: m}) }

// Defer shows a message when this turn is over and all its rules have run. It goes
// with the new state of things, where Tell goes with what has just been done.
func (p *Player[C]) Defer(m Message) { p.deferred = append(p.deferred, m) }

// Refund gives an action back: the choice at hand has cost none.
func (p *Player[C]) Refund() { p.ActionsLeft++ }

// EndTurn lets the rules run when the choice at hand is done, whatever actions are
// left.
func (p *Player[C]) EndTurn() { p.ActionsLeft = 0 }

// An Ending is how a game ends.
type Ending struct {
	Name string // unique in a game
	Text Message
	Won  bool // else the game is lost
}

// The endings that the engine knows by itself.
const (
	EndFailure = "failure"        // an error or a panic: see Player.Failure
	EndHistory = "end of history" // the deck and the hand are empty
	EndTime    = "time"           // the last turn is over
	EndLeft    = "left"           // the player has left
)

// End ends the game when the choice at hand, or the rules of the turn, are done.
// Only the first end counts.
func (p *Player[C]) End(e Ending) {
	if p.ending == nil {
		p.ending = &e
	}
}

// Ended returns how the game has ended, nil while it runs.
func (p *Player[C]) Ended() *Ending { return p.ending }

// Failure returns the error that has ended the game, nil if none has: a *Failure,
// or EndOfHistory.
func (p *Player[C]) Failure() error { return p.failure }

// failed makes err, which came of what by names, the failure of the game.
func (p *Player[C]) failed(by cause, err error) *Failure {
	f := &Failure{What: by.String(), Step: by.step, Turn: p.Turn, Err: err}
	if p.Debug() {
		f.Stack = stackOf(err)
	}
	return f
}

// fail ends the game by an error. It ends it even if it has ended otherwise in the
// same moment.
func (p *Player[C]) fail(f *Failure) {
	if p.failure != nil {
		return
	}
	p.failure = f
	p.ending = &Ending{Name: EndFailure, Text: Message(f.Error())}
	p.notes = append(p.notes, note{kind: Failed, text: p.ending.Text + stackLines(f.Stack)})
}

// leaveTable ends the game because the player wants no more of it.
func (p *Player[C]) leaveTable() {
	p.open(note{kind: Chose, text: "leave the game"})
	p.End(Ending{Name: EndLeft, Text: "the player has left"})
	p.settle()
}

// endOfHistory ends a game that has nothing left to decide.
func (p *Player[C]) endOfHistory() {
	p.failure = EndOfHistory
	p.End(Ending{Name: EndHistory, Text: Message(EndOfHistory.Error())})
}

// warn notes a warning of what by names, in debug mode with its stack.
func (p *Player[C]) warn(by cause, err error) {
	text := Messagef("%s: %v", by, err)
	if p.Debug() {
		text += stackLines(stackOf(err))
	}
	p.notes = append(p.notes, note{kind: Warned, text: text})
}

// heed reads an error of what by names and notes its warnings.
func (p *Player[C]) heed(by cause, err error) report {
	said := read(err)
	for _, w := range said.warnings {
		p.warn(by, w)
	}
	return said
}

// warnf notes a warning of the engine's own.
func (p *Player[C]) warnf(by cause, format string, args ...any) {
	p.notes = append(p.notes, note{kind: Warned, text: Messagef("%s: ", by) + Messagef(format, args...)})
}
