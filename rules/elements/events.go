package elements

import (
	"fmt"
	"strconv"

	"gamed/state"
	"gamed/state/eventtext"
)

// The events and their sentences. [eventtext.Table.Tell] expands %s, %c and %n. Function tell expands %r
// for the card's token, %o for the target, %d for the turn, %e for an element, %f for a phase, %p for a
// power, %m for a mode, %b for a boost, and %w for the result.
var (
	telling eventtext.Table

	answered     = telling.Add("answered", "%s has answered", eventtext.Open)
	mulliganed   = telling.Add("mulligan", "%s takes a mulligan", eventtext.Open)
	rose         = telling.Add("sunrise", "turn %d: the sun rises for %s", eventtext.Open)
	chose        = telling.Add("choose", "%s will create %e", eventtext.Open)
	created      = telling.Add("create", "%s creates %e", eventtext.Open)
	lent         = telling.Add("lend", "the first %e of %s counts twice until the next sunrise", eventtext.Open)
	drew         = telling.Add("draw", "%s draws %c", 0)
	ranOut       = telling.Add("run_out", "%s must draw from an empty Future", eventtext.Open)
	played       = telling.Add("play", "%s plays %c[ on %o]", 0)
	used         = telling.Add("use", "%s uses %c %r[ on %o]", eventtext.Open)
	triggered    = telling.Add("trigger", "the %p power of %c triggers", eventtext.Open)
	aimedAt      = telling.Add("aim", "%s aims %c at %o", eventtext.Open)
	fizzled      = telling.Add("fizzle", "%c has no target left and does nothing", eventtext.Open)
	entered      = telling.Add("enter", "%c %r enters the Present of %s", 0)
	noRoom       = telling.Add("no_room", "%c finds no room in the Present of %s", 0)
	died         = telling.Add("die", "%c %r of %s dies", eventtext.Open)
	left         = telling.Add("leave", "%c %r of %s leaves play", eventtext.Open)
	attacked     = telling.Add("attack", "%s attacks %o with %c %r", eventtext.Open)
	blocked      = telling.Add("block", "%s blocks with %c %r", eventtext.Open)
	damaged      = telling.Add("damage", "%c %r takes %n damage", eventtext.Open)
	healed       = telling.Add("heal", "%c %r is healed by %n", eventtext.Open)
	lostLife     = telling.Add("lose_life", "%s loses %n life", eventtext.Open)
	gainedLife   = telling.Add("gain_life", "%s gains %n life", eventtext.Open)
	woke         = telling.Add("wake", "%c %r wakes", eventtext.Open)
	slept        = telling.Add("sleep", "%c %r falls asleep", eventtext.Open)
	boosted      = telling.Add("boost", "%c %r gets %b", eventtext.Open)
	returned     = telling.Add("return", "%c %r returns to the hand of %s", eventtext.Open)
	recalled     = telling.Add("recall", "%s takes %c back from the Past", eventtext.Open)
	changedSides = telling.Add("change_sides", "%s takes control of %c %r", eventtext.Open)
	cancelled    = telling.Add("cancel", "%c is cancelled", eventtext.Open)
	looked       = telling.Add("look", "%s looks at card %n of a Future: %c", 0)
	buried       = telling.Add("bury", "%c goes under the Future of %s", 0)
	discarded    = telling.Add("discard", "%s puts %c into the Past", 0)
	saidName     = telling.Add("name", "%s names %c", eventtext.Open)
	choseMode    = telling.Add("choose_mode", "%s chooses for %c: %m", eventtext.Open)
	shielded     = telling.Add("shield", "%c %r is untouchable until sunset", eventtext.Open)
	willSkip     = telling.Add("will_skip", "%s will skip its next %f", eventtext.Open)
	skipped      = telling.Add("skip", "%s skips its %f", eventtext.Open)
	drained      = telling.Add("drain", "%n karma of %s is spent", eventtext.Open)
	eliminated   = telling.Add("eliminate", "%s is out of the game", eventtext.Open)
	resigned     = telling.Add("resign", "%s resigns", eventtext.Open)
	ended        = telling.Add("end", "the game is over: %w", eventtext.Open)
)

// tell describes e, which [state.Event.For] has redacted. s is the position after the request that
// caused e. A request starts at most one turn, so the number of that turn is the turn of s.
func tell(s *Position, e state.Event) state.EventLabel {
	told := telling.Tell(e, cards[e.Kind].Name, func(verb byte) (string, int) {
		switch verb {
		case 'r':
			return s.ref(e.Card), 0
		case 'o':
			return s.aimText(e), 0
		case 'd':
			return strconv.Itoa(int(s.Turn)), int(s.Turn)
		case 'e':
			return elementNames[e.Amount], 0
		case 'f':
			return phases[e.Amount].Name, 0
		case 'p':
			return slotNames[e.Amount], 0
		case 'm':
			return powersOf[e.Kind][e.SecondAmount].Modes[e.Amount], 0
		case 'b':
			return fmt.Sprintf("%+d/%+d", e.Amount, e.SecondAmount), 0
		}
		if e.Amount == 0 {
			return "a draw", 0
		}
		return state.Seats(e.Amount).First().Name() + " wins", 0
	})
	if e.Card != 0 {
		told.By = s.ref(e.Card)
	}
	if e.Target != 0 {
		told.Target = s.ref(e.Target)
	}
	return told
}

// aimText returns the name of the target of e, or the names of both targets. It returns "" if e has
// no target.
func (s *Position) aimText(e state.Event) string {
	switch {
	case e.Target == 0:
		return ""
	case isSeat(e.Target):
		seat := state.Seat(e.Target - seatRefs).Name()
		if e.SecondTargetKind != 0 {
			return cards[e.SecondTargetKind].Name + " in the Past of " + seat
		}
		return seat
	case e.SecondTarget != 0:
		return s.objectName(e.TargetKind, e.Target) + " and " + s.objectName(e.SecondTargetKind, e.SecondTarget)
	}
	return s.objectName(e.TargetKind, e.Target)
}

// objectName returns the name of a token, play or trigger.
func (s *Position) objectName(k state.Kind, c state.Card) string {
	return cards[k].Name + " " + s.ref(c)
}
