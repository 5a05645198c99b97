package state

// A Phase is a row of the phase table and defines one kind of frame. A nil field does nothing.
// The functions depend on s and f alone; f points into the stack of s and is valid until the
// function returns.
type Phase[S comparable] struct {
	Name string

	// Holds delays triggers while a frame of this phase is on top: they stack when it ends.
	// Otherwise they interrupt.
	Holds bool

	// Enter runs once, when the frame first reaches the top.
	Enter func(s *S, f *Frame, log *Log) Verdict

	// Awaits returns the seats that may still act, from public facts only. If it is empty, Run
	// continues the frame.
	Awaits func(s *S, f *Frame) Seats

	// Options appends the options of an awaited seat: at least one, the default first. The order
	// is part of the rules.
	Options func(s *S, f *Frame, seat Seat, dst []Option) []Option

	// Request applies a legal option of an awaited seat.
	Request func(s *S, f *Frame, seat Seat, o Option, log *Log) Verdict

	// Run takes the next step of a frame that awaits no seat. A nil Run resolves the frame.
	Run func(s *S, f *Frame, log *Log) Verdict

	// Finish ends the frame, which has left the stack and has no phase. If Finish gives f a phase
	// again, as [Frame.Turn] does, f replaces the frame; otherwise the frame below continues.
	Finish func(s *S, f *Frame, log *Log)
}

// A StepFunc is a row of the verb table and executes one step of a card.
type StepFunc[S comparable] = func(s *S, f *Frame, op *Op, log *Log) Verdict

// Plain returns the StepFunc of a verb that asks no seat and stacks nothing.
func Plain[S comparable](do func(s *S, f *Frame, op *Op, log *Log)) StepFunc[S] {
	return func(s *S, f *Frame, op *Op, log *Log) Verdict {
		do(s, f, op, log)
		return nothing
	}
}

// A Ruleset is the tables of a game and access to the Core of its position S. S is comparable, so
// it cannot contain slices, maps or functions. A ruleset is built before the first game and then
// never changed.
type Ruleset[S comparable] struct {
	Name     string
	About    string // one sentence
	Version  int    // raised when old logs no longer replay
	MinSeats int
	MaxSeats int

	Core   func(*S) *Core
	Phases []Phase[S]
	Verbs  []StepFunc[S]
	Code   func(Kind, Slot) Code

	// Choice and Ask are the rows of ChoicePhase and AskPhase.
	Choice, Ask PhaseID

	// Candidates returns the cards that the actor of f may pick for op.
	Candidates func(s *S, f *Frame, op *Op) Set
	// Copies returns how many times c may still be picked for op after f.X picks, of which
	// f.Picked was the last. Nil means once.
	Copies func(s *S, f *Frame, op *Op, c Card) int
	// Hidden reports whether the actor of f, who has no card to pick for op, may have one as far
	// as others know. The actor is then asked anyway, to reveal nothing. Nil means no.
	Hidden func(s *S, f *Frame, op *Op) bool
	// Decides returns the seat that answers op for the actor of f. Nil means the actor.
	Decides func(s *S, f *Frame, op *Op) Seat
	// Picks describes the pick that f asks for: what happens to a card, which % stands for, as in
	// "put % on the deck", and the zone of the cards.
	Picks func(f *Frame) (words, zone string)
	// Amount reads a named quantity of the ruleset.
	Amount func(s *S, f *Frame, base Num) int

	// New deals the first position. An error names the fault in the setup.
	New func(Setup) (S, error)
	// Leave removes a seat that resigns.
	Leave func(s *S, seat Seat, log *Log)
	// Sample redraws everything that seat cannot know, future chance included. The result looks
	// the same to seat and depends only on what seat knows and on r. For Watcher it redraws
	// everything that is not public.
	Sample func(s *S, seat Seat, r *Rand)
	// Value estimates the standing of seat in an unfinished game, from 0 (lost) to 1000 (won).
	Value func(s *S, seat Seat) int

	// Measure reads a number that seat may know, for rule-based bots. The ruleset defines its
	// measures. Nil means none.
	Measure func(s *S, seat Seat, m Measure) int

	// Features appends the numbers that Layout names: see [Searchable.AppendFeatures]. Nil means
	// none.
	Features func(dst []float32, s *S, seat Seat) []float32
	Layout   Layout

	// View appends what seat may know as one JSON object.
	View func(dst []byte, s *S, seat Seat) []byte
	// Label describes an option of seat.
	Label func(s *S, seat Seat, o Option) Label
	// Tell describes an event that For has already redacted. s is the position after the request
	// that caused it.
	Tell func(s *S, e Event) Told
	// Open reports whether events of a kind name only cards that every seat could see before. Nil
	// means no.
	Open func(What) bool
	// Concerns reports whether an event caused by another seat affects a card of seat. Nil means
	// no.
	Concerns func(s *S, e Event, seat Seat) bool
	// Passing configures automatic passing. Nil means that players do not pass.
	Passing *Passing
	// Draw returns what seat may know as text for a terminal.
	Draw func(s *S, seat Seat) string
	// Cards and Decks list the card table and the ready decks.
	Cards func() []CardInfo
	Decks func() []DeckInfo
}

