package state

import (
	"fmt"
	"maps"
	"slices"
	"unsafe"
)

// A Machine is a game in progress under any ruleset. Callers that need only some of its methods
// use [Playable], [Viewable] or [Searchable]. A machine is not safe for concurrent use.
type Machine interface {
	Playable
	Viewable
	Searchable
}

// Playable is the part of a [Machine] that runs a game.
type Playable interface {
	// Seq returns the number of accepted requests.
	Seq() uint32
	// Turn returns the number of the turn, starting at 1. It is 0 before the first turn.
	Turn() int
	// Seats returns the number of seats.
	Seats() int
	// Playing returns the seats that have not left the game.
	Playing() Seats
	// Awaiting returns the seats that may act now. The set is empty once the game is over.
	Awaiting() Seats
	// Next returns the first awaited seat in turn order.
	Next() Seat
	// Decision returns the number of the seat's open decision, or 0 if it has none.
	Decision(Seat) uint32
	// Result reports whether the game is over and which seats won. An empty set is a draw.
	Result() (over bool, won Seats)

	// Options appends the seat's legal options, the default first.
	Options(seat Seat, dst []Option) []Option
	// Selection returns the pending selection of cards for the seat. It returns nil if the
	// seat's open decision is not a pick of cards, or if the seat has already picked some of
	// the cards.
	Selection(seat Seat) *Selection
	// Select returns the options that together take the cards at the given indices of the
	// seat's Selection. The first option answers the open decision, and each further one
	// answers the next. The error describes an invalid answer.
	Select(seat Seat, places []int) ([]Option, error)
	// Check returns a *Refusal unless the request q is legal now.
	Check(q Request) error
	// Apply applies a request that Check has accepted. The log may be nil.
	Apply(q Request, log *Log)
	// PlayForced applies the requests of forced seats, always for the seat that Next returns. It
	// stops at a seat with a choice and returns the seat and its options, as Options or Moves lists
	// them. It returns no options if the game is over or a limit of p is reached. PlayForced
	// overwrites dst.
	PlayForced(p ForcedPlay, dst []Option) (Seat, []Option)
	// End ends the game by agreement of the players. It does nothing once the game is over.
	End(won Seats)
	// Undo restores an earlier position of this game. The call increases Seq, and decision
	// numbers are never reused.
	Undo(before Machine)
}

// Viewable is the part of a [Machine] that describes a game as views and text.
type Viewable interface {
	// AppendView appends the seat's view of the game as a JSON object.
	AppendView(dst []byte, seat Seat) []byte
	// Label describes one of the seat's options.
	Label(seat Seat, o Option) Label
	// Tell describes an event, without the cards that are hidden from the seat.
	Tell(e Event, seat Seat) EventLabel
	// Draw returns the seat's view of the game as text for a terminal.
	Draw(seat Seat) string
}

// Searchable is the part of a [Machine] that bots use to search.
type Searchable interface {
	// AppendState appends the position as bytes, without the facts that [Ruleset.Derive] computes. Within one
	// version of a ruleset, equal positions give equal bytes.
	AppendState(dst []byte) []byte
	// Fork returns an independent copy.
	Fork() Machine
	// Moves appends the seat's legal options that no other option dominates, the default first. An
	// awaited seat has at least one such option.
	Moves(seat Seat, dst []Option) []Option
	// Set copies the position of another machine with the same ruleset. It does not allocate.
	Set(from Machine)
	// Redeal replaces the game with a newly dealt game, as [Dealer.Deal] does.
	Redeal(Setup) error
	// Resample redraws everything that the seat cannot know, including the random source. The
	// seat's view stays the same.
	Resample(seat Seat, r *Rand)
	// Presort puts hidden cards in a fixed order, which makes later calls of Resample for the same
	// seat faster. It changes neither the seat's view nor the worlds that Resample draws. For some
	// rulesets it does nothing.
	Presort(seat Seat)
	// Value estimates the seat's chances, from 0 (lost) to 1000 (won).
	Value(seat Seat) int
	// Measure returns a number that the seat may know, or 0 if the ruleset has no measures.
	Measure(seat Seat, m Measure) int
	// AppendFeatures appends the features that [Abilities.Layout] names, using only facts that
	// the seat may know. Without a layout it appends nothing. It does not allocate if dst has
	// enough capacity.
	AppendFeatures(dst []float32, seat Seat) []float32
}

