package ai

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Parameter is a setting in a bot's name, as in "ismcts:500,c=0.4".
type Parameter struct {
	Name, About string
	// Choices are the allowed values, or nil for a number.
	Choices []string
	// Min and Max are the range of a number.
	Min, Max float64
	Whole    bool // integers only
}

// Allowed describes the valid values, for example "a number from 0 to 10" or "visits or reward".
func (p Parameter) Allowed() string {
	switch {
	case p.Choices != nil:
		return strings.Join(p.Choices, " or ")
	case p.Whole:
		return fmt.Sprintf("a whole number from %g to %g", p.Min, p.Max)
	}
	return fmt.Sprintf("a number from %g to %g", p.Min, p.Max)
}

// Check returns an error that describes the valid values if value is not valid.
func (p Parameter) Check(value string) error {
	x, err := strconv.ParseFloat(value, 64)
	decimal := strings.Trim(value, "+-.0123456789eE") == "" // ParseFloat takes 0x1p-2 too
	valid := decimal && err == nil && x >= p.Min && x <= p.Max && (!p.Whole || x == float64(int(x)))
	if p.Choices != nil {
		valid = slices.Contains(p.Choices, value)
	}
	if !valid {
		return fmt.Errorf("%s must be %s, not %q", p.Name, p.Allowed(), value)
	}
	return nil
}

// A setter is a search parameter with the function that stores a valid value in a Search.
type setter struct {
	Parameter
	set func(s *Search, value string)
}

var setters = []setter{
	numberSetter("c", "exploration constant of UCB1", 10, func(s *Search) *float64 { return &s.Exploration }),
	choiceSetter("scale", "measure c and urgency in standard deviations of the rewards", noYes, func(s *Search, i int) { s.ScaleByDeviation = i == 1 }),
	numberSetter("urgency", "bonus of an untried option, 0 to try all first", 10, func(s *Search) *float64 { return &s.Urgency }),
	choiceSetter("final", "rule for the final choice", finals, func(s *Search, i int) { s.Final = FinalRule(i) }),
	choiceSetter("leaf", "playout from a leaf", leaves, func(s *Search, i int) { s.Leaf = LeafPolicy(i) }),
	wholeSetter("turns", "turns of a playout", 20, func(s *Search) *int { return &s.PlayoutTurns }),
	numberSetter("chance", "probability of a random option in a playout", 1, func(s *Search) *float64 { return &s.RandomChance }),
	numberSetter("keep", "share of the history kept for the next decision", 1, func(s *Search) *float64 { return &s.KeepHistory }),
	wholeSetter("worlds", "iterations per sampled world", 1000, func(s *Search) *int { return &s.IterationsPerWorld }),
	choiceSetter("reuse", "keep the tree for the next decision", noYes, func(s *Search, i int) { s.ReuseTree = i == 1 }),
	choiceSetter("forced", "play an immediate win without a search", noYes, func(s *Search, i int) { s.PlayImmediateWin = i == 1 }),
	choiceSetter("counts", "use the availability of an option in UCB1", noYes, func(s *Search, i int) { s.UseAvailability = i == 1 }),
}

var noYes = []string{"no", "yes"}

func numberSetter(name, about string, most float64, of func(*Search) *float64) setter {
	return setter{Parameter{Name: name, About: about, Max: most}, func(s *Search, value string) {
		*of(s), _ = strconv.ParseFloat(value, 64)
	}}
}

func wholeSetter(name, about string, most int, of func(*Search) *int) setter {
	return setter{Parameter{Name: name, About: about, Min: 1, Max: float64(most), Whole: true}, func(s *Search, value string) {
		x, _ := strconv.ParseFloat(value, 64)
		*of(s) = int(x)
	}}
}

func choiceSetter(name, about string, choices []string, set func(*Search, int)) setter {
	return setter{Parameter{Name: name, About: about, Choices: choices}, func(s *Search, value string) {
		set(s, slices.Index(choices, value))
	}}
}

var searchParameters = func() (all []Parameter) {
	for _, p := range setters {
		all = append(all, p.Parameter)
	}
	return all
}()

// SearchParameters lists the parameters that may follow the iterations in the name of a search
// bot. Callers must not modify the slice.
func SearchParameters() []Parameter { return searchParameters }

// ParameterNames joins the names of parameters with commas.
func ParameterNames(parameters []Parameter) string {
	var names []string
	for _, p := range parameters {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// MaxIterations is the maximum N in "ismcts:N". The maximum limits the memory of a bot, because the
// tree reserves a node for each iteration.
const MaxIterations = 1_000_000

// maxTime is the maximum N in "ismcts:Nms", in milliseconds.
const maxTime = 60_000

// maxPerMillisecond is an upper bound on the iterations that a search completes in a millisecond. A
// search reserves memory for this many iterations per millisecond of its time budget, but for at
// most MaxIterations.
const maxPerMillisecond = 1000

var (
	errIterations = fmt.Errorf("the number of iterations must be from 1 to %d", MaxIterations)
	errTime       = fmt.Errorf("the time of a decision must be from 1ms to %dms", maxTime)
)

// ParseSearch parses comma-separated search parameters of the form NAME=VALUE. The first may instead be
// a number of iterations from 1 to [MaxIterations], or a time from 1ms to 60000ms. Missing parameters
// keep their values from s.
func ParseSearch(s Search, args string) (Search, error) {
	if args == "" {
		return s, nil
	}
	seen := make(map[string]bool)
	for i, arg := range strings.Split(args, ",") {
		name, value, given := strings.Cut(arg, "=")
		at := slices.IndexFunc(setters, func(p setter) bool { return p.Name == name })
		switch {
		case !given && i == 0 && strings.HasSuffix(arg, "ms"):
			n, err := strconv.Atoi(strings.TrimSuffix(arg, "ms"))
			if err != nil || n < 1 || n > maxTime {
				return s, errTime
			}
			s.Time, s.Iterations = n, min(n*maxPerMillisecond, MaxIterations)
			continue
		case !given && i == 0:
			n, err := strconv.Atoi(arg)
			if err != nil || n < 1 || n > MaxIterations {
				return s, errIterations
			}
			s.Iterations = n
			continue
		case !given:
			return s, fmt.Errorf("%q must be NAME=VALUE, as in c=0.4", arg)
		case at < 0:
			return s, fmt.Errorf("unknown search parameter %q: use one of %s", name, ParameterNames(searchParameters))
		case seen[name]:
			return s, fmt.Errorf("%s is given twice", name)
		}
		if err := setters[at].Check(value); err != nil {
			return s, err
		}
		setters[at].set(&s, value)
		seen[name] = true
	}
	return s, s.checkCost()
}

// checkCost returns an error if the search costs much more than [MaxIterations] default iterations,
// because any user of a server may choose a bot's parameters. A time budget is always valid,
// because the time limits the cost.
func (s *Search) checkCost() error {
	if s.Time > 0 {
		return nil
	}
	most := MaxIterations / s.PlayoutTurns
	if s.Leaf == LeafGreedy {
		most /= 10 // a greedy playout tries every option at every step
	}
	if s.Iterations > most {
		return fmt.Errorf("with leaf=%s,turns=%d the number of iterations must be from 1 to %d", leaves[s.Leaf], s.PlayoutTurns, most)
	}
	return nil
}
