package elements

import (
	"strconv"

	"gamed/state"
)

// Events.
const (
	answered state.What = iota + 1
	mulliganed
	rose
	chose
	created
	drew
	ranOut
	played
	used
	triggered
	aimedAt
	fizzled
	entered
	noRoom
	died
	left
	attacked
	blocked
	damaged
	healed
	lostLife
	gainedLife
	woke
	slept
	boosted
	returned
	recalled
	changedSides
	cancelled
	looked
	buried
	discarded
	shielded
	willSkip
	skipped
	drained
	eliminated
	resigned
	ended
)

// telling is how an event reads. %s is the seat, %c the card, %t its token, %o
// what it is aimed at, %n the amount, %d the turn, %e an element, %f a phase, %p
// a power, %b a boost, %w the winner; from a bracket on the text is left out when
// the event is not about a target.
var telling = [...]struct{ what, text string }{
	answered:     {"answered", "%s has answered"},
	mulliganed:   {"mulligan", "%s takes a mulligan"},
	rose:         {"sunrise", "turn %d: the sun rises for %s"},
	chose:        {"choose", "%s will create %e"},
	created:      {"create", "%s creates %e"},
	drew:         {"draw", "%s draws %c"},
	ranOut:       {"run_out", "%s must draw from an empty Future"},
	played:       {"play", "%s plays %c[ on %o]"},
	used:         {"use", "%s uses %t[ on %o]"},
	triggered:    {"trigger", "the %p power of %c triggers"},
	aimedAt:      {"aim", "%s aims %c at %o"},
	fizzled:      {"fizzle", "%c has no target left and does nothing"},
	entered:      {"enter", "%t enters the Present of %s"},
	noRoom:       {"no_room", "%c finds no room in the Present of %s"},
	died:         {"die", "%t of %s dies"},
	left:         {"leave", "%t of %s leaves play"},
	attacked:     {"attack", "%s attacks %o with %t"},
	blocked:      {"block", "%s blocks with %t"},
	damaged:      {"damage", "%t takes %n damage"},
	healed:       {"heal", "%t is healed by %n"},
	lostLife:     {"lose_life", "%s loses %n life"},
	gainedLife:   {"gain_life", "%s gains %n life"},
	woke:         {"wake", "%t wakes"},
	slept:        {"sleep", "%t falls asleep"},
	boosted:      {"boost", "%t gets %b"},
	returned:     {"return", "%t returns to the hand of %s"},
	recalled:     {"recall", "%s takes %c back from the Past"},
	changedSides: {"change_sides", "%s takes control of %t"},
	cancelled:    {"cancel", "%c is cancelled"},
	looked:       {"look", "%s looks at card %n of a Future: %c"},
	buried:       {"bury", "%c goes under the Future of %s"},
	discarded:    {"discard", "%s puts %c into the Past"},
	shielded:     {"shield", "%t is untouchable until sunset"},
	willSkip:     {"will_skip", "%s will skip its next %f"},
	skipped:      {"skip", "%s skips its %f"},
	drained:      {"drain", "%n karma of %s is spent"},
	eliminated:   {"eliminate", "%s is out of the game"},
	resigned:     {"resign", "%s resigns"},
	ended:        {"end", "the game is over: %w"},
}

// open reports whether events of a kind name only what lies open before it: tokens and
// what is on the stack.
func open(what state.What) bool {
	switch what {
	case drew, played, entered, noRoom, looked, buried, discarded:
		return false
	}
	return true
}

// tell puts e, which For has cut, into words. s is as the request left it, so
// its turn is the one that e began: no request begins two.
func tell(s *Position, e state.Event) state.Told {
	row := &telling[e.What]
	told := state.Told{What: row.what, Seat: int(e.Seat)}
	if e.Kind != 0 {
		told.Card = cards[e.Kind].Name
	}
	if e.Card != 0 {
		told.By = ref(e.Card)
	}
	if e.On != 0 {
		told.On = ref(e.On)
	}
	var buffer [96]byte
	b := buffer[:0]
	for i := 0; i < len(row.text); i++ {
		switch c := row.text[i]; c {
		case '[':
			if e.On == 0 {
				i = len(row.text)
			}
		case ']':
		case '%':
			i++
			b = s.fill(b, row.text[i], e, &told)
		default:
			b = append(b, c)
		}
	}
	told.Text = string(b)
	return told
}

// fill appends what one verb of a text stands for, and notes a number that it
// says in told.
func (s *Position) fill(b []byte, verb byte, e state.Event, told *state.Told) []byte {
	switch verb {
	case 's':
		return append(b, seatName(e.Seat)...)
	case 'c':
		if e.Kind == 0 {
			return append(b, "a card"...)
		}
		return append(b, told.Card...)
	case 't':
		return appendObject(b, e.Kind, e.Card)
	case 'o':
		return appendAim(b, e)
	case 'n', 'd':
		told.N = int(e.N)
		if verb == 'd' {
			told.N = int(s.Turn)
		}
		return strconv.AppendInt(b, int64(told.N), 10)
	case 'e':
		return append(b, elementNames[e.N]...)
	case 'f':
		return append(b, phases[e.N].Name...)
	case 'p':
		return append(b, slotNames[e.N]...)
	case 'b':
		return signed(append(signed(b, e.N), '/'), e.M)
	}
	if e.N == 0 {
		return append(b, "a draw"...)
	}
	return append(append(b, seatName(state.Seats(e.N).First())...), " wins"...)
}

// appendAim names what an event is aimed at.
func appendAim(b []byte, e state.Event) []byte {
	switch {
	case isSeat(e.On):
		if e.AlsoKind != 0 {
			b = append(append(b, cards[e.AlsoKind].Name...), " in the Past of "...)
		}
		return append(b, seatName(state.Seat(e.On-seatRefs))...)
	case e.Also != 0:
		b = append(appendObject(b, e.OnKind, e.On), " and "...)
		return appendObject(b, e.AlsoKind, e.Also)
	}
	return appendObject(b, e.OnKind, e.On)
}

// appendObject names a token, or a play or trigger on the stack.
func appendObject(b []byte, k state.Kind, c state.Card) []byte {
	return append(append(append(b, cards[k].Name...), ' '), ref(c)...)
}

// signed appends n with its sign.
func signed(b []byte, n int8) []byte {
	if n >= 0 {
		b = append(b, '+')
	}
	return strconv.AppendInt(b, int64(n), 10)
}
