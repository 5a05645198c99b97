package elements

import (
	"fmt"
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

// telling is the event table. Verbs: %s seat, %c card, %r the card's token, %o target, %n amount,
// %d turn, %e element, %f phase, %p power, %b boost, %w result.
var telling = state.Sentences{
	answered:     {What: "answered", Text: "%s has answered", Flags: state.Open | state.Quiet},
	mulliganed:   {What: "mulligan", Text: "%s takes a mulligan", Flags: state.Open | state.Quiet},
	rose:         {What: "sunrise", Text: "turn %d: the sun rises for %s", Flags: state.Open | state.Quiet},
	chose:        {What: "choose", Text: "%s will create %e", Flags: state.Open | state.Quiet},
	created:      {What: "create", Text: "%s creates %e", Flags: state.Open | state.Quiet},
	drew:         {What: "draw", Text: "%s draws %c", Flags: state.Quiet},
	ranOut:       {What: "run_out", Text: "%s must draw from an empty Future", Flags: state.Open},
	played:       {What: "play", Text: "%s plays %c[ on %o]"},
	used:         {What: "use", Text: "%s uses %c %r[ on %o]", Flags: state.Open},
	triggered:    {What: "trigger", Text: "the %p power of %c triggers", Flags: state.Open},
	aimedAt:      {What: "aim", Text: "%s aims %c at %o", Flags: state.Open},
	fizzled:      {What: "fizzle", Text: "%c has no target left and does nothing", Flags: state.Open},
	entered:      {What: "enter", Text: "%c %r enters the Present of %s"},
	noRoom:       {What: "no_room", Text: "%c finds no room in the Present of %s"},
	died:         {What: "die", Text: "%c %r of %s dies", Flags: state.Open},
	left:         {What: "leave", Text: "%c %r of %s leaves play", Flags: state.Open},
	attacked:     {What: "attack", Text: "%s attacks %o with %c %r", Flags: state.Open},
	blocked:      {What: "block", Text: "%s blocks with %c %r", Flags: state.Open},
	damaged:      {What: "damage", Text: "%c %r takes %n damage", Flags: state.Open},
	healed:       {What: "heal", Text: "%c %r is healed by %n", Flags: state.Open},
	lostLife:     {What: "lose_life", Text: "%s loses %n life", Flags: state.Open},
	gainedLife:   {What: "gain_life", Text: "%s gains %n life", Flags: state.Open},
	woke:         {What: "wake", Text: "%c %r wakes", Flags: state.Open | state.Quiet},
	slept:        {What: "sleep", Text: "%c %r falls asleep", Flags: state.Open},
	boosted:      {What: "boost", Text: "%c %r gets %b", Flags: state.Open},
	returned:     {What: "return", Text: "%c %r returns to the hand of %s", Flags: state.Open},
	recalled:     {What: "recall", Text: "%s takes %c back from the Past", Flags: state.Open},
	changedSides: {What: "change_sides", Text: "%s takes control of %c %r", Flags: state.Open},
	cancelled:    {What: "cancel", Text: "%c is cancelled", Flags: state.Open},
	looked:       {What: "look", Text: "%s looks at card %n of a Future: %c"},
	buried:       {What: "bury", Text: "%c goes under the Future of %s"},
	discarded:    {What: "discard", Text: "%s puts %c into the Past"},
	shielded:     {What: "shield", Text: "%c %r is untouchable until sunset", Flags: state.Open},
	willSkip:     {What: "will_skip", Text: "%s will skip its next %f", Flags: state.Open | state.Quiet},
	skipped:      {What: "skip", Text: "%s skips its %f", Flags: state.Open | state.Quiet},
	drained:      {What: "drain", Text: "%n karma of %s is spent", Flags: state.Open},
	eliminated:   {What: "eliminate", Text: "%s is out of the game", Flags: state.Open},
	resigned:     {What: "resign", Text: "%s resigns", Flags: state.Open},
	ended:        {What: "end", Text: "the game is over: %w", Flags: state.Open},
}

// tell describes e, which For has redacted. s is the position after the request; no request
// starts two turns, so its turn is that of e.
func tell(s *Position, e state.Event) state.Told {
	told := telling.Tell(e, cards[e.Kind].Name, func(verb byte) (string, int) {
		switch verb {
		case 's':
			return e.Seat.Name(), 0
		case 'c':
			if e.Kind == 0 {
				return "a card", 0
			}
			return cards[e.Kind].Name, 0
		case 'r':
			return ref(e.Card), 0
		case 'o':
			return aimText(e), 0
		case 'n':
			return strconv.Itoa(int(e.N)), int(e.N)
		case 'd':
			return strconv.Itoa(int(s.Turn)), int(s.Turn)
		case 'e':
			return elementNames[e.N], 0
		case 'f':
			return phases[e.N].Name, 0
		case 'p':
			return slotNames[e.N], 0
		case 'b':
			return fmt.Sprintf("%+d/%+d", e.N, e.M), 0
		}
		if e.N == 0 {
			return "a draw", 0
		}
		return state.Seats(e.N).First().Name() + " wins", 0
	})
	if e.Card != 0 {
		told.By = ref(e.Card)
	}
	if e.On != 0 {
		told.On = ref(e.On)
	}
	return told
}

// aimText names the target of an event, "" if it has none.
func aimText(e state.Event) string {
	switch {
	case e.On == 0:
		return ""
	case isSeat(e.On):
		seat := state.Seat(e.On - seatRefs).Name()
		if e.AlsoKind != 0 {
			return cards[e.AlsoKind].Name + " in the Past of " + seat
		}
		return seat
	case e.Also != 0:
		return objectName(e.OnKind, e.On) + " and " + objectName(e.AlsoKind, e.Also)
	}
	return objectName(e.OnKind, e.On)
}

// objectName names a token, play or trigger.
func objectName(k state.Kind, c state.Card) string { return cards[k].Name + " " + ref(c) }
