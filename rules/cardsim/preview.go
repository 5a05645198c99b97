package cardsim

import (
	"math"
	"reflect"
	"slices"

	"gamed/state"
)

// A preview estimates how much each option would change the stats at once, before any
// rule runs. It gives the size of a change without its direction, and its probability.
//
// A preview never uses hidden facts. It tries the option in several worlds. Each world has the public
// facts of the game, and other values of the hidden stats, the deck and the rules. A field that is
// neither a visible stat nor known by its tag counts as hidden. If the worlds disagree about a stat,
// its change is uncertain.
type preview[C StatsCollection] struct {
	current []reading // the stats of the game; only the visible ones are used
	worlds  []world[C]
	trials  []trial[C] // of the current option in the current world, with different outcomes
	buffer  []reading  // a buffer for the stats after an option
}

// A trial is a copy of the game after an option. sizes has the size of the change of each stat.
type trial[C StatsCollection] struct {
	p     *Player[C]
	sizes []string // "" for no change
}

// A world is a copy of the game with invented hidden facts.
type world[C StatsCollection] struct {
	p      *Player[C]
	before []reading
}

const (
	// previewTries is the number of tries of a random option. The first random numbers of the
	// tries are spread evenly. If an outcome depends on one random number only, its probability
	// is exact to 5 %.
	previewTries = 20
	// previewChecks is the number of these tries that are compared between worlds.
	previewChecks = 4
)

// preview returns a preview that uses the scratch copy s. It returns nil if the game has ended, shows
// no previews or cannot be copied.
func (p *Player[C]) preview(s *Player[C]) *preview[C] {
	if s == p || p.ending != nil || p.game.Preview != nil && len(p.game.Preview) == 0 {
		return nil
	}
	known, err := s.appendReadings(nil)
	if err != nil {
		return nil
	}
	v := &preview[C]{current: known}
	for n, last := 0, 1; n <= last; n++ {
		var w *Player[C]
		err := guard(func() error {
			var unknown bool
			if w, unknown = s.invent(n); unknown {
				last = len(hiddenNumbers)
			}
			if n == last {
				w.Deck.cards, w.Rules.rules = nil, nil
			}
			return nil
		})
		if err != nil {
			return nil
		}
		before, err := w.appendReadings(nil)
		if err != nil {
			continue // the stats panic with these hidden values, so no real game has them
		}
		v.worlds = append(v.worlds, world[C]{w, before})
	}
	if v.worlds == nil {
		return nil
	}
	return v
}

// effects lists the visible stats that an option would change, in the order of the stats. If the
// option fails, effects lists the changes before the failure and does not reveal the failure.
func (v *preview[C]) effects(o *CardOption[C], then func(*Player[C], *CardOption[C]) error) []EffectView {
	if v == nil || o.Choose == nil && then == nil {
		return nil
	}
	effects, _ := attempt(func() []EffectView { return v.tryEffects(o, then) }) // nil if Clone fails
	return effects
}

func (v *preview[C]) tryEffects(o *CardOption[C], then func(*Player[C], *CardOption[C]) error) []EffectView {
	first := &v.worlds[0]
	outcomes := make([][]string, 0, previewTries)
	v.trials = v.trials[:0]
	for i := range previewTries {
		sizes, random := v.tryOption(first, i, o, then)
		outcomes = append(outcomes, sizes)
		if !random {
			break
		}
	}
	unsure := make([]bool, len(v.current))
	for w := range v.worlds[1:] {
		v.trials = v.trials[:0]
		for i := 0; i < len(outcomes); i += previewTries / previewChecks {
			sizes, _ := v.tryOption(&v.worlds[w+1], i, o, then)
			for at := range sizes {
				unsure[at] = unsure[at] || sizes[at] != outcomes[i][at]
			}
		}
	}
	var effects []EffectView
	for at, b := range v.current {
		if g := first.p.game; !b.visible || g.Preview != nil && !slices.Contains(g.Preview, b.name) {
			continue
		}
		if unsure[at] {
			effects = append(effects, EffectView{Stat: b.name, Size: uncertain})
			continue
		}
		for _, size := range sizeWords {
			n := 0
			for _, sizes := range outcomes {
				if sizes[at] == size {
					n++
				}
			}
			switch {
			case n == len(outcomes):
				effects = append(effects, EffectView{Stat: b.name, Size: size})
			case n > 0:
				effects = append(effects, EffectView{b.name, size, n * 100 / len(outcomes)})
			}
		}
	}
	return effects
}

// tryOption carries out an option in a world and returns the size of the change of each stat, ""
// for none. random reports whether the option used chance. Errors and panics are ignored, and the
// changes before them count.
func (v *preview[C]) tryOption(w *world[C], n int, o *CardOption[C], then func(*Player[C], *CardOption[C]) error) (sizes []string, random bool) {
	before := v.trials
	if v.trials = before[:min(len(before)+1, cap(before))]; len(v.trials) == len(before) {
		v.trials = append(before, trial[C]{})
	}
	now := &v.trials[len(before)]
	if now.p == nil {
		now.p = new(Player[C])
	}
	t := now.p
	t.copyFrom(w.p)
	const part = math.MaxUint64 / previewTries
	t.Rand = state.RandBefore(uint64(n)*part + part/2)
	chance := t.Rand
	_ = t.runDesignerFunc(o.Choose)
	if then != nil {
		_ = guard(func() error { return then(t, o) })
	}
	random = t.Rand != chance
	// Reading stats costs more than comparing them, and most options have few outcomes.
	same := t.game.Equal
	if same == nil {
		same = func(a, b C) bool { return reflect.DeepEqual(a, b) }
	}
	for i := range before {
		if same(before[i].p.Stats, t.Stats) {
			v.trials = before
			return before[i].sizes, random
		}
	}
	now.sizes = v.sizes(w, t)
	return now.sizes, random
}

// sizes returns the size of the change of each stat in a world, "" for none.
func (v *preview[C]) sizes(w *world[C], after *Player[C]) []string {
	sizes := make([]string, len(v.current))
	readings, err := after.appendReadings(v.buffer[:0])
	if err != nil {
		return sizes
	}
	v.buffer = readings
	for i, b := range v.current {
		b = findReading(w.before, i, b.name)
		if a := findReading(readings, i, b.name); b.visible && a.visible && a.value != b.value {
			sizes[i] = sizeWord(relativeSize(b.value, a.value))
		}
	}
	return sizes
}

// relativeSize returns the size of a change relative to the larger value, above 0 and at most 2
// (if the sign changes). Values below 1 count as 1. A change of text has the size 0.1.
func relativeSize(from, to string) float64 {
	a, ok := parseNumber(from)
	b, ok2 := parseNumber(to)
	if !ok || !ok2 {
		return 0.1
	}
	return max(math.Abs(b-a)/max(math.Abs(a), math.Abs(b), 1), math.SmallestNonzeroFloat64)
}

// sizeWord returns the word for a relative size.
func sizeWord(size float64) string {
	switch {
	case size < 0.05:
		return sizeWords[0]
	case size < 0.2:
		return sizeWords[1]
	}
	return sizeWords[2]
}

// sizeWords are the words for the size of a change.
var sizeWords = [...]string{"small", "middling", "great"}

// uncertain is the size of a change that depends on hidden facts.
const uncertain = "uncertain"
