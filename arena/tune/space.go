package tune

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gamed/ai"
)

// maxLevels is the maximum number of values into which ParseSpace divides a range of numbers.
const maxLevels = 7

// A Space lists the parameters to tune and their candidate values.
type Space []Dimension

// A Dimension is a parameter and its candidate values.
type Dimension struct {
	Name   string
	Values []string
}

// A Point holds the index of a value for each dimension of a space.
type Point []int

// ParseSpace parses comma-separated NAME=VALUES items, given the parameters that the bot
// declares. VALUES is either LOW..HIGH, which stands for up to seven numbers, or a list such as
// visits|reward. ParseSpace divides ranges of positive numbers geometrically.
func ParseSpace(text string, declared []ai.Parameter) (Space, error) {
	if len(declared) == 0 {
		return nil, errors.New("this bot has no parameters to tune")
	}
	var space Space
	for part := range strings.SplitSeq(text, ",") {
		name, values, given := strings.Cut(strings.TrimSpace(part), "=")
		at := slices.IndexFunc(declared, func(p ai.Parameter) bool { return p.Name == name })
		switch {
		case !given:
			return nil, fmt.Errorf("%q must be NAME=LOW..HIGH or NAME=VALUE|VALUE", part)
		case at < 0:
			return nil, fmt.Errorf("unknown parameter %q: use one of %s", name, ai.ParameterNames(declared))
		case slices.ContainsFunc(space, func(d Dimension) bool { return d.Name == name }):
			return nil, fmt.Errorf("%s is given twice", name)
		}
		d := Dimension{Name: name, Values: strings.Split(values, "|")}
		if low, high, ranged := strings.Cut(values, ".."); ranged {
			var err error
			if d.Values, err = rangeValues(declared[at], low, high); err != nil {
				return nil, err
			}
		}
		for i, v := range d.Values {
			if err := declared[at].Check(v); err != nil {
				return nil, err
			}
			if slices.Contains(d.Values[:i], v) {
				return nil, fmt.Errorf("%s: %s is given twice", name, v)
			}
		}
		if len(d.Values) < 2 {
			return nil, fmt.Errorf("%s: give at least two values", name)
		}
		space = append(space, d)
	}
	return space, nil
}

// rangeValues returns up to maxLevels numbers from low to high.
func rangeValues(p ai.Parameter, low, high string) ([]string, error) {
	if p.Choices != nil {
		return nil, fmt.Errorf("%s is not a number: use %s", p.Name, strings.Join(p.Choices, "|"))
	}
	for _, end := range []string{low, high} {
		if err := p.Check(end); err != nil {
			return nil, err
		}
	}
	from, _ := strconv.ParseFloat(low, 64)
	to, _ := strconv.ParseFloat(high, 64)
	if from >= to {
		return nil, fmt.Errorf("%s: %s..%s must go from low to high", p.Name, low, high)
	}
	var values []string
	for i := range maxLevels {
		share := float64(i) / (maxLevels - 1)
		x := from + share*(to-from)
		if from > 0 {
			x = from * math.Pow(to/from, share)
		}
		value := strconv.FormatFloat(x, 'g', 2, 64)
		switch {
		case i == 0:
			value = low
		case i == maxLevels-1:
			value = high
		case p.Whole:
			value = strconv.Itoa(int(math.Round(x)))
		}
		if !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values, nil
}

// Size returns the number of points.
func (s Space) Size() int {
	n := 1
	for _, d := range s {
		n *= len(d.Values)
	}
	return n
}

// BotName returns the name of a bot with the parameters of a point appended.
func (s Space) BotName(bot string, p Point) string {
	separator := ":"
	if strings.Contains(bot, ":") {
		separator = ","
	}
	return bot + separator + s.String(p)
}

// String formats a point as in a bot's name, for example "c=0.4,final=visits".
func (s Space) String(p Point) string {
	var parts []string
	for i, d := range s {
		parts = append(parts, d.Name+"="+d.Values[p[i]])
	}
	return strings.Join(parts, ",")
}
