package state

// A Phase is a row of the phase table and defines one kind of frame. The machine skips a
// function that is nil. The functions depend only on the position and the frame. The frame
// pointer points into the stack of the position and is valid until the function returns.
type Phase[S comparable] struct {
	Name string

	// Holds delays triggers while a frame of this phase is on top. The machine puts them on the
	// stack when a frame of a phase without Holds is on top. Without Holds, triggers interrupt the
	// frame.
	Holds bool

	// Enter runs once, when the frame first reaches the top.
	Enter func(s *S, f *Frame, log *Log) Verdict

	// Awaits returns the seats that may still act. The set depends only on public facts. If the
	// set is empty, the machine calls Run.
	Awaits func(s *S, f *Frame) Seats

	// Options appends the options of an awaited seat, which has at least one. The default comes
	// first. The order is part of the rules.
	Options func(s *S, f *Frame, seat Seat, dst []Option) []Option

	// Request applies a legal option of an awaited seat.
	Request func(s *S, f *Frame, seat Seat, o Option, log *Log) Verdict

	// Run takes the next step of a frame that awaits no seat. A nil Run resolves the frame.
	Run func(s *S, f *Frame, log *Log) Verdict

	// Finish runs after the machine has popped the frame and cleared its phase. If Finish sets a
	// new phase, as [Frame.Turn] does, the frame returns to the stack. Otherwise the frame below
	// continues.
	Finish func(s *S, f *Frame, log *Log)
}

// A StepFunc is a row of the verb table and executes one step of a card.
type StepFunc[S comparable] = func(s *S, f *Frame, op *Op, log *Log) Verdict

// Plain returns a StepFunc that calls do, for a verb that asks no seat and pushes no frame.
func Plain[S comparable](do func(s *S, f *Frame, op *Op, log *Log)) StepFunc[S] {
	return func(s *S, f *Frame, op *Op, log *Log) Verdict {
		do(s, f, op, log)
		return nothing
	}
}

// A Ruleset holds the tables and functions that define a game with positions of type S. S is
// comparable, so a position cannot contain slices, maps or functions. A ruleset does not change
// after the first game has been dealt.
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

	// Choice and Ask are the indexes of ChoicePhase and AskPhase in Phases.
	Choice, Ask PhaseID

	// Dominated returns the number of options that a search ignores. These options are the last in
	// the list. By public facts, none of them is ever better for the seat than some other option.
	// Nil means that no option is dominated.
	Dominated func(s *S, seat Seat, options []Option) int
	// Candidates returns the cards that the frame's actor may pick for op.
	Candidates func(s *S, f *Frame, op *Op) Set
	// PicksLeft returns how many more times c may be picked for op. The picks so far are counted by
	// f.X, and the last one is f.Picked. If PicksLeft is nil, each card may be picked once.
	PicksLeft func(s *S, f *Frame, op *Op, c Card) int
	// Hidden is called when the frame's actor has no card to pick for op. It returns true if the
	// other seats cannot know that the actor has none. In that case the machine asks the actor
	// anyway. A nil Hidden means false.
	Hidden func(s *S, f *Frame, op *Op) bool
	// Decides returns the seat that answers op for the frame's actor. If it is nil, the actor
	// answers.
	Decides func(s *S, f *Frame, op *Op) Seat
	// Picks describes the pick that f asks for. The result words says what happens to a card, with
	// % in place of its name: "put % on the deck". The result zone names the zone of the cards, and
	// is "" if the picks are not cards.
	Picks func(f *Frame) (words, zone string)
	// Amount returns the value of a named quantity of the ruleset.
	Amount func(s *S, f *Frame, base Num) int

	// New deals the first position. An error names the fault in the setup.
	New func(Setup) (S, error)
	// Reseed turns the first position of a game into the first position of another game, whose setup
	// differs only in the seed. A match deals many such games, and Reseed is faster than New. If
	// Reseed is nil or returns false, New deals the game.
	Reseed func(s *S, setup Setup) bool
	// Leave removes a seat that resigns.
	Leave func(s *S, seat Seat, log *Log)
	// Derive computes the derived facts, which are at the end of a position and follow from the
	// rest of it. The rules read these facts instead of computing them, and update them. Derived
	// is the size of the facts in bytes. [Searchable.AppendState] does not write the facts. A nil
	// Derive means that a position has no such facts.
	Derive  func(s *S)
	Derived int
	// Sample redraws everything that the seat cannot know, including the random source. The new
	// position looks the same to the seat, and depends only on the seat's knowledge and on r. For
	// [Watcher], Sample redraws everything that is not public.
	Sample func(s *S, seat Seat, r *Rand)
	// Presort implements [Searchable.Presort]. It is nil if it would not make Sample faster.
	Presort func(s *S, seat Seat)
	// Value estimates the seat's chances in an unfinished game, from 0 (lost) to 1000 (won).
	Value func(s *S, seat Seat) int

	// Score implements [Abilities.Score]. It is nil for a game without points.
	Score func(s *S, seat Seat) (points, order int)

	// Measure returns a number that the seat may know, for rule-based bots. The ruleset defines
	// its measures. Nil means none.
	Measure func(s *S, seat Seat, m Measure) int

	// Features appends the numbers that Layout names. It is nil if the ruleset has no features.
	// See [Searchable.AppendFeatures].
	Features func(dst []float32, s *S, seat Seat) []float32
	Layout   Layout

	// View appends the seat's view of the position as one JSON object.
	View func(dst []byte, s *S, seat Seat) []byte
	// Label describes one of the seat's options.
	Label func(s *S, seat Seat, o Option) Label
	// Tell describes an event that [Event.For] has already redacted. s is the position after the
	// request that caused the event.
	Tell func(s *S, e Event) EventLabel
	// Open reports whether events of a kind name only cards that every seat could already see.
	// Nil means no.
	Open func(EventKind) bool
	// Passing configures automatic passing. Nil means that players do not pass.
	Passing *Passing
	// MustPass implements [Abilities.MustPass]. Nil means that it is always false.
	MustPass func(s *S, seat Seat) bool
	// Draw returns the seat's view of the position as text for a terminal.
	Draw func(s *S, seat Seat) string
	// Cards returns the card table, and Decks the ready decks.
	Cards func() []CardInfo
	Decks func() []DeckInfo
	// Deck implements [Abilities.Deck]. Nil means that deck lists are not public.
	Deck func(s *S, seat Seat) map[string]int
}

