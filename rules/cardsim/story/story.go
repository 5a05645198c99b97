package story

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A Story is the stats of a game that is a data file: what Go games have a struct
// for.
type Story struct {
	stats  []*stat // of the file, shared by all its games
	values []any   // of each, as Go holds it: float64, bool or string; nil for formulas
	kept   *machine[*Story]
}

// A stat of a file.
type stat struct {
	name, title string
	kind        kind
	start       any
	min, max    float64
	round       int
	hidden      bool
	formula     *expression[*Story]
}

const (
	// mostNumber is how large a number can become; up to there two decimals are exact.
	mostNumber = 1e12
	// mostWords is how long a text can become, in characters.
	mostWords = 200
)

// settle makes a value one that the stat can have.
func (s *stat) settle(value any) (any, error) {
	switch v := value.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, cardsim.Warningf("%s stays as it is: there is no such number, as when something is divided by 0", s.name)
		}
		scale := math.Pow10(s.round)
		v = math.Round(max(s.min, min(v, s.max))*scale) / scale
		return max(s.min, min(v, s.max)) + 0, nil // and no -0
	case string:
		if r := []rune(v); len(r) > mostWords {
			v = string(r[:mostWords])
		}
		return v, nil
	}
	return value, nil
}

// write writes a value as players read it.
func (s *stat) write(value any) string {
	if number, is := value.(float64); is {
		return strconv.FormatFloat(number, 'f', s.round, 64)
	}
	return write(value)
}

func newStory(stats []*stat) *Story {
	s := &Story{stats: stats, values: make([]any, len(stats))}
	for i, one := range stats {
		s.values[i] = one.start
	}
	return s
}

// Clone returns an equal Story that goes its own way.
func (s *Story) Clone() *Story { return &Story{stats: s.stats, values: slices.Clone(s.values)} }

func (s *Story) machine() *machine[*Story] {
	if s.kept == nil {
		s.kept = &machine[*Story]{stats: s, env: make(map[string]any, len(s.stats))}
	}
	return s.kept
}

// value returns the value of a stat, computed if it is a formula.
func (s *Story) value(i int) any {
	if f := s.stats[i].formula; f != nil {
		return s.stats[i].computed(f.run(s.machine()))
	}
	return s.values[i]
}

// computed is settle for a formula, whose value has to be shown whatever it is.
func (s *stat) computed(value any) any {
	settled, err := s.settle(value)
	if err != nil {
		return max(s.min, min(0, s.max))
	}
	return settled
}

// Stats lists the stats in the order of the file, as they are now.
func (s *Story) Stats() []cardsim.Stat {
	m := s.machine()
	shown, all := make([]numberStat, len(s.stats)), make([]cardsim.Stat, len(s.stats))
	for i, one := range s.stats {
		value := s.values[i]
		if one.formula != nil {
			value = one.computed(one.formula.only(m)) // what it needs stands above it
		}
		m.env[one.name] = value
		shown[i] = numberStat{shownStat{one, value}, s}
		all[i] = &shown[i].shownStat
		if one.kind == number && one.formula == nil {
			all[i] = &shown[i]
		}
	}
	return all
}

// A shownStat is a stat as it stood.
type shownStat struct {
	*stat
	value any
}

// A numberStat is one that debug mode can move.
type numberStat struct {
	shownStat
	story *Story
}

// Move makes it a [cardsim.Mover].
func (s *numberStat) Move(by int) { s.story.Set(s.name, s.value.(float64)+float64(by)) }

func (s *shownStat) StatName() string { return s.title }
func (s *shownStat) String() string   { return s.write(s.value) }
func (s *shownStat) Visible() bool    { return !s.hidden }

// index finds a stat by its name in the file. Cards and rules that are written in
// Go call it with names that they know; a wrong one is a mistake in the game.
func (s *Story) index(name string) int {
	i := slices.IndexFunc(s.stats, func(one *stat) bool { return one.name == name })
	if i < 0 {
		var names []string
		for _, one := range s.stats {
			names = append(names, one.name)
		}
		panic(fmt.Sprintf("story: there is no stat %q: did you mean %q?", name, state.Nearest(name, names)))
	}
	return i
}

// Number, Flag and Text read a stat by its name in the file, for cards and rules
// that are written in Go. A name that there is not, or a stat of another kind, is
// a mistake in the game and ends it.
func (s *Story) Number(name string) float64 { return s.value(s.index(name)).(float64) }
func (s *Story) Flag(name string) bool      { return s.value(s.index(name)).(bool) }
func (s *Story) Text(name string) string    { return s.value(s.index(name)).(string) }

// Set sets a stat to a float64, a bool or a string, as an effect of the file would:
// a number is rounded and kept between its limits.
func (s *Story) Set(name string, value any) {
	i := s.index(name)
	one := s.stats[i]
	if one.formula != nil || kindOf(value) != one.kind {
		panic(fmt.Sprintf("story: stat %q cannot be set to a %T", name, value))
	}
	if settled, err := one.settle(value); err == nil {
		s.values[i] = settled
	}
}

// MarshalJSON writes the values that are not computed, in the order of the file.
func (s *Story) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, one := range s.stats {
		if one.formula != nil {
			continue
		}
		value, err := json.Marshal(s.values[i])
		if err != nil {
			return nil, fmt.Errorf("story: stat %s: %w", one.name, err)
		}
		fmt.Fprintf(&b, ",%q:%s", one.name, value)
	}
	if b.Len() == 0 {
		return []byte("{}"), nil
	}
	return append(append([]byte("{"), b.Bytes()[1:]...), '}'), nil
}
