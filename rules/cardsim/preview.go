package cardsim

import (
	"math"
	"slices"
)

// previewTries is how often an option that uses chance is tried: what is shown is
// the largest of its moves.
const previewTries = 4

// A preview foretells how much the options would move the stats at once, without
// the rules, by trying them: the size, not the direction. What it tries them on has
// a deck and a chance of its own, so it tells nothing of what will really come.
type preview[C StatsCollection] struct {
	of     *Player[C] // a scratch
	tried  *Player[C]
	before []reading
	after  []reading
}

// preview foretells on a scratch, which it changes. It returns nil if nothing can be
// foretold.
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

// effects lists the visible stats that an option would move, in their order. One
// that fails is said to move nothing: that it fails is told when it is chosen.
func (v *preview[C]) effects(o *CardOption[C], then func(*Player[C], *CardOption[C]) error) (effects []EffectView) {
	if v == nil || o.Choose == nil && then == nil {
		return nil
	}
	if guard(func() error { effects = v.try(o, then); return nil }) != nil {
		return nil // a Clone has failed
	}
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

// share is how large a change is, from more than 0 to 1, compared with what there
// was. What is no number has changed by a tenth.
func share(from, to string) float64 {
	a, ok := parseNumber(from)
	b, ok2 := parseNumber(to)
	if !ok || !ok2 {
		return 0.1
	}
	return max(math.Abs(b-a)/max(math.Abs(a), math.Abs(b), 1), math.SmallestNonzeroFloat64)
}

// size is a share in words.
func size(share float64) string {
	switch {
	case share < 0.05:
		return "small"
	case share < 0.2:
		return "middling"
	}
	return "great"
}
