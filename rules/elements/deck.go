package elements

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gamed/state"
)

// A Deck is the list of the cards of a deck, in ascending order of kind.
type Deck []state.Kind

// ParseDeck parses a deck file. Each line has a count and a card, such as "3 Spark". A # starts a
// comment. If lines are wrong, the returned error prints the first fault. It unwraps to at most ten
// faults, each with the given name of the file and the line number. If the number of cards is
// wrong, the error starts with the name of the file.
func ParseDeck(name, text string) (Deck, error) {
	var d Deck
	var found deckErrors
	counts := map[state.Kind]int{}
	for i, line := range strings.Split(text, "\n") {
		if len(found) == maxDeckErrors {
			break
		}
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		wrong := func(format string, args ...any) {
			found = append(found, fmt.Errorf("%s:%d: %s", name, i+1, fmt.Sprintf(format, args...)))
		}
		count, card := line, ""
		if space := strings.IndexAny(line, " \t"); space >= 0 {
			count, card = line[:space], strings.TrimSpace(line[space:])
		}
		n, err := strconv.Atoi(count)
		if err == nil && n < 1 && card != "" {
			wrong("%d copies of %s: a line needs at least 1", n, quote(card))
			continue
		}
		if err != nil || card == "" {
			wrong("%s: want a count and a card, as in \"3 %s\"", quote(line), cards[len(createdCards)+1].Name)
			continue
		}
		k, ok := kindOf[card]
		switch {
		case !ok || k == 0:
			wrong("unknown card %s: %s", quote(card), hint(card))
			continue
		case cards[k].Created:
			wrong("%s is only created by other cards; decks cannot contain it", card)
			continue
		}
		if n > MaxCopies-counts[k] { // counts[k]+n may overflow
			wrong("%d copies of %s: a deck may have %d", uint64(counts[k])+uint64(n), card, MaxCopies)
			continue
		}
		counts[k] += n
		for range n {
			d = append(d, k)
		}
	}
	switch {
	case len(found) > 0:
		return nil, found
	case len(d) == 1:
		return nil, fmt.Errorf("%s: 1 card: a deck has at least %d", name, MinDeck)
	case len(d) < MinDeck:
		return nil, fmt.Errorf("%s: %d cards: a deck has at least %d", name, len(d), MinDeck)
	case len(d) > MaxDeck:
		return nil, fmt.Errorf("%s: %d cards: a deck has at most %d", name, len(d), MaxDeck)
	}
	slices.Sort(d)
	return d, nil
}

// maxDeckErrors limits the number of faults that ParseDeck reports.
const maxDeckErrors = 10

// A deckErrors holds the faults of a deck file in the order of the lines. It has at least one
// fault.
type deckErrors []error

func (w deckErrors) Error() string { return w[0].Error() }

func (w deckErrors) Unwrap() []error { return w }

// readDeck returns the deck that a setup gives to a seat. The text is the name of a ready deck, the text
// of a deck file, or "" for the seat's default deck.
func readDeck(seat int, text string) (Deck, error) {
	switch name := strings.TrimSpace(text); {
	case name == "":
		return readDeck(seat, decks[seat%len(decks)].name)
	case strings.ContainsAny(name, "\n#0123456789"):
		return ParseDeck(fmt.Sprintf("deck of seat %d", seat), text)
	default:
		var names []string
		for _, ready := range decks {
			if ready.name == name {
				return ready.cards, nil
			}
			names = append(names, ready.name)
		}
		return nil, fmt.Errorf("deck of seat %d: unknown deck %s; use %s or the text of a deck file", seat, quote(name), strings.Join(names, ", "))
	}
}

// hint returns advice for an unknown card name: a similar name, or the command that lists the cards.
func hint(card string) string {
	if len(card) <= maxQuote {
		if name := state.Nearest(card, deckCards); name != "" {
			return fmt.Sprintf("did you mean %q?", name)
		}
	}
	return `"gamed cards elements" lists the cards`
}

// deckCards lists the names of the cards allowed in decks.
var deckCards = indexDeckCards()

func indexDeckCards() (names []string) {
	for k := range cards {
		if k > 0 && !cards[k].Created {
			names = append(names, cards[k].Name)
		}
	}
	return names
}

// maxQuote is the maximum number of input bytes that an error quotes.
const maxQuote = 40

// quote quotes input for an error message. It shortens long input, and escapes line breaks and control
// characters.
func quote(input string) string {
	if len(input) > maxQuote {
		return strconv.Quote(input[:maxQuote]) + "…"
	}
	return strconv.Quote(input)
}
