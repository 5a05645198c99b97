package dominion

import (
	"strconv"
	"strings"

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

// telling is the event table. Verbs: %s seat, %c card, %o other card, %n amount, %x amount above
// 1, %t turn, %m other seat, %z zone gained to, %p points, %w result.
var telling = state.Sentences{
	began:          {What: "turn", Text: "%s begins turn %t", Flags: state.Quiet},
	beganPossessed: {What: "possessed_turn", Text: "%s takes an extra turn that %m decides", Flags: state.Quiet},
	lasted:         {What: "last", Text: "%c of %s takes effect", Flags: state.Open | state.Quiet},
	drew:           {What: "draw", Text: "%s draws %c", Flags: state.Quiet},
	shuffled:       {What: "shuffle", Text: "%s shuffles the discard pile", Flags: state.Quiet},
	placedStash:    {What: "place", Text: "%s puts %c under %n of the shuffled cards", Flags: state.Quiet},
	played:         {What: "play", Text: "%s plays [%x ]%c", Flags: state.Quiet},
	coined:         {What: "coins", Text: "%s gets +$%n", Flags: state.Quiet},
	bought:         {What: "buy", Text: "%s buys %c", Flags: state.Open | state.Quiet},
	gained:         {What: "gain", Text: "%s gains %c%z", Flags: state.Open | state.Quiet},
	noneLeft:       {What: "none_left", Text: "%s gains no %c: none is left", Flags: state.Open},
	exchanged:      {What: "exchange", Text: "%s exchanges %c for %o"},
	discarded:      {What: "discard", Text: "%s discards %c", Flags: state.Quiet},
	trashed:        {What: "trash", Text: "%s trashes %c"},
	reacted:        {What: "react", Text: "%s reveals %c"},
	revealed:       {What: "reveal", Text: "%s turns up %c", Flags: state.Quiet},
	showed:         {What: "show", Text: "%s shows [%x ]%c in hand"},
	looked:         {What: "look", Text: "%s looks at %c", Flags: state.Quiet},
	toppedDeck:     {What: "top", Text: "%s puts %c on top of the deck", Flags: state.Quiet},
	setAside:       {What: "set_aside", Text: "%s sets %c aside"},
	tookBack:       {What: "take_back", Text: "%s takes %c into the hand", Flags: state.Quiet},
	havened:        {What: "haven", Text: "%s sets %c aside face down", Flags: state.Quiet},
	islanded:       {What: "island", Text: "%s puts %c onto the Island mat", Flags: state.Quiet},
	wentNative:     {What: "native", Text: "%s puts %c onto the Native Village mat", Flags: state.Quiet},
	tookToken:      {What: "token", Text: "%s takes a Coin token and has %n", Flags: state.Quiet},
	banned:         {What: "ban", Text: "%s names %c: it cannot be bought this turn", Flags: state.Open},
	willPossess:    {What: "possess", Text: "%s will take a turn with the cards of %m"},
	cleanedUp:      {What: "clean_up", Text: "%s discards hand and cards in play", Flags: state.Quiet},
	returned:       {What: "return", Text: "%s gets [%x ]%c back"},
	scored:         {What: "score", Text: "%s has %p points"},
	resigned:       {What: "resign", Text: "%s resigns"},
	ended:          {What: "end", Text: "the game is over: %w"},
}

// tell describes e, which For has redacted.
func tell(_ *Position, e state.Event) state.Told {
	return telling.Tell(e, cards[e.Kind].Name, func(verb byte) (string, int) {
		n := int(e.N)
		switch verb {
		case 's':
			return e.Seat.Name(), 0
		case 'm':
			return state.Seat(e.M).Name(), 0
		case 'c':
			if e.Kind == 0 {
				return "a card", 0
			}
			return cards[e.Kind].Name, 0
		case 'o':
			return cards[e.OnKind].Name, 0
		case 'x':
			if n <= 1 {
				return "", 0
			}
		case 'n':
		case 't':
			n = int(uint8(e.N))
		case 'p':
			n += 100 * int(e.M)
		case 'z':
			return gainedTo[n], 0
		default:
			return result(state.Seats(n)), 0
		}
		return strconv.Itoa(n), n
	})
}

// result names the winners.
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
