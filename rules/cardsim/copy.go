package cardsim

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"gamed/state"
)

// A copier copies the stats of a game.
type copier[C any] struct {
	clone func(C) C // the designer's Clone; nil to copy by reflection
	deep  deepCopy  // nil if assignment copies C
	flat  bool      // C is a pointer to a type that assignment copies
}

// newCopier returns a copier for C. If C needs a Clone and clone is nil, newCopier returns nil and a
// warning.
func newCopier[C any](clone func(C) C) (*copier[C], error) {
	if clone != nil {
		return &copier[C]{clone: clone}, nil
	}
	t := reflect.TypeFor[C]()
	if t.Kind() == reflect.Interface {
		return nil, Warningf("%s is an interface: set Clone to enable previews, undo and fast bots", t)
	}
	deep, err := newDeepCopy(t, t.String(), nil)
	if err != nil {
		return nil, Warningf("%w: set Clone to enable previews, undo and fast bots", err)
	}
	c := &copier[C]{deep: deep}
	if t.Kind() == reflect.Pointer {
		inner, _ := newDeepCopy(t.Elem(), "", nil)
		c.flat = inner == nil
	}
	return c, nil
}

// copy returns a copy of stats. It may reuse the memory of old.
func (c *copier[C]) copy(old, stats C) C {
	if c.clone == nil && c.deep == nil {
		return stats
	}
	src := reflect.ValueOf(stats)
	switch {
	case isNil(src):
		return stats
	case c.clone != nil:
		return c.clone(stats)
	case c.flat:
		dst := reflect.ValueOf(old)
		if dst.IsNil() {
			dst = reflect.New(src.Type().Elem())
		}
		dst.Elem().Set(src.Elem())
		return dst.Interface().(C)
	}
	var to C
	c.deep(reflect.ValueOf(&to).Elem(), src)
	return to
}

// A deepCopy copies src, and everything that src refers to, into dst.
type deepCopy func(dst, src reflect.Value)

// newDeepCopy returns the deepCopy of type t. It returns nil if an assignment copies the whole value.
// If only a Clone can copy a field, newDeepCopy returns an error with the path of the field. The
// parameter within lists the types that contain t.
func newDeepCopy(t reflect.Type, path string, within []reflect.Type) (deepCopy, error) {
	if slices.Contains(within, t) {
		return nil, fmt.Errorf("%s contains its own type %s", path, t)
	}
	within = append(within, t)
	switch t.Kind() {
	case reflect.Struct:
		return copyStruct(t, path, within)
	case reflect.Array:
		elem, err := newDeepCopy(t.Elem(), path, within)
		if elem == nil || err != nil {
			return nil, err
		}
		return func(dst, src reflect.Value) {
			for i := range src.Len() {
				elem(dst.Index(i), src.Index(i))
			}
		}, nil
	case reflect.Pointer:
		elem, err := newDeepCopy(t.Elem(), path, within)
		return func(dst, src reflect.Value) {
			if src.IsNil() {
				return
			}
			dst.Set(reflect.New(t.Elem()))
			elem.copy(dst.Elem(), src.Elem())
		}, err
	case reflect.Slice:
		elem, err := newDeepCopy(t.Elem(), path, within)
		return func(dst, src reflect.Value) {
			if src.IsNil() {
				return
			}
			dst.Set(reflect.MakeSlice(t, src.Len(), src.Len()))
			if elem == nil {
				reflect.Copy(dst, src)
				return
			}
			for i := range src.Len() {
				elem(dst.Index(i), src.Index(i))
			}
		}, err
	case reflect.Map:
		if key, err := newDeepCopy(t.Key(), path, within); key != nil || err != nil {
			return nil, fmt.Errorf("the keys of %s contain references", path)
		}
		elem, err := newDeepCopy(t.Elem(), path, within)
		return func(dst, src reflect.Value) {
			if src.IsNil() {
				return
			}
			dst.Set(reflect.MakeMapWithSize(t, src.Len()))
			for each := src.MapRange(); each.Next(); {
				value := reflect.New(t.Elem()).Elem()
				elem.copy(value, each.Value())
				dst.SetMapIndex(each.Key(), value)
			}
		}, err
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return nil, fmt.Errorf("%s has kind %s, which cannot be copied", path, t.Kind())
	}
	return nil, nil
}

