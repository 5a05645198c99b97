package dominion

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gamed/state"
)

// kingdomSize is the number of kingdom piles in a game.
const kingdomSize = 10

// firstGame is the default kingdom, which the rulebook suggests for a first game.
var firstGame = []string{"Cellar", "Market", "Merchant", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village", "Workshop"}

// tableOptions holds the parsed table options. Dominion has these options:
//
//	kingdom   up to ten comma-separated names, completed from firstGame; or first,
//	          for firstGame; or random, which the next four options restrict
//	sets      only cards from these sets: base, seaside, …
//	ban       no cards with these names
//	costs     only cards with these costs: 2,3,4
//	answers   yes: if there is an Attack, so is a card that answers it
//	colony    yes: add Platinum and Colony
//	printing  2011 or current, for cards that were printed with two texts
//	turns     the maximum number of turns per seat, 200 by default
type tableOptions struct {
	kingdom  []state.Kind
	colony   bool
	printing printing
	turns    int
}

// kinds returns the kinds of all piles in the game, in ascending order.
func (t *tableOptions) kinds() []state.Kind {
	all := append(make([]state.Kind, 0, maxPiles), Copper, Silver, Gold, Estate, Duchy, Province, Curse)
	if t.colony {
		all = append(all, Platinum, Colony)
	}
	for _, k := range t.kingdom {
		if cards[k].Potion {
			all = append(all, Potion)
			break
		}
	}
	all = append(all, t.kingdom...)
	slices.Sort(all)
	return all
}

// readTable parses the table options. It draws a random kingdom with r.
func readTable(options map[string]string, r *state.Rand) (t tableOptions, err error) {
	t.turns = maxTurns
	names := "first"
	draw := constraints{}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		value := options[name]
		switch name {
		case "kingdom":
			names = value
		case "sets":
			draw.sets, err = readSets(value)
		case "ban":
			draw.banned, err = readCards(value, "ban takes only kingdom cards")
		case "costs":
			draw.costs, err = readCosts(value)
		case "answers":
			draw.answers, err = readYes(name, value)
		case "colony":
			t.colony, err = readYes(name, value)
		case "printing":
			t.printing, err = readPrinting(value)
		case "turns":
			// Atoi also accepts +5, which existing logs may contain.
			if t.turns, err = strconv.Atoi(value); err != nil || t.turns < 1 || t.turns > maxTurns {
				err = fmt.Errorf("table option \"turns\" is %q: want a number from 1 to %d", value, maxTurns)
			}
		default:
			err = fmt.Errorf("unknown table option %q; use kingdom, sets, ban, costs, answers, colony, printing or turns", name)
		}
		if err != nil {
			return t, err
		}
	}
	switch {
	case names == "random":
		t.kingdom, err = draw.kingdom(r)
		return t, err
	case draw.isSet():
		return t, fmt.Errorf("the table options sets, ban, costs and answers need kingdom=random")
	case names == "first":
		names = ""
	}
	if t.kingdom, err = readKingdom(names); err != nil {
		return t, err
	}
	for _, name := range firstGame {
		if k := kindOf[name]; len(t.kingdom) < kingdomSize && !slices.Contains(t.kingdom, k) {
			t.kingdom = append(t.kingdom, k)
		}
	}
	return t, nil
}

// readKingdom parses a list of up to ten names of kingdom cards.
func readKingdom(list string) ([]state.Kind, error) {
	kinds, err := readCards(list, "colony=yes adds Platinum and Colony, and a card that costs a Potion adds Potion")
	if len(kinds) > kingdomSize {
		return nil, fmt.Errorf("%d kingdom cards for %d piles; remove %d", len(kinds), kingdomSize, len(kinds)-kingdomSize)
	}
	return kinds, err
}

// readCards parses a list of names of different kingdom cards. If the list names a basic card, the
// error ends with the given advice.
func readCards(list, advice string) (kinds []state.Kind, err error) {
	kinds = make([]state.Kind, 0, kingdomSize)
	for _, name := range split(list) {
		k, known := KindOf(name)
		switch {
		case !known:
			return nil, unknownCard(name)
		case k < nBasic:
			return nil, fmt.Errorf("%s is a basic card, not a kingdom card; %s", name, advice)
		case slices.Contains(kinds, k):
			return nil, fmt.Errorf("%s is named twice; remove one", name)
		}
		kinds = append(kinds, k)
	}
	return kinds, nil
}

// unknownCard returns the error for an unknown card name, with a suggestion.
func unknownCard(name string) error {
	names := []string{"random", "first"}
	for k := range cards[1:] {
		names = append(names, cards[k+1].Name)
	}
	if strings.ContainsAny(name, ";|/\n") {
		return fmt.Errorf("unknown card %q; separate cards with commas", name)
	}
	if near := state.Nearest(name, names); near != "" {
		return fmt.Errorf("unknown card %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("unknown card %q", name)
}

func split(list string) (parts []string) {
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

func readYes(name, value string) (bool, error) {
	switch value {
	case "yes":
		return true, nil
	case "no":
		return false, nil
	}
	return false, fmt.Errorf("table option %q is %q: want yes or no", name, value)
}

func readPrinting(value string) (printing, error) {
	switch value {
	case "2011":
		return of2011, nil
	case "current":
		return ofToday, nil
	}
	return mixed, fmt.Errorf("table option \"printing\" is %q: want 2011 or current", value)
}
