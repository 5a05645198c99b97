package buyrules

import (
	"fmt"
	"slices"
	"strings"

	"gamed/rules/dominion"
	"gamed/state"
)

// quantities maps the terms that are single words to their measures.
var quantities = map[string]state.Measure{
	"money": dominion.Money, "turn": dominion.Turn, "coins": dominion.CoinsLeft, "buys": dominion.BuysLeft,
}

// terms lists the valid terms, for error messages.
const terms = "a whole number, money, turn, coins, buys, left(CARD), owned(CARD) or owned(TYPE)"

var (
	words     = []string{"money", "turn", "coins", "buys", "left", "owned"}
	typeNames = []string{"Action", "Treasure", "Victory", "Curse", "Attack", "Duration", "Reaction"}
	cardNames = func() (names []string) {
		for _, k := range kinds {
			names = append(names, defs[k].Name)
		}
		return names
	}()
)

// parseOperand parses a number, a quantity, left(NAME) or owned(NAME).
func (p *parser) parseOperand() (o operand, err error) {
	p.skipBlanks()
	switch found := p.token(); {
	case found != "" && '0' <= found[0] && found[0] <= '9':
		o.factor, err = p.parseNumber()
		return o, err
	case found == "left" || found == "owned":
		start := p.offset
		p.offset += len(found)
		o.factor = 1
		o.measure, err = p.parseCount(found, start)
		return o, err
	case quantities[found] != 0:
		p.offset += len(found)
		return operand{quantities[found], 1}, nil
	default:
		if near := state.Nearest(found, words); near != "" {
			return o, p.errorf(p.offset, "expected %s, found %q: did you mean %s?", terms, found, near)
		}
		return o, p.errorf(p.offset, "expected %s, found %s", terms, quoted(found))
	}
}

// parseCount parses the parenthesized name after the word "left" or "owned", and returns the
// measure of the whole term. start is the offset of the term.
func (p *parser) parseCount(what string, start int) (state.Measure, error) {
	p.skipBlanks()
	name, _, closed := strings.Cut(p.rest(), ")")
	inside, opened := strings.CutPrefix(name, "(")
	switch {
	case !opened:
		return 0, p.errorf(p.offset, "expected ( and a name after %s, found %s", what, quoted(p.token()))
	case !closed:
		return 0, p.errorf(len(p.text), "expected ) after the name, found the end of the line")
	}
	p.offset += len(name) + 1
	inside = strings.TrimSpace(inside)
	at := start + strings.Index(p.text[start:], "(") + 1
	k, isCard := dominion.KindOf(inside)
	types, isType := dominion.Types(inside)
	switch {
	case isCard:
		p.rules.namedCards = append(p.rules.namedCards, k)
		if what == "left" {
			return dominion.LeftOf(k), nil
		}
		return dominion.OwnedOf(k), nil
	case isType && what == "owned":
		return dominion.OwnedTypes(types), nil
	case isType:
		return 0, p.errorf(at, "%s is a type: left takes the name of a card", inside)
	case inside == "":
		return 0, p.errorf(at, "expected a name between the parentheses")
	case what == "left":
		return 0, p.errorf(at, "%s", unknownNameText("card", inside, cardNames))
	}
	return 0, p.errorf(at, "%s", unknownNameText("card or type", inside, slices.Concat(cardNames, typeNames)))
}

// unknownNameText returns the error text for an unknown name. The text suggests the most similar of
// the given names if one is similar enough.
func unknownNameText(what, name string, names []string) string {
	if near := state.Nearest(name, names); near != "" {
		return fmt.Sprintf("unknown %s %q: did you mean %q?", what, name, near)
	}
	return fmt.Sprintf("unknown %s %q", what, name)
}