func copyStruct(t reflect.Type, path string, within []reflect.Type) (deepCopy, error) {
	type part struct {
		index int
		copy  deepCopy
	}
	var deep []part
	for i := range t.NumField() {
		f := t.Field(i)
		field, err := newDeepCopy(f.Type, path+"."+f.Name, within)
		switch {
		case field == nil && err == nil:
			continue
		case !f.IsExported():
			return nil, fmt.Errorf("%s.%s is unexported and contains a reference", path, f.Name)
		case err != nil:
			return nil, err
		}
		deep = append(deep, part{i, field})
	}
	if deep == nil {
		return nil, nil
	}
	return func(dst, src reflect.Value) {
		dst.Set(src)
		for _, p := range deep {
			p.copy(dst.Field(p.index), src.Field(p.index))
		}
	}, nil
}

// copy copies src to dst. If c is nil, copy assigns src to dst.
func (c deepCopy) copy(dst, src reflect.Value) {
	if c == nil {
		dst.Set(src)
		return
	}
	c(dst, src)
}

// clone returns an independent copy. The game must be able to copy its stats.
func (p *Player[C]) clone() *Player[C] {
	c := new(Player[C])
	c.copyFrom(p)
	return c
}

// copyFrom makes p equal to another player and reuses the memory of p.
func (p *Player[C]) copyFrom(other *Player[C]) {
	old := *p
	*p = *other
	p.Stats = p.game.copier.copy(old.Stats, other.Stats)
	p.Rules.rules = append(old.Rules.rules[:0], other.Rules.rules...)
	p.Rules.order = append(old.Rules.order[:0], other.Rules.order...)
	p.Rules.pending = append(old.Rules.pending[:0], other.Rules.pending...)
	p.Deck.cards = append(old.Deck.cards[:0], other.Deck.cards...)
	p.Deck.skipped = old.Deck.skipped[:0]
	p.hand = append(old.hand[:0], other.hand...)
	p.timesDecided = append(old.timesDecided[:0], other.timesDecided...)
	p.panels = append(old.panels[:0], other.panels...)
	p.deferred = append(old.deferred[:0], other.deferred...)
	p.keptWarnings = append(old.keptWarnings[:0], other.keptWarnings...)
	p.choiceStates = append(old.choiceStates[:0], other.choiceStates...)
	p.notes = append(old.notes[:0], other.notes...)
	p.changes = append(old.changes[:0], other.changes...)
	p.lastReadings = old.lastReadings[:0]
}

// resample shuffles the deck below the cards with a chosen slot and replaces Rand, in p and in the
// positions that p keeps for undo. It does not change hidden stats, because only the designer knows
// their possible values. Before the shuffle, resample sorts the cards, so that the result does not
// depend on the real order.
func (p *Player[C]) resample(r *state.Rand) {
	slices.SortStableFunc(p.Deck.cards[p.Deck.pinned:], func(a, b deckCard[C]) int {
		return cmp.Or(a.index-b.index, a.firstTurn-b.firstTurn)
	})
	p.Deck.Shuffle(r)
	p.Rand = state.Rand(r.Uint64())
	past := p.undoPositions // shared with the original of p
	p.undoPositions = nil
	for _, before := range past {
		c := before.clone()
		c.resample(r)
		p.undoPositions = append(p.undoPositions, c)
	}
}

// viewRand returns a random source for code that only shows the game. The source neither uses
// nor reveals the game's own Rand.
func (p *Player[C]) viewRand() state.Rand {
	return state.Rand(uint64(p.Turn)<<32 | uint64(p.turnChoices))
}

// scratchCopy returns a copy of the player for running a designer's code that shows the
// game. Its deck is shuffled so that the code cannot reveal the future. Equal positions
// give equal copies.
//
// If the stats cannot be copied, scratchCopy returns p itself, with another Rand until
// restore is called. The error is a failure of Clone.
func (p *Player[C]) scratchCopy() (s *Player[C], restore func(), err error) {
	r := p.viewRand()
	if p.game.copier != nil {
		if s, err = attempt(p.clone); err == nil {
			s.traceChanges = false
			s.resample(&r)
			return s, func() {}, nil
		}
	}
	saved := p.Rand
	p.Rand = state.Rand(r.Uint64())
	return p, func() { p.Rand = saved }, err
}
