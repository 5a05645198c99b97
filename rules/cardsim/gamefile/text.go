package gamefile

import (
	"fmt"
	"slices"
	"strings"

	"gamed/rules/cardsim"
)

// A text is a text for players, with ${expressions} in it.
type text[C cardsim.StatsCollection] struct {
	parts []part[C]
}

// A part is literal text or an expression.
type part[C cardsim.StatsCollection] struct {
	literal string
	format  func(m *evaluator[C]) string
}

func (t *text[C]) varies() bool {
	return slices.ContainsFunc(t.parts, func(p part[C]) bool { return p.format != nil })
}

// current returns the current text.
func (t *text[C]) current(m *evaluator[C]) string {
	var b strings.Builder
	for _, p := range t.parts {
		b.WriteString(p.literal)
		if p.format != nil {
			b.WriteString(p.format(m))
		}
	}
	return b.String()
}

// compileText compiles a text. The expressions in the text must not use chance, because the text
// can be shown any number of times.
func (b *builder[C]) compileText(p prose) *text[C] {
	t := new(text[C])
	rest, done := strings.TrimRight(p.text, "\n"), 0
	for rest != "" {
		before, after, found := strings.Cut(rest, "${")
		if before != "" {
			t.parts = append(t.parts, part[C]{literal: before})
		}
		if !found {
			break
		}
		done += len([]rune(before)) + len("${")
		end := closingBrace(after)
		if end < 0 {
			b.addf(p.location.atOffset(done-len("${")), "${ is not closed; add a } after the expression")
			break
		}
		if x := b.compile(expressionSource{source{after[:end], p.location.atOffset(done)}}, 0, inView); x != nil {
			t.parts = append(t.parts, part[C]{format: b.formatterOf(x, strings.TrimSpace(after[:end]))})
		}
		rest = after[end+1:]
		done += len([]rune(after[:end])) + len("}")
	}
	return t
}

// compileLine compiles a one-line text. fixed is the text as in the file, for lists of cards and reports.
// write returns the current text, and is nil if the text contains no expressions.
func (b *builder[C]) compileLine(l line) (fixed cardsim.Message, write func(p *cardsim.Player[C]) cardsim.Message) {
	if t := b.compileText(l.prose); t.varies() {
		write = func(p *cardsim.Player[C]) cardsim.Message { return cardsim.Text(t.current(evaluatorFor(p))) }
	}
	return cardsim.Text(l.text), write
}

// closingBrace returns the index of the first } outside quotes, or -1.
func closingBrace(text string) int {
	var quote rune
	for i, r := range text {
		switch {
		case quote == 0 && (r == '"' || r == '\'' || r == '`'):
			quote = r
		case quote == r:
			quote = 0
		case quote == 0 && r == '}':
			return i
		}
	}
	return -1
}

// formatterOf returns a function that formats the value of an expression. If the expression is a
// single stat, its value is formatted as in the list of stats.
func (b *builder[C]) formatterOf(x *expression[C], source string) func(m *evaluator[C]) string {
	if w := b.vocabulary[source]; w != nil && w.format != nil {
		return w.format
	}
	return func(m *evaluator[C]) string { return formatValue(x.evaluate(m)) }
}

// formatValue formats a value for players.
func formatValue(value any) string {
	switch v := value.(type) {
	case float64:
		return formatNumber(v)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	}
	return value.(string)
}

// formatNumber formats a number with at most two decimals.
func formatNumber(x float64) string {
	text := fmt.Sprintf("%.2f", x)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}
