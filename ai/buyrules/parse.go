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

// Parse parses the text of a rules file. An error begins with the file name, the line and the
// column. The error for a file without rules has no line.
func Parse(file, text string) (*Rules, error) {
	p := &parser{file: file}
	for p.text = range strings.Lines(text) {
		p.line++
		p.text, _, _ = strings.Cut(p.text, "#")
		p.text, p.offset = strings.TrimRightFunc(p.text, unicode.IsSpace), 0
		p.skipBlanks()
		if p.rest() == "" {
			continue
		}
		if err := p.parseLine(); err != nil {
			return nil, err
		}
	}
	if len(p.rules.rules) == 0 {
		return nil, fmt.Errorf("%s: no rules: expected at least a line with a card to buy, such as Province", file)
	}
	p.rules.setOrder(p.playOrder)
	slices.Sort(p.rules.namedCards)
	p.rules.namedCards = slices.Compact(p.rules.namedCards)
	return &p.rules, nil
}

// A parser reads a file line by line.
type parser struct {
	rules     Rules
	playOrder []state.Kind // the play: line
	playLine  int          // its line number, or 0 if there is none

	file, text   string // text is the current line, without its comment
	line, offset int    // offset is the byte offset of the next token in text
}

// errorf returns an error for a byte offset in the current line.
func (p *parser) errorf(at int, format string, args ...any) error {
	column := utf8.RuneCountInString(p.text[:at]) + 1
	return fmt.Errorf("%s:%d:%d: %s", p.file, p.line, column, fmt.Sprintf(format, args...))
}

// rest returns the part of the current line that is not parsed yet.
func (p *parser) rest() string { return p.text[p.offset:] }

func (p *parser) skipBlanks() {
	rest := strings.TrimLeftFunc(p.rest(), unicode.IsSpace)
	p.offset = len(p.text) - len(rest)
}

func (p *parser) parseLine() error {
	if rest, some := strings.CutPrefix(p.rest(), "play:"); some {
		return p.parsePlay(rest)
	}
	start, name := p.offset, p.rest()
	if i := indexWord(name, "if"); i >= 0 {
		name = name[:i]
	}
	p.offset += len(name)
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
		return p.errorf(start, "%s", unknownNameText("card", name, cardNames))
	}
	p.rules.namedCards = append(p.rules.namedCards, k)
	r := rule{card: state.Card(k)}
	for keyword := "if"; p.rest() != ""; keyword = "and" {
		p.offset += len(keyword)
		c, err := p.parseCondition()
		if err != nil {
			return err
		}
		r.conditions = append(r.conditions, c)
		p.skipBlanks()
		switch found := p.token(); found {
		case "", "and":
		case "or":
			return p.errorf(p.offset, `expected "and" or the end of the line, found "or": write a second line for %s instead`, name)
		default:
			return p.errorf(p.offset, `expected "and" or the end of the line, found %q`, found)
		}
	}
	p.rules.rules = append(p.rules.rules, r)
	return nil
}

// indexWord returns the index of the first word of text that equals w, or -1.
func indexWord(text, w string) int {
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

// parsePlay parses the names of Actions after "play:".
func (p *parser) parsePlay(names string) error {
	if p.playLine > 0 {
		return p.errorf(p.offset, "line %d already has the play: line; add the names there", p.playLine)
	}
	p.playLine = p.line
	p.offset = len(p.text) - len(names)
	for {
		p.skipBlanks()
		name, _, more := strings.Cut(p.rest(), ",")
		k, known := dominion.KindOf(strings.TrimSpace(name))
		switch {
		case strings.TrimSpace(name) == "":
			return p.errorf(p.offset, "expected the name of an Action")
		case !known:
			return p.errorf(p.offset, "%s", unknownNameText("card", strings.TrimSpace(name), cardNames))
		case defs[k].Types&dominion.Action == 0:
			return p.errorf(p.offset, "%s is not an Action; Treasures are always played", strings.TrimSpace(name))
		case slices.Contains(p.playOrder, k):
			return p.errorf(p.offset, "%s is named twice: remove one", strings.TrimSpace(name))
		}
		p.playOrder = append(p.playOrder, k)
		if !more {
			return nil
		}
		p.offset += len(name) + 1
	}
}

// parseCondition parses a condition, which has the form TERM OP TERM.
func (p *parser) parseCondition() (c condition, err error) {
	left, err := p.parseTerm()
	if err != nil {
		return c, err
	}
	p.skipBlanks()
	found := p.token()
	op, known := operators[found]
	if !known {
		return c, p.errorf(p.offset, "expected one of < <= > >= =, found %s", quoted(found))
	}
	p.offset += len(found)
	right, err := p.parseTerm()
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

// parseTerm parses an operand, optionally multiplied or divided by a number.
func (p *parser) parseTerm() (t term, err error) {
	if t.operand, err = p.parseOperand(); err != nil {
		return t, err
	}
	t.divisor = 1
	p.skipBlanks()
	sign := p.token()
	if sign != "*" && sign != "/" {
		return t, nil
	}
	p.offset++
	p.skipBlanks()
	start := p.offset
	n, err := p.parseNumber()
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
	rest := p.rest()
	for _, isPart := range []func(rune) bool{unicode.IsLetter, unicode.IsDigit, isComparison} {
		if n := len(rest) - len(strings.TrimLeftFunc(rest, isPart)); n > 0 {
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

// parseNumber parses a whole number.
func (p *parser) parseNumber() (n int, err error) {
	digits := p.token()
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, p.errorf(p.offset, "expected a whole number, found %s", quoted(digits))
		}
		if n = 10*n + int(d-'0'); n > maxNumber {
			return 0, p.errorf(p.offset, "%s is too large: the maximum is %d", digits, maxNumber)
		}
	}
	if digits == "" {
		return 0, p.errorf(p.offset, "expected a whole number, found the end of the line")
	}
	p.offset += len(digits)
	return n, nil
}
