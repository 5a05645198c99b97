package gamefile

import (
	"slices"
	"strings"
)

func addStats(b *builder[*State], all ordered[statFormat]) (stats []*stat) {
	for i, e := range all {
		b.laterStats = all[i:].names()
		s := newStat(b, e)
		checkName(b, e)
		w := &word[*State]{name: s.name, title: s.title, hiddenFact: s.hidden, kind: s.kind}
		w.format = func(m *evaluator[*State]) string { return s.format(m.stats.value(i)) }
		if w.kind == 0 {
			w.kind = numberKind // already reported; avoids further errors where it is used
		}
		if s.formula == nil {
			if start, is := s.start.(string); is {
				s.texts, w.texts = []string{start}, &s.texts
			}
			w.load = func(m *evaluator[*State]) { m.env[s.name] = m.stats.values[i] }
			w.set = func(m *evaluator[*State], value any) error {
				settled, err := s.adjust(value)
				if err == nil {
					m.stats.values[i] = settled
				}
				return err
			}
		} else {
			w.dependencies = s.formula.usedWords
			w.load = func(m *evaluator[*State]) { m.env[s.name] = s.formulaValue(s.formula.evaluateLoaded(m)) }
		}
		stats = append(stats, s)
		b.addWord(w)
	}
	b.laterStats = nil
	return stats
}

func checkName(b *builder[*State], e entry[statFormat]) {
	switch {
	case strings.ContainsFunc(e.name, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }),
		e.name[0] >= '0' && e.name[0] <= '9':
		b.addf(e.location, "the name of a stat has only the characters a-z, 0-9 and _, and does not start with a digit; use title for the displayed name")
	case b.vocabulary[e.name] != nil, slices.Contains(reserved, e.name), slices.Contains(pureFunctionNames, e.name), e.name == remainder:
		b.addf(e.location, "%q has another meaning in expressions; choose another name", e.name)
	}
}

func newStat(b *builder[*State], e entry[statFormat]) *stat {
	f := e.value
	s := &stat{name: e.name, title: f.Title, round: f.Round, hidden: f.Hidden, min: -maxNumber, max: maxNumber}
	if s.title == "" {
		s.title = titleOf(e.name)
	}
	if f.Unit != "" {
		s.title += " (" + f.Unit + ")"
	}
	switch {
	case f.Start.given() == f.Formula.given():
		b.addf(e.location, "a stat needs either a start or a formula")
		return s
	case f.Start.given():
		s.start, s.kind = f.Start.value, kindOf(f.Start.value)
	default:
		if x := b.compile(f.Formula, 0, inFormula); x != nil {
			s.formula, s.kind = x, x.kind
		}
	}
	readLimits(b, s, f)
	return s
}

// readLimits reads min and max, and checks that the start is a value that the stat can have.
func readLimits(b *builder[*State], s *stat, f statFormat) {
	for _, limit := range []struct {
		literal
		into *float64
	}{{f.Min, &s.min}, {f.Max, &s.max}} {
		v, isNumber := limit.value.(float64)
		switch {
		case !limit.given():
		case s.kind == boolKind || s.kind == textKind:
			b.addf(limit.location, "only numbers can have a min and a max; this stat is %s", s.kind)
		case !isNumber:
			b.addf(limit.location, "expected a number, got %s", kindOf(limit.value))
		default:
			*limit.into = v
		}
	}
	if s.min > s.max {
		b.addf(f.Min.location, "min is above max")
		return
	}
	switch start := s.start.(type) {
	case float64:
		if settled, _ := s.adjust(start); settled != start {
			b.addf(f.Start.location, "the stat cannot have the value %s; min, max and round make it %s", formatNumber(start), s.format(settled))
		}
	case string:
		if len([]rune(start)) > maxTextLength {
			b.addf(f.Start.location, "a text has at most %d characters", maxTextLength)
		}
	}
}

// titleOf turns a name into a title: "public_trust" is "Public Trust".
func titleOf(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == ' ' })
	for i, w := range words {
		r := []rune(w)
		words[i] = strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	return strings.Join(words, " ")
}
