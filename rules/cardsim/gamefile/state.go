package gamefile

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

// A State holds the stats of a game in a data file.
type State struct {
	stats           []*stat            // shared by all games of the file
	values          []any              // of each stat: float64, bool or string; nil for formulas
	cachedEvaluator *evaluator[*State] // the evaluator, or nil before its first use
}

// A stat is a stat declared in the file.
type stat struct {
	name, title string
	kind        kind
	start       any
	min, max    float64
	round       int
	hidden      bool
	formula     *expression[*State]
	texts       []string // that the file gives a text stat
}

const (
	// maxNumber is the largest magnitude of a number. Up to this limit two decimals are
	// exact.
	maxNumber = 1e12
	// maxTextLength is the maximum length of a text stat, in characters.
	maxTextLength = 200
)

// adjust rounds and limits a value to one that the stat can have. The error is a warning.
func (s *stat) adjust(value any) (any, error) {
	switch v := value.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, cardsim.Warningf("the result is not a number, for example after division by 0; the stat keeps its value")
		}
		scale := math.Pow10(s.round)
		v = math.Round(max(s.min, min(v, s.max))*scale) / scale
		return max(s.min, min(v, s.max)) + 0, nil // and turns -0 into 0
	case string:
		if r := []rune(v); len(r) > maxTextLength {
			v = string(r[:maxTextLength])
		}
		return v, nil
	}
	return value, nil
}

// format formats a value for players.
func (s *stat) format(value any) string {
	if number, is := value.(float64); is {
		return strconv.FormatFloat(number, 'f', s.round, 64)
	}
	return formatValue(value)
}

func newState(stats []*stat) *State {
	s := &State{stats: stats, values: make([]any, len(stats))}
	for i, one := range stats {
		s.values[i] = one.start
	}
	return s
}

// Clone returns an independent copy.
func (s *State) Clone() *State { return &State{stats: s.stats, values: slices.Clone(s.values)} }

// Equal reports whether a state of the same file has the same values. It ignores the evaluators,
// because a state creates one only when it first needs one.
func (s *State) Equal(other *State) bool { return slices.Equal(s.values, other.values) }

func (s *State) evaluator() *evaluator[*State] {
	if s.cachedEvaluator == nil {
		s.cachedEvaluator = &evaluator[*State]{stats: s, env: make(map[string]any, len(s.stats))}
	}
	return s.cachedEvaluator
}

// value returns the value of a stat, evaluating a formula.
func (s *State) value(i int) any {
	if f := s.stats[i].formula; f != nil {
		return s.stats[i].formulaValue(f.evaluate(s.evaluator()))
	}
	return s.values[i]
}

// formulaValue adjusts the value of a formula. An invalid value becomes the number nearest
// to 0 within the limits, because the stat must always have a value.
func (s *stat) formulaValue(value any) any {
	settled, err := s.adjust(value)
	if err != nil {
		return max(s.min, min(0, s.max))
	}
	return settled
}

// Stats lists the current stats in the order of the file.
func (s *State) Stats() []cardsim.Stat {
	m := s.evaluator()
	shown, all := make([]storedStat, len(s.stats)), make([]cardsim.Stat, len(s.stats))
	for i, one := range s.stats {
		value, finite := s.values[i], true
		if one.formula != nil {
			m.dividedByZero = false
			result := one.formula.evaluateLoaded(m) // formulas only use the stats above, already in env
			_, err := one.adjust(result)
			value, finite = one.formulaValue(result), err == nil && !m.dividedByZero
		}
		m.env[one.name] = value
		shown[i] = storedStat{shownStat{one, value, finite}, s}
		all[i] = &shown[i].shownStat
		if one.formula == nil {
			all[i] = &shown[i]
		}
	}
	return all
}

// A shownStat is a stat at one moment.
type shownStat struct {
	*stat
	value  any
	finite bool
}

// A storedStat is a stat without a formula, which debug mode and previews can set.
type storedStat struct {
	shownStat
	state *State
}

// Value, Set and Texts implement [cardsim.TextSetter].
func (s *storedStat) Value() any      { return s.value }
func (s *storedStat) Set(value any)   { s.state.Set(s.name, value) }
func (s *storedStat) Texts() []string { return s.texts }

func (s *shownStat) StatName() string { return s.title }
func (s *shownStat) String() string   { return s.format(s.value) }
func (s *shownStat) Visible() bool    { return !s.hidden }

// Finite reports whether the stat has a finite value, computed without a division by 0. A formula
// without a finite result is shown as the number within its limits that is nearest to 0. Package
// check reports a formula that is not finite.
func (s *shownStat) Finite() bool { return s.finite }

// index returns the index of a stat. It panics on an unknown name, which is a mistake
// in a game's Go code.
func (s *State) index(name string) int {
	i := slices.IndexFunc(s.stats, func(one *stat) bool { return one.name == name })
	if i < 0 {
		var names []string
		for _, one := range s.stats {
			names = append(names, one.name)
		}
		panic(fmt.Sprintf("gamefile: no stat has the name %q: did you mean %q?", name, state.Nearest(name, names)))
	}
	return i
}

// Number, Flag and Text return the value of a stat by its name in the file, for cards
// and rules in Go. They panic if the stat does not exist or has another kind. The panic
// ends the game.
func (s *State) Number(name string) float64 { return s.value(s.index(name)).(float64) }
func (s *State) Flag(name string) bool      { return s.value(s.index(name)).(bool) }
func (s *State) Text(name string) string    { return s.value(s.index(name)).(string) }

// Set sets a stat to a float64, a bool or a string. It rounds and limits numbers and shortens texts as
// effects do, and ignores a number that is not finite. It panics if the stat does not exist, has a
// formula or has another kind.
func (s *State) Set(name string, value any) {
	i := s.index(name)
	one := s.stats[i]
	if one.formula != nil || kindOf(value) != one.kind {
		panic(fmt.Sprintf("gamefile: stat %q cannot be set to a %T", name, value))
	}
	if settled, err := one.adjust(value); err == nil {
		s.values[i] = settled
	}
}

// MarshalJSON writes the stats that are not formulas, in the order of the file.
func (s *State) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, one := range s.stats {
		if one.formula != nil {
			continue
		}
		value, err := json.Marshal(s.values[i])
		if err != nil {
			return nil, fmt.Errorf("gamefile: stat %s: %w", one.name, err)
		}
		fmt.Fprintf(&b, ",%q:%s", one.name, value)
	}
	if b.Len() == 0 {
		return []byte("{}"), nil
	}
	return append(append([]byte("{"), b.Bytes()[1:]...), '}'), nil
}