// A Dealer deals games of one ruleset. Every [Ruleset] is a Dealer.
type Dealer interface {
	// Info describes the ruleset.
	Info() Info
	// Deal starts a game. The error describes an invalid setup.
	Deal(Setup) (Machine, error)
	// Abilities returns the optional features of the ruleset.
	Abilities() Abilities
}

// Info describes a ruleset.
type Info struct {
	Name     string `json:"name"`
	About    string `json:"about"`
	Version  int    `json:"version"`
	MinSeats int    `json:"min_seats"`
	MaxSeats int    `json:"max_seats"`
	// Worlds reports whether Resample redraws everything that a seat cannot know. If so,
	// external bots may search in sampled worlds.
	Worlds bool       `json:"worlds"`
	Cards  []CardInfo `json:"cards,omitempty"`
	Decks  []DeckInfo `json:"decks,omitempty"`
	// Passing configures automatic passing. Nil means that players do not pass.
	Passing *Passing `json:"passing,omitempty"`
}

// CheckSeats returns an error if the ruleset does not allow a game with the given number of
// players.
func (i *Info) CheckSeats(players int) error {
	switch {
	case players >= i.MinSeats && players <= i.MaxSeats:
		return nil
	case i.MaxSeats == 1:
		return fmt.Errorf("%s is for one player; you named %d", i.Name, players)
	case i.MinSeats == i.MaxSeats:
		return fmt.Errorf("%s is for %d players; you named %d", i.Name, i.MaxSeats, players)
	}
	return fmt.Errorf("%s is for %d to %d players; you named %d", i.Name, i.MinSeats, i.MaxSeats, players)
}

// Info describes the ruleset.
func (r *Ruleset[S]) Info() Info {
	return Info{r.Name, r.About, r.Version, r.MinSeats, r.MaxSeats, true, r.Cards(), r.Decks(), r.Passing}
}

// Deal starts a game. The error describes an invalid setup.
func (r *Ruleset[S]) Deal(setup Setup) (Machine, error) {
	s, err := r.New(setup)
	if err != nil {
		return nil, err
	}
	return r.At(s), nil
}

// At returns a game at position s.
func (r *Ruleset[S]) At(s S) *Game[S] {
	g := &Game[S]{rules: r, s: s}
	g.c = r.Core(&g.s)
	return g
}

// A Game is a position together with its ruleset.
type Game[S comparable] struct {
	rules *Ruleset[S]
	s     S
	// options is the memory that Check reuses, nil before the first call. It is a pointer to keep a
	// Game small: see TestSize in package elements.
	options *[]Option
	first   *firstPosition[S]
	c       *Core // of s
}

// A firstPosition is the first position of a game with the given setup. Redeal keeps it, so that
// [Ruleset.Reseed] can turn it into the first position for another seed.
type firstPosition[S comparable] struct {
	s     S
	setup Setup
}

// equalsExceptSeed reports whether the setup equals that of p except perhaps for the seed.
func (p *firstPosition[S]) equalsExceptSeed(setup Setup) bool {
	return p.setup.Seats == setup.Seats && slices.Equal(p.setup.Decks, setup.Decks) && maps.Equal(p.setup.Table, setup.Table)
}

// Position returns a pointer to the position. The caller may read and copy the position.
func (g *Game[S]) Position() *S { return &g.s }

// The following methods implement [Machine].

