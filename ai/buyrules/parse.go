package buyrules

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gamed/rules/dominion"
	"gamed/state"
)

// Parse parses the text of a rules file. Errors begin with file, line and column and name the
// expected token.
func Parse(file, text string) (*Rules, error) {
	p := &parser{file: file}
	for p.text = range strings.Lines(text) {
		p.line++
		p.text, _, _ = strings.Cut(p.text, "#")
		p.text, p.at = strings.TrimRightFunc(p.text, unicode.IsSpace), 0
		p.blanks()
		if p.left() == "" {
			continue
		}
		if err := p.parseLine(); err != nil {
			return nil, err
		}
	}
	if len(p.rules.rules) == 0 {
		return nil, fmt.Errorf("%s: no rules: expected at least a line with a card to buy, such as Province", file)
	}
	p.rules.setOrder(p.plays)
	slices.Sort(p.rules.named)
	p.rules.named = slices.Compact(p.rules.named)
	return &p.rules, nil
}

// A parser reads a file line by line.
type parser struct {
	rules    Rules
	plays    []state.Kind // the play: line
	playLine int          // its line number, or 0 if there is none

	file, text string // text is the current line
	line, at   int
}

// errorf returns an error at a byte offset in the line.
func (p *parser) errorf(at int, format string, args ...any) error {
	column := utf8.RuneCountInString(p.text[:at]) + 1
	return fmt.Errorf("%s:%d:%d: %s", p.file, p.line, column, fmt.Sprintf(format, args...))
}

// left returns the rest of the line.
func (p *parser) left() string { return p.text[p.at:] }

func (p *parser) blanks() {
	rest := strings.TrimLeftFunc(p.left(), unicode.IsSpace)
	p.at = len(p.text) - len(rest)
}

func (p *parser) parseLine() error {
	if rest, some := strings.CutPrefix(p.left(), "play:"); some {
		return p.parsePlay(rest)
	}
	start, name := p.at, p.left()
	if i := word(name, "if"); i >= 0 {
		name = name[:i]
	}
	p.at += len(name)
	if name = strings.TrimSpace(name); name == "" {
		return p.errorf(start, `expected a card to buy before "if"`)
	}
	k, known := dominion.KindOf(name)
	if !known {
		for _, card := range cardNames {
			if rest, some := strings.CutPrefix(name, card+" "); some {
				return p.errorf(start+len(card)+1, `expected "if" or the end of the line after %s, found %q`, card, rest)
			}
		}
		return p.errorf(start, "%s", unknown("card", name, cardNames))
	}
	p.rules.named = append(p.rules.named, k)
	r := rule{card: state.Card(k)}
	for keyword := "if"; p.left() != ""; keyword = "and" {
		p.at += len(keyword)
		c, err := p.condition()
		if err != nil {
			return err
		}
		r.when = append(r.when, c)
		p.blanks()
		switch found := p.token(); found {
		case "", "and":
		case "or":
			return p.errorf(p.at, `expected "and" or the end of the line, found "or": write a second line for %s instead`, name)
		default:
			return p.errorf(p.at, `expected "and" or the end of the line, found %q`, found)
		}
	}
	p.rules.rules = append(p.rules.rules, r)
	return nil
}

// word returns the index of the word w in text, or -1 if text does not contain it.
func word(text, w string) int {
	at := 0
	for field := range strings.FieldsSeq(text) {
		at += strings.Index(text[at:], field)
		if field == w {
			return at
		}
		at += len(field)
	}
	return -1
}

// parsePlay parses the names after "play:".
func (p *parser) parsePlay(names string) error {
	if p.playLine > 0 {
		return p.errorf(p.at, "line %d already has the play: line, add the names there", p.playLine)
	}
	p.playLine = p.line
	p.at = len(p.text) - len(names)
	for {
		p.blanks()
		name, _, more := strings.Cut(p.left(), ",")
		k, known := dominion.KindOf(strings.TrimSpace(name))
		switch {
		case strings.TrimSpace(name) == "":
			return p.errorf(p.at, "expected the name of an Action")
		case !known:
			return p.errorf(p.at, "%s", unknown("card", strings.TrimSpace(name), cardNames))
		case defs[k].Types&dominion.Action == 0:
			return p.errorf(p.at, "%s is not an Action; Treasures are always played", strings.TrimSpace(name))
		case slices.Contains(p.plays, k):
			return p.errorf(p.at, "%s is named twice", strings.TrimSpace(name))
		}
		p.plays = append(p.plays, k)
		if !more {
			return nil
		}
		p.at += len(name) + 1
	}
}

// condition parses TERM OP TERM.
func (p *parser) condition() (c condition, err error) {
	left, err := p.term()
	if err != nil {
		return c, err
	}
	p.blanks()
	found := p.token()
	op, known := operators[found]
	if !known {
		return c, p.errorf(p.at, "expected one of < <= > >= =, found %s", quoted(found))
	}
	p.at += len(found)
	right, err := p.term()
	if err != nil {
		return c, err
	}
	left.factor *= right.divisor
	right.factor *= left.divisor
	return condition{left.operand, right.operand, op}, nil
}

// A term is an operand with a divisor.
type term struct {
	operand
	divisor int
}

// maxNumber limits the numbers in a file, so that a product of three of them does not overflow.
const maxNumber = 1_000_000

// term parses an operand, optionally multiplied or divided by a number.
func (p *parser) term() (t term, err error) {
	if t.operand, err = p.operand(); err != nil {
		return t, err
	}
	t.divisor = 1
	p.blanks()
	sign := p.token()
	if sign != "*" && sign != "/" {
		return t, nil
	}
	p.at++
	p.blanks()
	start := p.at
	n, err := p.number()
	switch {
	case err != nil:
		return t, err
	case sign == "*":
		t.factor *= n
	case n == 0:
		return t, p.errorf(start, "division by 0")
	default:
		t.divisor = n
	}
	return t, nil
}

// token returns the next word, number or operator without consuming it.
func (p *parser) token() string {
	rest := p.left()
	for _, of := range []func(rune) bool{unicode.IsLetter, unicode.IsDigit, isComparison} {
		if n := len(rest) - len(strings.TrimLeftFunc(rest, of)); n > 0 {
			return rest[:n]
		}
	}
	_, size := utf8.DecodeRuneInString(rest)
	return rest[:size]
}

func isComparison(r rune) bool { return strings.ContainsRune("<>=!", r) }

func quoted(found string) string {
	if found == "" {
		return "the end of the line"
	}
	return fmt.Sprintf("%q", found)
}

// number parses a whole number.
func (p *parser) number() (n int, err error) {
	digits := p.token()
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, p.errorf(p.at, "expected a whole number, found %s", quoted(digits))
		}
		if n = 10*n + int(d-'0'); n > maxNumber {
			return 0, p.errorf(p.at, "%s is too large: the maximum is %d", digits, maxNumber)
		}
	}
	if digits == "" {
		return 0, p.errorf(p.at, "expected a whole number, found the end of the line")
	}
	p.at += len(digits)
	return n, nil
}
