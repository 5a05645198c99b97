package state

// A Phase is a row of the phase table: how one kind of frame behaves. A nil
// field does nothing. The functions are static; all they know is in s and f.
// f points into the stack of s and is good until the function returns.
type Phase[S comparable] struct {
	Name string

	// Holds keeps triggers waiting while a frame of this phase is on top: they
	// stack when it has ended. Without it they interrupt.
	Holds bool

	// Enter runs once, when the frame is first on top.
	Enter func(s *S, f *Frame, log *Log) Verdict

	// Awaits returns the seats that may still speak, from public facts only.
	// When it is empty the frame runs on by itself.
	Awaits func(s *S, f *Frame) Seats

	// Options appends what an awaited seat may say, at least one option and the
	// default first. The order is part of the rules.
	Options func(s *S, f *Frame, seat Seat, dst []Option) []Option

	// Request handles a legal option of an awaited seat.
	Request func(s *S, f *Frame, seat Seat, o Option, log *Log) Verdict

	// Run takes the next step of a frame nobody is awaited for. A nil Run
	// resolves it.
	Run func(s *S, f *Frame, log *Log) Verdict

	// Finish is the exec. It ends the frame, which is off the stack by now and has
	// no phase, and gives way to the one below unless it gives f a phase again,
	// as [Frame.Turn] does: f is then the frame that takes the place.
	Finish func(s *S, f *Frame, log *Log)
}

// A Ruleset is its tables, and how to reach the kernel's part of S. That S is
// comparable is the point: no slice, map or func can be in it. A ruleset is
// built once, before the first game, and not changed afterwards.
type Ruleset[S comparable] struct {
	Name     string
	About    string // one sentence
	Version  int    // raised when old logs would no longer replay
	MinSeats int
	MaxSeats int

	Core   func(*S) *Core
	Phases []Phase[S]
	Verbs  []func(s *S, f *Frame, op *Op, log *Log) Verdict
	Code   func(Kind, Slot) Code

	// Choice and Ask are the rows of ChoicePhase and AskPhase.
	Choice, Ask PhaseID

	// Candidates returns the cards that the actor of f may pick for op.
	Candidates func(s *S, f *Frame, op *Op) Set
	// Copies returns how many times c may still be picked for op, given that
	// f.X picks have been made and f.Picked was the last one. Nil means once.
	Copies func(s *S, f *Frame, op *Op, c Card) int
	// Hidden reports whether the actor of f, who has no card to pick for op, may
	// have one for all that is public. It is then asked all the same: not to ask
	// would tell. Nil means no.
	Hidden func(s *S, f *Frame, op *Op) bool
	// Decides returns who answers op, which asks something of the actor of f.
	// Nil means the actor.
	Decides func(s *S, f *Frame, op *Op) Seat
	// Amount reads one of the ruleset's named quantities.
	Amount func(s *S, f *Frame, base Num) int

	// New deals the first position. An error says what in the set-up is wrong.
	New func(Setup) (S, error)
	// Leave takes a seat that resigns out of the game.
	Leave func(s *S, seat Seat, log *Log)
	// Sample deals again whatever seat cannot know, the future of the random
	// source included: a world that looks the same to seat, drawn at random. It
	// is a function of what seat knows and of r alone. For Watcher, whatever is
	// not public is dealt again.
	Sample func(s *S, seat Seat, r *Rand)
	// Value estimates how seat stands in a game that is not over, in
	// thousandths: 0 is lost, 1000 is won.
	Value func(s *S, seat Seat) int

	// Measure reads a number that seat may know, for bots that follow rules. Nil
	// means that there is none. What the measures are is the ruleset's to say.
	Measure func(s *S, seat Seat, m Measure) int

	// Features appends the numbers that Layout names: see [Searchable.AppendFeatures]. Nil means
	// that there are none.
	Features func(dst []float32, s *S, seat Seat) []float32
	Layout   Layout

	// View appends what seat may know of the position, as one JSON object.
	View func(dst []byte, s *S, seat Seat) []byte
	// Label puts an option of seat into words.
	Label func(s *S, seat Seat, o Option) Label
	// Tell puts an event into words, e having been cut by For already and s
	// being the position after the request that it came of.
	Tell func(s *S, e Event) Told
	// Open reports whether events of a kind name no card that was hidden from anybody
	// before. Nil means none are sure not to.
	Open func(What) bool
	// Concerns reports whether an event of somebody else is about something of seat's.
	// Nil means no.
	Concerns func(s *S, e Event, seat Seat) bool
	// Passing is what to know so that a player may have it pass by itself; nil if nobody
	// passes.
	Passing *Passing
	// Draw draws what seat may know of the position as text.
	Draw func(s *S, seat Seat) string
	// Cards and Decks list the card table and the ready decks.
	Cards func() []CardInfo
	Decks func() []DeckInfo
}

// A Setup is what a game starts from. Equal set-ups deal equal games.
type Setup struct {
	Seats int    `json:"seats"` // from MinSeats to MaxSeats of the ruleset
	Seed  uint64 `json:"seed"`  // of the position's random source
	// Decks has one entry a seat: the name of a ready deck, or the text of a
	// deck file. A missing or empty entry takes the ruleset's default.
	Decks []string `json:"decks,omitempty"`
	// Table holds the ruleset's own options, such as Dominion's kingdom.
	Table map[string]string `json:"table,omitempty"`
}

// A Measure names a number that a ruleset tells its bots.
type Measure uint16

// A Label is an option in words. References such as "t12" (a token), "s1" (a
// seat) or "f3" (a frame of the stack) are those of the view.
type Label struct {
	Do   string `json:"do"`             // the word: play, use, attack, pass, …
	Text string `json:"text"`           // the whole option, unique on its list
	Card string `json:"card,omitempty"` // the name of the card
	By   string `json:"by,omitempty"`   // reference to the object that acts
	On   string `json:"on,omitempty"`   // reference to what it is aimed at
	Also string `json:"also,omitempty"` // reference to the second aim
}

// Told is an event in words, with the references that a table needs to show it.
type Told struct {
	What string `json:"what"`             // the word: play, draw, damage, …
	Text string `json:"text"`             // the whole event
	Seat int    `json:"seat"`             // who did it, or whom it happened to
	Card string `json:"card,omitempty"`   // the name of the card
	By   string `json:"by,omitempty"`     // reference to the object that it is about
	On   string `json:"on,omitempty"`     // reference to what it was aimed at
	N    int    `json:"amount,omitempty"` // how much or how many
	// Depth is how many frames waited below the one in which it happened. Rulesets leave it
	// out: the machine knows.
	Depth int `json:"depth,omitempty"`
}

// A CardInfo is a row of the card table as people read it.
type CardInfo struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"` // what people read, if that is not the name; no part of the rules
	Type  string `json:"type"`
	Cost  string `json:"cost"`
	Stats string `json:"stats,omitempty"`
	Text  string `json:"text,omitempty"`
	Group string `json:"group,omitempty"` // what it is listed under
}

// A DeckInfo is a ready deck.
type DeckInfo struct {
	Name  string         `json:"name"`
	About string         `json:"about"`
	Cards map[string]int `json:"cards"`
}

// Read returns the amount n as it stands for the frame f.
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
