package elements

import (
	"strconv"
	"strings"

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

var elementNames = [nElements]string{"any", "white", "red", "yellow", "green", "blue", "violet", "black"}

// telling is how an event reads. %s is the seat, %c the card, %t its token, %o
// what it is aimed at, %n the number; from a bracket on the text is left out
// when the event is not about a target.
var telling = [...]struct{ what, text string }{
	answered:     {"answered", "%s has answered"},
	mulliganed:   {"mulligan", "%s takes a mulligan"},
	rose:         {"sunrise", "turn %n: the sun rises for %s"},
	chose:        {"choose", "%s will create %o"},
	created:      {"create", "%s creates %o"},
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

// tell puts e, which For has cut, into words.
func tell(_ *Position, e state.Event) state.Told {
	row := &telling[e.What]
	told := state.Told{What: row.what, Seat: int(e.Seat), N: int(e.N)}
	if e.What == rose {
		told.N = int(e.Also) // a turn does not fit into N
	}
	name := "a card"
	if e.Kind != 0 {
		told.Card = cards[e.Kind].Name
		name = told.Card
	}
	if e.Card != 0 {
		told.By = ref(e.Card)
	}
	if e.On != 0 && e.What != chose && e.What != created && e.What != willSkip && e.What != skipped {
		told.On = ref(e.On)
	}
	var buffer [96]byte
	told.Text = string(narrate(buffer[:0], row.text, e, &told, name))
	return told
}

// narrate appends text with what e is about in place of its verbs.
func narrate(b []byte, text string, e state.Event, told *state.Told, name string) []byte {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '[' && e.On == 0:
			return b
		case c == '[' || c == ']':
		case c == '%':
			i++
			b = fill(b, text[i], e, told, name)
		default:
			b = append(b, c)
		}
	}
	return b
}

// fill appends what one verb of a text stands for.
func fill(b []byte, verb byte, e state.Event, told *state.Told, name string) []byte {
	switch verb {
	case 's':
		return append(b, seatName(e.Seat)...)
	case 'c':
		return append(b, name...)
	case 't':
		b = append(b, name...)
		if told.By != "" {
			b = append(append(b, ' '), told.By...)
		}
	case 'o':
		return append(b, onName(e)...)
	case 'n':
		return strconv.AppendInt(b, int64(told.N), 10)
	case 'p':
		return append(b, slotNames[uint8(e.N)%uint8(nSlots)]...)
	case 'b':
		return signed(append(signed(b, int(e.N)), '/'), int(e.Also)-maxStat)
	case 'f':
		return append(b, phaseName(e.On)...)
	case 'w':
		return append(b, winners(state.Seats(e.N))...)
	}
	return b
}

// signed appends n with its sign.
func signed(b []byte, n int) []byte {
	if n >= 0 {
		b = append(b, '+')
	}
	return strconv.AppendInt(b, int64(n), 10)
}

func phaseName(c state.Card) string {
	if int(c) < len(phases) {
		return phases[c].Name
	}
	return ""
}

func winners(won state.Seats) string {
	if won == 0 {
		return "a draw"
	}
	var names []string
	for ss := won & state.AllSeats(maxSeats); ss != 0; ss &= ss - 1 {
		names = append(names, seatName(ss.First()))
	}
	return strings.Join(names, " and ") + " wins"
}

var seatNames = [...]string{"seat 0", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "seat 7"}

func seatName(seat state.Seat) string { return seatNames[seat] }

// onName names what an event is aimed at.
func onName(e state.Event) string {
	switch {
	case e.What == chose || e.What == created:
		return elementNames[e.On%state.Card(nElements)]
	case isSeat(e.On) && e.Also != 0 && e.What != attacked:
		return cards[e.Also].Name + " in the Past of " + seatName(state.Seat(e.On-seatRefs))
	case isSeat(e.On):
		return seatName(state.Seat(e.On - seatRefs))
	case e.Also != 0 && int(e.Also) < len(cards):
		return cards[e.Also].Name + " " + ref(e.On)
	}
	return ref(e.On)
}

// ref writes a reference as views and labels have it: t5 is a token, s1 a seat,
// f2 a frame of the stack.
func ref(c state.Card) string { return refs[c] }