// A Setup describes a game to deal. Two deals with the same setup give equal games.
type Setup struct {
	Seats int  `json:"seats"` // from MinSeats to MaxSeats of the ruleset
	Seed  Seed `json:"seed"`  // seeds the position's random source
	// Decks has an entry for each seat: the name of a ready deck or the text of a deck file. A
	// missing or empty entry selects the default deck.
	Decks []string `json:"decks,omitempty"`
	// Table holds the ruleset's own options, such as Dominion's kingdom.
	Table map[string]string `json:"table,omitempty"`
}

// A Measure identifies a number that a ruleset offers to bots.
type Measure uint16

// A Label describes an option. A label and a view use the same references: "t12" is a token,
// "s1" a seat and "f3" a frame on the stack.
type Label struct {
	Do           string `json:"do"`             // the action: play, use, attack, pass, …
	Text         string `json:"text"`           // the whole option, unique among the options
	Card         string `json:"card,omitempty"` // the name of the card
	By           string `json:"by,omitempty"`   // reference to the acting object
	Target       string `json:"on,omitempty"`   // reference to the target
	SecondTarget string `json:"also,omitempty"` // reference to the second target
}

// An EventLabel describes an event, with the references that a client needs to show it.
type EventLabel struct {
	What   string `json:"what"`             // the kind: play, draw, damage, …
	Text   string `json:"text"`             // the whole event
	Seat   int    `json:"seat"`             // the seat that acted or was affected
	Card   string `json:"card,omitempty"`   // the name of the card
	By     string `json:"by,omitempty"`     // reference to the object in play
	Target string `json:"on,omitempty"`     // reference to the target
	Amount int    `json:"amount,omitempty"` // amount or count
	// Depth is the number of frames below the frame that logged the event. The machine sets it.
	Depth int `json:"depth,omitempty"`
}

// A CardInfo describes a card for a list of cards.
type CardInfo struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"` // shown instead of Name; not part of the rules
	Type  string `json:"type"`
	Cost  string `json:"cost"`
	Stats string `json:"stats,omitempty"`
	Text  string `json:"text,omitempty"`
	Group string `json:"group,omitempty"` // heading in a list of cards
	// Play lists what playing the card does to its target, and Use what using its power does. A
	// list is empty if the outcome depends on more than public facts.
	Play []EffectPreview `json:"play,omitempty"`
	Use  []EffectPreview `json:"use,omitempty"`
}

// An EffectPreview is a step of what a card does to its target, for a client that shows the outcome
// before the player chooses.
type EffectPreview struct {
	Do  string `json:"do"`            // what happens to the target, such as damage or destroy
	N   int    `json:"n,omitempty"`   // the amount, or the attack of a boost
	M   int    `json:"m,omitempty"`   // the health of a boost
	Per string `json:"per,omitempty"` // what N and M are multiplied by: the number of the player's items or beings, or of the cards in the player's past
}

// A DeckInfo is a ready deck.
type DeckInfo struct {
	Name  string         `json:"name"`
	About string         `json:"about"`
	Cards map[string]int `json:"cards"`
}

// Read returns the present value of the amount n for frame f. AllOfThem reads as 127.
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
