// Package puzzle searches a turn of Elements for a forced win. The package rates positions as puzzles
// and contains the bot that defends puzzles.
//
// A win is forced if the seat can win before its turn ends, whatever the other seat does. Games with the
// table option "open" hide nothing from the seat but its own Future. The Future is hidden, so a win that
// needs a drawn card is not forced.
package puzzle

import (
	"hash/maphash"
	"slices"

	"gamed/rules/elements"
	"gamed/state"
)

// Lost is the Distance of a position without a forced win.
const Lost = 0

// maxLine limits how many successive choices a search tries, because a power without a cost could repeat
// forever.
const maxLine = 120

// A Search finds forced wins of one seat in one turn. It stores the results for all positions that
// it has searched.
type Search struct {
	// If Allows is set, the search ignores options of the seat for which Allows returns false.
	Allows func(state.Option) bool

	quick         bool // only find out whether a win exists: distances and luck are not exact
	seat          state.Seat
	turn          uint16
	future        uint8           // the size of the seat's Future, or 0 if it may draw
	positionsLeft int             // positions that the search may still visit
	results       map[uint64]node // results by key
	hash          maphash.Seed
}

// A node is the result of a search: the values of Distance and Luck for a position.
type node struct {
	distance uint8
	luck     float32
}

// New returns a search for the seat whose turn it is in p. The search stops after the given number of
// positions. If draws is set, the search also considers choices that draw cards, and it uses the order
// of the cards in p.
func New(p *elements.Position, positions int, draws bool) *Search {
	f := &Search{seat: p.Active, turn: p.Turn, positionsLeft: positions, results: make(map[uint64]node), hash: maphash.MakeSeed()}
	if !draws {
		f.future = p.Sides[p.Active].NFuture
	}
	return f
}

// Complete reports whether the search has stayed below its limit of positions.
func (f *Search) Complete() bool { return f.positionsLeft > 0 }

// Distance returns [Lost] if the seat has no forced win. Otherwise it returns one more than the least
// effort of the choices that win against the longest defence.
func (f *Search) Distance(p *elements.Position) int { return int(f.search(p, 0).distance) }

// Luck returns the probability of a win if the seat chooses at random and the other seat defends
// best.
func (f *Search) Luck(p *elements.Position) float64 { return float64(f.search(p, 0).luck) }

// search returns the result for a position. The parameter depth is the number of choices that have
// led to it.
func (f *Search) search(p *elements.Position, depth int) node {
	switch {
	case p.Over && p.Won == state.Only(f.seat):
		return node{1, 1}
	case p.Over, p.Turn != f.turn, f.future > 0 && p.Sides[f.seat].NFuture != f.future, depth == maxLine, f.positionsLeft <= 0:
		return node{}
	}
	key := f.key(p)
	if known, ok := f.results[key]; ok {
		return known
	}
	f.positionsLeft--
	found := node{255, 1}
	// Several seats may be asked at once, and any of them may answer first.
	for ss := p.Awaiting; ss != 0; ss &= ss - 1 {
		one := f.searchChoice(p, ss.First(), depth)
		if one.distance == Lost || found.distance == Lost {
			found.distance = Lost
		} else if found.distance == 255 || one.distance > found.distance {
			found.distance = one.distance
		}
		found.luck = min(found.luck, one.luck)
		if f.quick && found.distance == Lost {
			break
		}
	}
	f.results[key] = found
	return found
}

// searchChoice returns the result for a position in which the seat answers next.
func (f *Search) searchChoice(p *elements.Position, seat state.Seat, depth int) (found node) {
	options := elements.Rules.Options(p, seat, nil)
	if seat != f.seat {
		found = node{1, 1}
	}
	if seat == f.seat && f.Allows != nil {
		options = slices.DeleteFunc(options, func(o state.Option) bool { return !f.Allows(o) })
	}
	sum := float32(0)
	for _, o := range options {
		after := f.After(p, seat, o)
		one := f.search(&after, depth+1)
		sum += one.luck
		if f.quick && (seat == f.seat) == (one.distance != Lost) {
			return one
		}
		switch mine := seat == f.seat; {
		case mine && one.distance != Lost:
			if n := min(one.distance+effort(o, options), 250); found.distance == Lost || n < found.distance {
				found.distance = n
			}
		case mine:
		case one.distance == Lost || found.distance == Lost:
			found.distance, found.luck = Lost, min(found.luck, one.luck)
		default:
			found.distance, found.luck = max(found.distance, one.distance), min(found.luck, one.luck)
		}
	}
	if seat == f.seat {
		found.luck = sum / float32(max(len(options), 1))
	}
	return found
}

// effort returns the effort of an option. Plays and attacks have more effort than passes, so that
// Best finds solutions without needless plays and attacks.
func effort(o state.Option, options []state.Option) uint8 {
	switch {
	case len(options) == 1:
		return 0
	case o.Do == elements.Play, o.Do == elements.Use:
		return 4
	case o.Do == elements.AttackBy:
		return 2
	}
	return 1
}

// After returns the position after a choice.
func (f *Search) After(p *elements.Position, seat state.Seat, o state.Option) elements.Position {
	after := *p
	elements.Rules.Apply(&after, seat, o, nil)
	return after
}

// key returns a hash of a position. It ignores the fields in which positions differ only because
// different choices led to them.
func (f *Search) key(p *elements.Position) uint64 {
	same := *p
	same.Rand, same.Seq, same.StackSeq, same.Answered, same.FreedSlots, same.FreedSeq = 0, 0, 0, [state.MaxSeats]uint32{}, 0, 0
	return maphash.Bytes(f.hash, state.Bytes(&same))
}

// Best returns the seat's option that wins with the least effort, and whether any option wins.
func (f *Search) Best(p *elements.Position) (best state.Option, ok bool) {
	least := 0
	options := elements.Rules.Options(p, f.seat, nil)
	for _, o := range options {
		after := f.After(p, f.seat, o)
		if n := f.Distance(&after); n != Lost {
			if n += int(effort(o, options)); !ok || n < least {
				best, least, ok = o, n, true
			}
		}
	}
	return best, ok
}

// Defence returns the first option of a seat that prevents the win. If no option prevents the win,
// Defence returns the first option that delays it most.
func (f *Search) Defence(p *elements.Position, seat state.Seat) (best state.Option) {
	longest := -1
	for _, o := range elements.Rules.Options(p, seat, nil) {
		after := f.After(p, seat, o)
		n := f.Distance(&after)
		if n == Lost {
			return o
		}
		if n > longest {
			best, longest = o, n
		}
	}
	return best
}
