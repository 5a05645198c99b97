package dominion

import (
	"strconv"

	"gamed/state"
)

// Events.
const (
	began state.What = iota + 1
	beganPossessed
	lasted
	drew
	shuffled
	placedStash
	played
	coined
	bought
	gained
	noneLeft
	exchanged
	discarded
	trashed
	reacted
	revealed
	showed
	looked
	toppedDeck
	setAside
	tookBack
	havened
	islanded
	wentNative
	tookToken
	banned
	willPossess
	cleanedUp
	returned
	scored
	resigned
	ended
)

// telling is how an event reads. %s is the seat, %c the card, %o the other card,
// %n the amount, %t a turn, %m another seat, %z where it was gained to, %p points, %w who won; what is in
// brackets is left out when the amount is 1 or less.
var telling = [...]struct{ what, text string }{
	began:          {"turn", "%s begins turn %t"},
	beganPossessed: {"possessed_turn", "%s takes an extra turn that %m decides"},
	lasted:         {"last", "%c of %s takes effect"},
	drew:           {"draw", "%s draws %c"},
	shuffled:       {"shuffle", "%s shuffles the discard pile"},
	placedStash:    {"place", "%s puts %c under %n of the shuffled cards"},
	played:         {"play", "%s plays [%n ]%c"},
	coined:         {"coins", "%s gets +$%n"},
	bought:         {"buy", "%s buys %c"},
	gained:         {"gain", "%s gains %c%z"},
	noneLeft:       {"none_left", "%s gains no %c: none is left"},
	exchanged:      {"exchange", "%s exchanges %c for %o"},
	discarded:      {"discard", "%s discards %c"},
	trashed:        {"trash", "%s trashes %c"},
	reacted:        {"react", "%s reveals %c"},
	revealed:       {"reveal", "%s turns up %c"},
	showed:         {"show", "%s shows [%n ]%c in hand"},
	looked:         {"look", "%s looks at %c"},
	toppedDeck:     {"top", "%s puts %c on top of the deck"},
	setAside:       {"set_aside", "%s sets %c aside"},
	tookBack:       {"take_back", "%s takes %c into the hand"},
	havened:        {"haven", "%s sets %c aside face down"},
	islanded:       {"island", "%s puts %c onto the Island mat"},
	wentNative:     {"native", "%s puts %c onto the Native Village mat"},
	tookToken:      {"token", "%s takes a Coin token and has %n"},
	banned:         {"ban", "%s names %c: it cannot be bought this turn"},
	willPossess:    {"possess", "%s will take a turn with the cards of %m"},
	cleanedUp:      {"clean_up", "%s discards hand and cards in play"},
	returned:       {"return", "%s gets [%n ]%c back"},
	scored:         {"score", "%s has %p points"},
	resigned:       {"resign", "%s resigns"},
	ended:          {"end", "the game is over: %w"},
}

// open reports whether events of a kind name only what lies open before it: cards of
// the supply and cards in play.
func open(what state.What) bool {
	switch what {
	case lasted, bought, gained, noneLeft, banned:
		return true
	}
	return false
}

// tell puts e, which For has cut, into words.
func tell(_ *Position, e state.Event) state.Told {
	row := &telling[e.What]
	told := state.Told{What: row.what, Seat: int(e.Seat)}
	if e.Kind != 0 {
		told.Card = cards[e.Kind].Name
	}
	var buffer [96]byte
	b := buffer[:0]
	for i := 0; i < len(row.text); i++ {
		switch c := row.text[i]; c {
		case '[':
			if e.N <= 1 {
				i += 4 // "%n ]"
			}
		case ']':
		case '%':
			i++
			b = fill(b, row.text[i], e, &told)
		default:
			b = append(b, c)
		}
	}
	told.Text = string(b)
	return told
}

// fill appends what one verb of a text stands for, and notes a number that it
// says in told.
func fill(b []byte, verb byte, e state.Event, told *state.Told) []byte {
	switch verb {
	case 's':
		return append(b, seatName(e.Seat)...)
	case 'm':
		return append(b, seatName(state.Seat(e.M))...)
	case 'c':
		if e.Kind == 0 {
			return append(b, "a card"...)
		}
		return append(b, told.Card...)
	case 'o':
		return append(b, cards[e.OnKind].Name...)
	case 'n':
		told.N = int(e.N)
		return strconv.AppendInt(b, int64(told.N), 10)
	case 't':
		told.N = int(uint8(e.N))
		return strconv.AppendInt(b, int64(told.N), 10)
	case 'p':
		told.N = 100*int(e.M) + int(e.N)
		return strconv.AppendInt(b, int64(told.N), 10)
	case 'z':
		return append(b, gainedTo[e.N]...)
	}
	won := state.Seats(e.N)
	switch won.Len() {
	case 0:
		return append(b, "nobody is left"...)
	case 1:
		return append(append(b, seatName(won.First())...), " wins"...)
	}
	for ; won != 0; won &= won - 1 {
		b = append(b, seatName(won.First())...)
		if won.Len() > 1 {
			b = append(b, " and "...)
		}
	}
	return append(b, " share the victory"...)
}