var refs = func() (refs [256]string) {
	for i := range refs {
		switch c := state.Card(i); {
		case isSeat(c):
			refs[i] = "s" + strconv.Itoa(int(c-seatRefs))
		case isFrame(c):
			refs[i] = "f" + strconv.Itoa(int(c-frameRefs))
		default:
			refs[i] = "t" + strconv.Itoa(i)
		}
	}
	return refs
}()

// label puts an option into words.
func label(s *Position, seat state.Seat, o state.Option) state.Label {
	switch o.Do {
	case state.Done:
		return state.Label{Do: "done", Text: "done"}
	case state.No:
		return state.Label{Do: "no", Text: "no"}
	case state.Yes:
		return state.Label{Do: "yes", Text: "yes"}
	case state.Resign:
		return state.Label{Do: "resign", Text: "resign"}
	case state.Take:
		return s.labelPick(seat, o)
	case Pass:
		if f := s.Stack.Top(); f.Phase == Defend && seat == f.Actor {
			return state.Label{Do: "pass", Text: "no block"}
		}
		return state.Label{Do: "pass", Text: "pass"}
	case Keep:
		return state.Label{Do: "keep", Text: "keep"}
	case Mulligan:
		return state.Label{Do: "mulligan", Text: "mulligan"}
	case Create:
		return state.Label{Do: "create", Text: "create " + elementNames[o.Card]}
	case Pay:
		return state.Label{Do: "pay", Text: "pay " + elementNames[o.Card]}
	case Play:
		name := cards[o.Card].Name
		return s.labelAim(state.Label{Do: "play", Text: "play " + name, Card: name}, o)
	case Use:
		name := cards[s.Tokens[o.Card].Kind].Name
		return s.labelAim(state.Label{Do: "use", Text: "use " + s.tokenName(o.Card), Card: name, By: ref(o.Card)}, o)
	case AttackBy:
		l := state.Label{Do: "attack", Card: s.Tokens[o.Card].def().Name, By: ref(o.Card), On: ref(o.On)}
		l.Text = "attack " + seatName(state.Seat(o.On-seatRefs)) + " with " + s.tokenName(o.Card)
		return l
	case BlockBy:
		return state.Label{Do: "block", Text: "block with " + s.tokenName(o.Card), Card: s.Tokens[o.Card].def().Name, By: ref(o.Card)}
	}
	name := cards[s.Stack.Top().Kind].Name
	return s.labelAim(state.Label{Do: "aim", Text: "aim " + name, Card: name}, o)
}

// labelPick names a pick: a token, or a kind of the hand.
func (s *Position) labelPick(_ state.Seat, o state.Option) state.Label {
	f := s.Stack.Top()
	if Rules.Code(f.Kind, f.Slot)[f.PC].Zone == Present {
		return state.Label{Do: "take", Text: "take " + s.tokenName(o.Card), Card: s.Tokens[o.Card].def().Name, On: ref(o.Card)}
	}
	return state.Label{Do: "take", Text: "take " + cards[o.Card].Name, Card: cards[o.Card].Name}
}

// labelAim adds what o is aimed at to l.
func (s *Position) labelAim(l state.Label, o state.Option) state.Label {
	if o.On == 0 {
		return l
	}
	l.On = ref(o.On)
	aim := s.aimName(o.On)
	switch {
	case o.Also == 0:
		l.Text += " on " + aim
	case isSeat(o.On):
		l.Also = cards[o.Also].Name
		l.Text += " on " + l.Also + " in the Past of " + aim
	default:
		l.Also = ref(o.Also)
		l.Text += " on " + aim + " and " + s.aimName(o.Also)
	}
	return l
}

func (s *Position) aimName(c state.Card) string {
	switch {
	case isSeat(c):
		return seatName(state.Seat(c - seatRefs))
	case isFrame(c):
		f := &s.Stack.F[c-frameRefs]
		return "the " + phases[f.Phase].Name + " of " + cards[f.Kind].Name + " " + ref(c)
	}
	return s.tokenName(c)
}

func (s *Position) tokenName(c state.Card) string { return s.Tokens[c].def().Name + " " + ref(c) }