// A Setup describes a game to deal. Equal setups deal equal games.
type Setup struct {
	Seats int    `json:"seats"` // from MinSeats to MaxSeats of the ruleset
	Seed  uint64 `json:"seed"`  // of the position's random source
	// Decks has one entry per seat: the name of a ready deck or the text of a deck file. A
	// missing or empty entry selects the default deck.
	Decks []string `json:"decks,omitempty"`
	// Table holds the ruleset's own options, such as Dominion's kingdom.
	Table map[string]string `json:"table,omitempty"`
}

// A Measure identifies a number that a ruleset offers to bots.
type Measure uint16

// A Label describes an option. References such as "t12" (a token), "s1" (a seat) or "f3" (a frame
// of the stack) are those of the view.
type Label struct {
	Do   string `json:"do"`             // the action: play, use, attack, pass, …
	Text string `json:"text"`           // the whole option, unique among the options
	Card string `json:"card,omitempty"` // the name of the card
	By   string `json:"by,omitempty"`   // reference to the acting object
	On   string `json:"on,omitempty"`   // reference to the target
	Also string `json:"also,omitempty"` // reference to the second target
}

// Told describes an event, with the references that a client needs to show it.
type Told struct {
	What string `json:"what"`             // the kind: play, draw, damage, …
	Text string `json:"text"`             // the whole event
	Seat int    `json:"seat"`             // the seat that acted or was affected
	Card string `json:"card,omitempty"`   // the name of the card
	By   string `json:"by,omitempty"`     // reference to the object in play
	On   string `json:"on,omitempty"`     // reference to the target
	N    int    `json:"amount,omitempty"` // amount or count
	// Depth is the number of frames below the one that logged the event. The machine sets it.
	Depth int `json:"depth,omitempty"`
}

// A CardInfo is a row of the card table for readers.
type CardInfo struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"` // shown instead of Name; not part of the rules
	Type  string `json:"type"`
	Cost  string `json:"cost"`
	Stats string `json:"stats,omitempty"`
	Text  string `json:"text,omitempty"`
	Group string `json:"group,omitempty"` // heading in a list of cards
}

// A DeckInfo is a ready deck.
type DeckInfo struct {
	Name  string         `json:"name"`
	About string         `json:"about"`
	Cards map[string]int `json:"cards"`
}

// Read returns the value of n for the frame f.
func (r *Ruleset[S]) Read(s *S, f *Frame, n Num) int {
	base, literal := n.Split()
	switch base {
	case 0:
		return literal
	case X:
		return int(f.X) + literal
	case AllOfThem:
		return 127
	}
	return r.Amount(s, f, base) + literal
}
