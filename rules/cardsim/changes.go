package cardsim

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// A tracedChange is a change of a stat by a choice or a rule.
type tracedChange struct {
	ChangeView
	hidden bool
}

// delta returns the signed difference of two values of a stat, with as many decimals as
// the stat shows, or "" if they are not numbers.
func delta(from, to string) string {
	a, ok := parseNumber(from)
	b, ok2 := parseNumber(to)
	if !ok || !ok2 {
		return ""
	}
	text := decimal(b-a, max(decimals(from), decimals(to)), 64)
	if !strings.HasPrefix(text, "-") {
		text = "+" + text
	}
	return text
}

// parseNumber parses a number as stats show it.
func parseNumber(s string) (float64, bool) {
	if strings.Trim(s, "-+.0123456789") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsInf(x, 0)
}

// decimals returns the number of decimals in s.
func decimals(s string) int {
	if at := strings.IndexByte(s, '.'); at >= 0 {
		return len(s) - at - 1
	}
	return 0
}

// A reading is a stat at one moment.
type reading struct {
	name, value string
	visible     bool
}

// readings appends the current stats. It returns an error and appends nothing if Stats
// panics.
func (p *Player[C]) readings(dst []reading) ([]reading, error) {
	from := len(dst)
	err := guard(func() error {
		for _, s := range p.Stats.Stats() {
			dst = append(dst, reading{s.StatName(), s.String(), s.Visible()})
		}
		return nil
	})
	if err != nil {
		dst = dst[:from]
	}
	return dst, err
}

// observe records the stats that changed since its last call, with their cause. Reading
// stats costs more than most rules, so observe does nothing without a log. It also stops
// once the stats cannot be read.
func (p *Player[C]) observe(by cause) {
	if !p.tracing {
		return
	}
	n := len(p.last)
	var err error
	if p.last, err = p.readings(p.last); err != nil {
		p.tracing = false
		return
	}
	before, after := p.last[:n], p.last[n:]
	for i, r := range after {
		if old := find(before, i, r.name); old.value != r.value {
			view := ChangeView{Stat: r.name, From: old.value, To: r.value, Delta: delta(old.value, r.value), By: by.label()}
			p.changes = append(p.changes, tracedChange{view, !r.visible})
		}
	}
	p.last = append(p.last[:0], after...)
}

// find returns the reading with the given name. It tries index i first, which is correct
// unless stats were added or removed.
func find(all []reading, i int, name string) reading {
	if i < len(all) && all[i].name == name {
		return all[i]
	}
	for _, r := range all {
		if r.name == name {
			return r
		}
	}
	return reading{}
}

// previewTries is the number of times that a random option is tried. The preview shows
// the largest change.
const previewTries = 4

// A preview estimates how much each option would change the stats at once, before any
// rule runs. It tries the option on a copy with its own deck and random numbers, so it
// reveals nothing about the real outcome. It gives the size of a change without its
// direction.
type preview[C StatsCollection] struct {
	of     *Player[C] // scratch copy
	tried  *Player[C]
	before []reading
	after  []reading
}

// preview returns a preview that uses the scratch copy s. It returns nil if no preview
// is possible.
func (p *Player[C]) preview(s *Player[C]) *preview[C] {
	if s == p || p.ending != nil || p.game.Preview != nil && len(p.game.Preview) == 0 {
		return nil
	}
	before, err := s.readings(nil)
	if err != nil {
		return nil
	}
	return &preview[C]{of: s, tried: new(Player[C]), before: before}
}

// effects lists the visible stats that an option would change, in their order. An
// option that fails has no effects here; its failure shows when it is chosen.
func (v *preview[C]) effects(o *CardOption[C], then func(*Player[C], *CardOption[C]) error) []EffectView {
	if v == nil || o.Choose == nil && then == nil {
		return nil
	}
	effects, _ := attempt(func() []EffectView { return v.try(o, then) }) // nil if Clone fails
	return effects
}

func (v *preview[C]) try(o *CardOption[C], then func(*Player[C], *CardOption[C]) error) []EffectView {
	moves := make([]float64, len(v.before))
	for range previewTries {
		t := v.tried
		t.set(v.of)
		chance := t.Rand
		_ = t.do(o.Choose)
		if then != nil {
			_ = guard(func() error { return then(t, o) })
		}
		after, err := t.readings(v.after[:0])
		if err != nil {
			return nil
		}
		v.after = after
		for i, b := range v.before {
			if a := find(v.after, i, b.name); b.visible && a.visible && a.value != b.value {
				moves[i] = max(moves[i], share(b.value, a.value))
			}
		}
		if t.Rand == chance {
			break
		}
		v.of.Rand.Uint64()
	}
	var effects []EffectView
	for i, b := range v.before {
		if moves[i] > 0 && (v.of.game.Preview == nil || slices.Contains(v.of.game.Preview, b.name)) {
			effects = append(effects, EffectView{b.name, size(moves[i])})
		}
	}
	return effects
}

// share returns the relative size of a change, above 0 and up to 1. A change of text
// counts as 0.1.
func share(from, to string) float64 {
	a, ok := parseNumber(from)
	b, ok2 := parseNumber(to)
	if !ok || !ok2 {
		return 0.1
	}
	return max(math.Abs(b-a)/max(math.Abs(a), math.Abs(b), 1), math.SmallestNonzeroFloat64)
}

// size returns a share in words.
func size(share float64) string {
	switch {
	case share < 0.05:
		return "small"
	case share < 0.2:
		return "middling"
	}
	return "great"
}
