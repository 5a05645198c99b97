package state

import "slices"

// Abilities holds the optional features of a ruleset that are not in [Machine]. A nil field means
// that the ruleset lacks the feature. The functions accept only machines that the ruleset's
// [Dealer] has dealt, and forks of such machines.
type Abilities struct {
	// Passing configures automatic passing. Nil means that players do not pass. Stop is set if
	// Passing is set.
	Passing *Passing
	// Stop returns the index of the seat's present situation in [Passing.Stops], or -1 if no
	// stop matches. Stop depends only on public facts.
	Stop func(m Machine, seat Seat) int
	// MustPass reports whether, by public facts, the seat has no option but a pass. Such a pass
	// reveals nothing. Nil means that this is never so.
	MustPass func(m Machine, seat Seat) bool

	// Chance returns the random source of the position. An undo needs consent if a request has
	// changed the source by more than its salt.
	Chance func(Machine) Rand
	// Reveals reports whether an event may show a seat a card that was hidden from it. Reveals is
	// set if Chance is set.
	Reveals func(Event) bool

	// Layout names the features that [Searchable.AppendFeatures] appends.
	Layout *Layout

	// Situation returns the seat whose turn it is, the name of the turn's phase, and the number of
	// frames above that phase on the stack.
	Situation func(Machine) (active Seat, phase string, depth int)

	// Simultaneous is set if every seat takes each turn that [Machine.Turn] counts.
	Simultaneous bool

	// Figures appends the figures of a finished game. The order of the figures is the same in each
	// game of a ruleset.
	Figures func(dst []Figure, m Machine) []Figure

	// Score returns the points of a seat at the end of a game, and a number that ranks the seats
	// that stayed to the end. A higher number is better.
	Score func(m Machine, seat Seat) (points, order int)

	// Deck returns the deck list of a seat as the number of copies by card name. Deck is set only
	// if deck lists are public.
	Deck func(m Machine, seat Seat) map[string]int

	// Measures returns the names of the public measures, indexed by [Measure]. Their values are in
	// thousandths. An empty name means that the measure is not public.
	Measures func() []string
	// Ranks reports whether rankings count games with this setup. Ranks is set if Measures is set.
	Ranks func(Setup) bool

	// File is the file that defines the ruleset. It is nil for a ruleset in Go.
	File *File
}

// A File is the text of a file that defines a ruleset.
type File struct {
	Text []byte
	// Read returns the ruleset of another version of the file.
	Read func(text []byte) (Dealer, error)
}

// Passing configures automatic passing.
type Passing struct {
	Pass string `json:"pass"` // the [Label.Do] of passing
	// Stops lists the situations in which a seat may pass. A player chooses in which of these
	// situations the game waits for the player's answer.
	Stops []Stop `json:"stops"`
}

// A Stop is a situation in which a seat may pass. The first stop that matches the top frame of the
// stack applies.
type Stop struct {
	Name string `json:"name"` // unique in the ruleset
	Text string `json:"text"` // completes "wait for me at"
	// Default reports whether the stop is among the default stops of a human player.
	Default bool `json:"default,omitempty"`
	// Own reports whether the seat itself acts or is attacked in this situation.
	Own bool `json:"own,omitempty"`

	Phases []PhaseID     `json:"-"` // of the frame
	Slots  []Slot        `json:"-"` // of the frame; nil for all
	Whose  FrameRelation `json:"-"`
}

// A FrameRelation is the relation of a frame to the seat that may pass.
type FrameRelation uint8

const (
	OfAnyone FrameRelation = iota
	OfSeat                 // the seat owns the frame
	OfOthers               // another seat owns the frame
	AtSeat                 // the frame affects the seat
)

// matches reports whether the seat is in this situation while f is on top of the stack.
func (p *Stop) matches(f *Frame, seat Seat) bool {
	switch {
	case !slices.Contains(p.Phases, f.Phase), p.Slots != nil && !slices.Contains(p.Slots, f.Slot):
		return false
	case p.Whose == OfSeat:
		return f.Seat == seat
	case p.Whose == OfOthers:
		return f.Seat != seat
	}
	return p.Whose == OfAnyone || f.Actor == seat
}

// A Layout names the features of a position. The facts come first, then each plane with one feature
// per card. Files of weights contain these names. So a net can use its weights in a game with other
// cards, for the features that both games have.
type Layout struct {
	Version int      `json:"version"` // increased when the meaning of a feature changes
	Facts   []string `json:"facts"`
	Planes  []string `json:"planes"`
	Cards   []string `json:"cards"` // by kind
}

// Len returns the number of features.
func (l *Layout) Len() int { return len(l.Facts) + len(l.Planes)*len(l.Cards) }

// Names returns the names of the features in order.
func (l *Layout) Names() []string {
	names := append(make([]string, 0, l.Len()), l.Facts...)
	for _, plane := range l.Planes {
		for _, card := range l.Cards {
			names = append(names, plane+" "+card)
		}
	}
	return names
}

// A Figure is a statistic of a finished game.
type Figure struct {
	Group string  `json:"group"` // the heading: endings, stats, …
	Name  string  `json:"name"`  // unique within the group
	N     float64 `json:"n"`
}

// Abilities returns the optional features of the ruleset.
func (r *Ruleset[S]) Abilities() Abilities {
	position := func(m Machine) *S { return &m.(*Game[S]).s }
	a := Abilities{
		Chance:  func(m Machine) Rand { return r.Core(position(m)).Rand },
		Reveals: r.reveals,
		Situation: func(m Machine) (Seat, string, int) {
			c := r.Core(position(m))
			return c.Active, r.Phases[c.Stack.Frames[0].Phase].Name, int(c.Stack.Depth) - 1
		},
	}
	if r.Features != nil {
		a.Layout = &r.Layout
	}
	if r.Score != nil {
		a.Score = func(m Machine, seat Seat) (points, order int) { return r.Score(position(m), seat) }
	}
	if r.Deck != nil {
		a.Deck = func(m Machine, seat Seat) map[string]int { return r.Deck(position(m), seat) }
	}
	if r.MustPass != nil {
		a.MustPass = func(m Machine, seat Seat) bool { return r.MustPass(position(m), seat) }
	}
	if r.Passing != nil {
		a.Passing = r.Passing
		a.Stop = func(m Machine, seat Seat) int {
			f := r.Core(position(m)).Stack.Top()
			return slices.IndexFunc(r.Passing.Stops, func(p Stop) bool { return p.matches(f, seat) })
		}
	}
	return a
}

// reveals reports whether the event shows a seat a card. It returns false for events of a kind
// that, according to Open, reveals no card.
func (r *Ruleset[S]) reveals(e Event) bool {
	if e.Sees == 0 || e.Kind|e.TargetKind|e.SecondTargetKind == 0 {
		return false
	}
	return r.Open == nil || !r.Open(e.What)
}