func (g *Game[S]) core() *Core                              { return g.c }
func (g *Game[S]) End(won Seats)                            { g.core().End(won) }
func (g *Game[S]) Seq() uint32                              { return g.core().Seq }
func (g *Game[S]) Turn() int                                { return int(g.core().Turn) }
func (g *Game[S]) Seats() int                               { return int(g.core().Seats) }
func (g *Game[S]) Playing() Seats                           { return g.core().Playing }
func (g *Game[S]) Awaiting() Seats                          { return g.core().Awaiting }
func (g *Game[S]) Next() Seat                               { return g.core().Next() }
func (g *Game[S]) Decision(seat Seat) uint32                { return g.core().Decision(seat) }
func (g *Game[S]) Result() (bool, Seats)                    { c := g.core(); return c.Over, c.Won }
func (g *Game[S]) Options(seat Seat, dst []Option) []Option { return g.rules.Options(&g.s, seat, dst) }
func (g *Game[S]) AppendView(dst []byte, seat Seat) []byte  { return g.rules.View(dst, &g.s, seat) }
func (g *Game[S]) Label(seat Seat, o Option) Label          { return g.rules.Label(&g.s, seat, o) }
func (g *Game[S]) Draw(seat Seat) string                    { return g.rules.Draw(&g.s, seat) }
func (g *Game[S]) Value(seat Seat) int                      { return g.rules.Value(&g.s, seat) }
func (g *Game[S]) Set(from Machine)                         { g.s = from.(*Game[S]).s }
func (g *Game[S]) Resample(seat Seat, r *Rand)              { g.rules.Sample(&g.s, seat, r) }
func (g *Game[S]) Selection(seat Seat) *Selection           { return g.rules.Selection(&g.s, seat) }

func (g *Game[S]) Presort(seat Seat) {
	if g.rules.Presort != nil {
		g.rules.Presort(&g.s, seat)
	}
}

// Fork copies the position from heap to heap. A copy in a local variable would make a new goroutine
// grow its stack.
func (g *Game[S]) Fork() Machine {
	fork := &Game[S]{rules: g.rules}
	fork.s = g.s
	fork.c = g.rules.Core(&fork.s)
	return fork
}

func (g *Game[S]) AppendState(dst []byte) []byte {
	all := Bytes(&g.s)
	return append(dst, all[:len(all)-g.rules.Derived]...)
}

func (g *Game[S]) Select(seat Seat, places []int) ([]Option, error) {
	return g.rules.Select(&g.s, seat, places)
}

func (g *Game[S]) Moves(seat Seat, dst []Option) []Option {
	return g.withoutDominated(seat, g.rules.Options(&g.s, seat, dst))
}

// withoutDominated returns the seat's moves among all its options.
func (g *Game[S]) withoutDominated(seat Seat, options []Option) []Option {
	if g.rules.Dominated == nil {
		return options
	}
	return options[:len(options)-g.rules.Dominated(&g.s, seat, options)]
}

func (g *Game[S]) Measure(seat Seat, m Measure) int {
	if g.rules.Measure == nil {
		return 0
	}
	return g.rules.Measure(&g.s, seat, m)
}

func (g *Game[S]) AppendFeatures(dst []float32, seat Seat) []float32 {
	if g.rules.Features == nil {
		return dst
	}
	return g.rules.Features(dst, &g.s, seat)
}

func (g *Game[S]) Redeal(setup Setup) (err error) {
	known := g.first != nil && g.first.equalsExceptSeed(setup)
	if known {
		if g.s = g.first.s; g.rules.Reseed(&g.s, setup) {
			return nil
		}
	}
	if g.s, err = g.rules.New(setup); err == nil && !known && g.rules.Reseed != nil {
		setup.Decks, setup.Table = slices.Clone(setup.Decks), maps.Clone(setup.Table)
		g.first = &firstPosition[S]{g.s, setup}
	}
	return err
}

func (g *Game[S]) Check(q Request) (err error) {
	if g.options == nil {
		g.options = new([]Option)
	}
	*g.options, err = g.rules.Check(&g.s, q, (*g.options)[:0])
	return err
}

func (g *Game[S]) Apply(q Request, log *Log) {
	if q.Salt != 0 {
		g.core().Rand.Mix(q.Salt)
	}
	g.rules.Apply(&g.s, q.Seat, q.Option, log)
}

func (g *Game[S]) Tell(e Event, seat Seat) EventLabel {
	told := g.rules.Tell(&g.s, e.For(seat))
	told.Depth = int(e.Depth)
	return told
}

// Undo restores an earlier position. Like a change of the stack, it gives open decisions new
// numbers.
func (g *Game[S]) Undo(before Machine) {
	seq := g.core().Seq + 1
	g.Set(before)
	c := g.core()
	c.Seq, c.StackSeq = seq, seq
}

// Bytes returns the bytes of a position without copying them. The caller must not write to the
// result. Package statetest checks that a position has no pointers and no padding. So on a
// little-endian machine the bytes equal the output of encoding/binary, which would need
// reflection.
func Bytes[S comparable](s *S) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s))
}
