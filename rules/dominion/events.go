package dominion

import (
	"strconv"
	"strings"

	"gamed/state"
	"gamed/state/eventtext"
)

// The events and their sentences. [eventtext.Table.Tell] expands %s, %c and %n. Function tell expands %o
// for the other card, %a and %b for Actions and buys, %d for a chosen mode, %u for a place in the deck,
// %x for an amount above 1, %t for the turn, %m for the other seat, %z for the zone of a gain, %p for
// points, and %w for the result.
var (
	telling eventtext.Table

	began          = telling.Add("turn", "%s begins turn %t", 0)
	beganPossessed = telling.Add("possessed_turn", "%s takes an extra turn that %m decides", 0)
	lasted         = telling.Add("last", "%c of %s takes effect", eventtext.Open)
	drew           = telling.Add("draw", "%s draws %c", 0)
	shuffled       = telling.Add("shuffle", "%s shuffles the discard pile", 0)
	placedStash    = telling.Add("place", "%s puts %c under %n of the shuffled cards", 0)
	played         = telling.Add("play", "%s plays [%x ]%c", 0)
	coined         = telling.Add("coins", "%s gets +$%n", 0)
	bought         = telling.Add("buy", "%s buys %c", eventtext.Open)
	gained         = telling.Add("gain", "%s gains %c%z", eventtext.Open)
	noneLeft       = telling.Add("none_left", "%s gains no %c: none is left", eventtext.Open)
	exchanged      = telling.Add("exchange", "%s exchanges %c for %o", 0)
	discarded      = telling.Add("discard", "%s discards %c", 0)
	trashed        = telling.Add("trash", "%s trashes %c", 0)
	reacted        = telling.Add("react", "%s reveals %c", 0)
	revealed       = telling.Add("reveal", "%s turns up %c", 0)
	showed         = telling.Add("show", "%s shows [%x ]%c in hand", 0)
	looked         = telling.Add("look", "%s looks at %c", 0)
	toppedDeck     = telling.Add("top", "%s puts %c on top of the deck", 0)
	setAside       = telling.Add("set_aside", "%s sets %c aside", 0)
	tookBack       = telling.Add("take_back", "%s takes %c into the hand", 0)
	havened        = telling.Add("haven", "%s sets %c aside face down", 0)
	islanded       = telling.Add("island", "%s puts %c onto the Island mat", 0)
	wentNative     = telling.Add("native", "%s puts %c onto the Native Village mat", 0)
	tookToken      = telling.Add("token", "%s takes a Coin token and has %n", 0)
	banned         = telling.Add("ban", "%s names %c: it cannot be bought this turn", eventtext.Open)
	willPossess    = telling.Add("possess", "%s will take a turn with the cards of %m", 0)
	cleanedUp      = telling.Add("clean_up", "%s discards hand and cards in play", 0)
	returned       = telling.Add("return", "%s gets [%x ]%c back", 0)
	gotActions     = telling.Add("actions", "%s gets %a", 0)
	gotBuys        = telling.Add("buys", "%s gets %b", 0)
	choseMode      = telling.Add("choose", "%s chooses %d", eventtext.Open)
	named          = telling.Add("name", "%s names %c", eventtext.Open)
	overpaid       = telling.Add("overpay", "%s overpays %c by $%n", eventtext.Open)
	chosePass      = telling.Add("choose_to_pass", "%s chooses %c to pass", 0)
	passed         = telling.Add("pass_left", "%s passes %c to %m", 0)
	insertedCard   = telling.Add("insert", "%s puts %c %u", 0)
	leftPlay       = telling.Add("leave_play", "%s discards the cards played in this turn", 0)
	scored         = telling.Add("score", "%s has %p points", 0)
	resigned       = telling.Add("resign", "%s resigns", 0)
	ended          = telling.Add("end", "the game is over: %w", 0)
)

// tell describes e, which [state.Event.For] has redacted.
func tell(_ *Position, e state.Event) state.EventLabel {
	return telling.Tell(e, cards[e.Kind].Name, func(verb byte) (string, int) {
		n := int(e.Amount)
		switch verb {
		case 'a':
			return plural(n, "Action"), n
		case 'b':
			return plural(n, "Buy"), n
		case 'u':
			return placeInDeck(n), n
		case 'd':
			return cards[e.Kind].Answers[e.SecondAmount], 0
		case 'm':
			return state.Seat(e.SecondAmount).Name(), 0
		case 'o':
			return cards[e.TargetKind].Name, 0
		case 'x':
			if n <= 1 {
				return "", 0
			}
		case 't':
			n = int(uint8(e.Amount))
		case 'p':
			n += 100 * int(e.SecondAmount)
		case 'z':
			return gainedTo[n], 0
		default:
			return result(state.Seats(n)), 0
		}
		return strconv.Itoa(n), n
	})
}

// plural formats an amount as "+1 Action" or "+2 Actions".
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return "+" + strconv.Itoa(n) + " " + noun
}

// result returns the text for the end of a game. The seats in won are the winners.
func result(won state.Seats) string {
	switch won.Len() {
	case 0:
		return "no player is left"
	case 1:
		return won.First().Name() + " wins"
	}
	var names []string
	for ; won != 0; won &= won - 1 {
		names = append(names, won.First().Name())
	}
	return strings.Join(names, " and ") + " share the victory"
}
