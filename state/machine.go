package state

import "unsafe"

// A Machine is one game in progress with its ruleset's type forgotten: what an
// actor, a hub or an arena needs to run any game. A search wants the concrete
// type instead: see [Position]. A machine is for one goroutine at a time.
type Machine interface {
	// Seq counts the accepted requests.
	Seq() uint32
	// Turn counts the turns from 1.
	Turn() int
	// Seats is how many seats the game has.
	Seats() int
	// Playing returns the seats that are still in the game.
	Playing() Seats
	// Awaiting returns the seats that may speak now, none once it is over.
	Awaiting() Seats
	// Next returns the awaited seat that is first in turn order.
	Next() Seat
	// Decision names the open decision of a seat, 0 if it is not asked.
	Decision(Seat) uint32
	// Result tells whether the game is over, and who won; nobody is a draw.
	Result() (over bool, won Seats)

	// Options appends what seat may say now, the default first.
	Options(seat Seat, dst []Option) []Option
	// Check returns a *Refusal unless q may be applied now.
	Check(q Request) error
	// Apply applies a request that Check has let through.
	Apply(q Request, log *Log)
	// End ends the game, unless it is over, as its rules do not: the players have agreed.
	End(won Seats)
	// Undo makes the game equal to before, which it was some requests ago, but for its
	// numbers: Seq goes on, and no decision is named as one was before.
	Undo(before Machine)

	// AppendView appends what seat may know, as a JSON object.
	AppendView(dst []byte, seat Seat) []byte
	// Label puts an option of seat into words.
	Label(seat Seat, o Option) Label
	// Tell puts an event into words, as seat may know it.
	Tell(e Event, seat Seat) Told
	// Draw draws what seat may know as text.
	Draw(seat Seat) string

	// AppendState appends the whole position as bytes: equal positions of one
	// version give equal bytes.
	AppendState(dst []byte) []byte
	// Fork returns an equal game that goes its own way.
	Fork() Machine
	// Set makes the game equal to from, which must be of the same ruleset. It
	// does not allocate.
	Set(from Machine)
	// Redeal makes it a game that has just been dealt, as [Dealer] does.
	Redeal(Setup) error
	// Resample deals again whatever seat cannot know, the future of the random
	// source included. To seat the game looks as before.
	Resample(seat Seat, r *Rand)
	// Value estimates how seat stands, from 0, lost, to 1000, won.
	Value(seat Seat) int
	// Measure reads a number that seat may know, 0 if the ruleset has none.
	Measure(seat Seat, m Measure) int
}

// A Dealer is a ruleset with its position's type forgotten: every [Ruleset] is one.
type Dealer interface {
	// Info describes the ruleset.
	Info() Info
	// Deal starts a game. An error says what in the set-up is wrong.
	Deal(Setup) (Machine, error)
}

// A Measured is a [Dealer] whose measures people know by name. They are counted in
// thousandths, and anybody may know them, as well as the value of a seat.
type Measured interface {
	Dealer
	// Measures lists the names, each at the place of its measure; "" is none.
	Measures() []string
	// Ranks reports whether a game of that set-up is to be compared with others.
	Ranks(Setup) bool
}

// Info is what is known of a ruleset before a game.
type Info struct {
	Name     string `json:"name"`
	About    string `json:"about"`
	Version  int    `json:"version"`
	MinSeats int    `json:"min_seats"`
	MaxSeats int    `json:"max_seats"`
	// Worlds reports whether all that a seat cannot know can be dealt again, so that
	// a bot outside this process may be given worlds to search in.
	Worlds bool       `json:"worlds"`
	Cards  []CardInfo `json:"cards,omitempty"`
	Decks  []DeckInfo `json:"decks,omitempty"`
	// Passing is what to know so that a player may have it pass by itself; nil if nobody
	// passes.
	Passing *Passing `json:"passing,omitempty"`
}

// Info describes the ruleset.
func (r *Ruleset[S]) Info() Info {
	return Info{r.Name, r.About, r.Version, r.MinSeats, r.MaxSeats, true, r.Cards(), r.Decks(), r.Passing}
}

// Deal starts a game. An error says what in the set-up is wrong.
func (r *Ruleset[S]) Deal(setup Setup) (Machine, error) {
	s, err := r.New(setup)
	if err != nil {
		return nil, err
	}
	return r.At(s), nil
}

// At returns the game that stands at s.
func (r *Ruleset[S]) At(s S) *Game[S] { return &Game[S]{rules: r, s: s} }

// A Game is a position together with its ruleset.
type Game[S comparable] struct {
	rules *Ruleset[S]
	s     S
	buf   []Option // for Check
}

// Position returns the position, which the caller may read and copy.
func (g *Game[S]) Position() *S { return &g.s }

// Rules returns the ruleset.
func (g *Game[S]) Rules() *Ruleset[S] { return g.rules }

// What follows makes a Game a [Machine], which says what each is for.

func (g *Game[S]) core() *Core                              { return g.rules.Core(&g.s) }
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
func (g *Game[S]) AppendState(dst []byte) []byte            { return append(dst, Bytes(&g.s)...) }
func (g *Game[S]) Value(seat Seat) int                      { return g.rules.Value(&g.s, seat) }
func (g *Game[S]) Fork() Machine                            { return g.rules.At(g.s) }
func (g *Game[S]) Set(from Machine)                         { g.s = from.(*Game[S]).s }
func (g *Game[S]) Resample(seat Seat, r *Rand)              { g.rules.Sample(&g.s, seat, r) }

func (g *Game[S]) Measure(seat Seat, m Measure) int {
	if g.rules.Measure == nil {
		return 0
	}
	return g.rules.Measure(&g.s, seat, m)
}

func (g *Game[S]) Redeal(setup Setup) (err error) {
	g.s, err = g.rules.New(setup)
	return err
}

func (g *Game[S]) Check(q Request) (err error) {
	g.buf, err = g.rules.Check(&g.s, q, g.buf[:0])
	return err
}

func (g *Game[S]) Apply(q Request, log *Log) {
	if q.Salt != 0 {
		g.core().Rand.Mix(q.Salt)
	}
	g.rules.Apply(&g.s, q.Seat, q.Option, log)
}

// Tell puts an event into words for seat.
func (g *Game[S]) Tell(e Event, seat Seat) Told {
	told := g.rules.Tell(&g.s, e.For(seat))
	told.Depth = int(e.Depth)
	return told
}

// Undo makes a decision's number depend on the stack alone, as if that had just changed.
func (g *Game[S]) Undo(before Machine) {
	seq := g.core().Seq + 1
	g.Set(before)
	c := g.core()
	c.Seq, c.Window = seq, seq
}

// Bytes returns the memory of a position, which lives as long as s does and
// must not be written to. A position has no pointers and no padding (statetest
// holds rulesets to both), so on a little-endian machine this is what
// encoding/binary writes, without its reflection.
func Bytes[S comparable](s *S) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s))
}
