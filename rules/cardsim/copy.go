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
	plain bool      // assignment copies C
	flat  bool      // C is a pointer to a type that assignment copies
}

// newCopier returns a copier for C. If the type needs a Clone it returns nil and a
// warning.
func newCopier[C any](clone func(C) C) (*copier[C], error) {
	if clone != nil {
		return &copier[C]{clone: clone}, nil
	}
	t := reflect.TypeFor[C]()
	if t.Kind() == reflect.Interface {
		return nil, Warningf("%s is an interface: set Clone to enable previews, undo and fast bots", t)
	}
	if err := copyable(t, t.String(), nil); err != nil {
		return nil, Warningf("%w: set Clone to enable previews, undo and fast bots", err)
	}
	return &copier[C]{plain: flat(t), flat: t.Kind() == reflect.Pointer && flat(t.Elem())}, nil
}

// copy returns a copy of from. It may reuse the memory of old.
func (c *copier[C]) copy(old, from C) C {
	if c.plain {
		return from
	}
	src := reflect.ValueOf(from)
	switch {
	case isNil(src):
		return from
	case c.clone != nil:
		return c.clone(from)
	case c.flat:
		dst := reflect.ValueOf(old)
		if dst.IsNil() {
			dst = reflect.New(src.Type().Elem())
		}
		dst.Elem().Set(src.Elem())
		return dst.Interface().(C)
	}
	var to C
	deepCopy(reflect.ValueOf(&to).Elem(), src)
	return to
}

// flat reports whether assignment copies a value of type t completely.
func flat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if !flat(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Array:
		return flat(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return false
	}
	return true
}

// copyable returns an error if deepCopy cannot copy type t, found at path. within lists
// the types that contain t.
func copyable(t reflect.Type, path string, within []reflect.Type) error {
	if flat(t) {
		return nil
	}
	for _, outer := range within {
		if outer == t {
			return fmt.Errorf("%s contains its own type %s", path, t)
		}
	}
	within = append(within, t)
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() && !flat(f.Type) {
				return fmt.Errorf("%s.%s is unexported and contains a reference", path, f.Name)
			}
			if err := copyable(f.Type, path+"."+f.Name, within); err != nil {
				return err
			}
		}
		return nil
	case reflect.Array, reflect.Slice, reflect.Pointer:
		return copyable(t.Elem(), path, within)
	case reflect.Map:
		if !flat(t.Key()) {
			return fmt.Errorf("the keys of %s contain references", path)
		}
		return copyable(t.Elem(), path, within)
	}
	return fmt.Errorf("%s has kind %s, which cannot be copied", path, t.Kind())
}

// deepCopy copies src to dst with everything it refers to.
func deepCopy(dst, src reflect.Value) {
	switch src.Kind() {
	case reflect.Struct:
		dst.Set(src)
		for i := range src.NumField() {
			if !flat(src.Field(i).Type()) {
				deepCopy(dst.Field(i), src.Field(i))
			}
		}
	case reflect.Array:
		for i := range src.Len() {
			deepCopy(dst.Index(i), src.Index(i))
		}
	case reflect.Pointer:
		if !src.IsNil() {
			dst.Set(reflect.New(src.Type().Elem()))
			deepCopy(dst.Elem(), src.Elem())
		}
	case reflect.Slice:
		if !src.IsNil() {
			dst.Set(reflect.MakeSlice(src.Type(), src.Len(), src.Len()))
			for i := range src.Len() {
				deepCopy(dst.Index(i), src.Index(i))
			}
		}
	case reflect.Map:
		if !src.IsNil() {
			dst.Set(reflect.MakeMapWithSize(src.Type(), src.Len()))
			for each := src.MapRange(); each.Next(); {
				value := reflect.New(src.Type().Elem()).Elem()
				deepCopy(value, each.Value())
				dst.SetMapIndex(each.Key(), value)
			}
		}
	default:
		dst.Set(src)
	}
}

// clone returns an independent copy. The game must be able to copy its stats.
func (p *Player[C]) clone() *Player[C] {
	c := new(Player[C])
	c.set(p)
	return c
}

// set makes p equal to from and reuses the memory of p.
func (p *Player[C]) set(from *Player[C]) {
	old := *p
	*p = *from
	p.Stats = p.game.copier.copy(old.Stats, from.Stats)
	p.Rules.rules = append(old.Rules.rules[:0], from.Rules.rules...)
	p.Rules.order = append(old.Rules.order[:0], from.Rules.order...)
	p.Rules.queue = append(old.Rules.queue[:0], from.Rules.queue...)
	p.Deck.cards = append(old.Deck.cards[:0], from.Deck.cards...)
	p.Deck.hiding = old.Deck.hiding[:0]
	p.hand = append(old.hand[:0], from.hand...)
	p.played = append(old.played[:0], from.played...)
	p.panels = append(old.panels[:0], from.panels...)
	p.deferred = append(old.deferred[:0], from.deferred...)
	p.kept = append(old.kept[:0], from.kept...)
	p.gates = append(old.gates[:0], from.gates...)
	p.notes = append(old.notes[:0], from.notes...)
	p.changes = append(old.changes[:0], from.changes...)
	p.last = old.last[:0]
}

// resample shuffles the unpinned part of the deck and replaces Rand, also in past. It
// keeps hidden stats, because only the designer knows their possible values.
func (p *Player[C]) resample(r *state.Rand) {
	slices.SortStableFunc(p.Deck.cards[p.Deck.pinned:], func(a, b waiting[C]) int {
		return cmp.Or(a.at-b.at, a.from-b.from)
	})
	p.Deck.Shuffle(r)
	p.Rand = state.Rand(r.Uint64())
	past := p.past // shared with the original of p
	p.past = nil
	for _, before := range past {
		c := before.clone()
		c.resample(r)
		p.past = append(p.past, c)
	}
}

// ownChance returns a random source for code that only shows the game. It neither uses
// nor reveals the game's own Rand.
func (p *Player[C]) ownChance() state.Rand { return state.Rand(uint64(p.Turn)<<32 | uint64(p.choices)) }

// scratch returns a copy of the player for running a designer's code that shows the
// game. Its deck is shuffled so that the code cannot reveal the future. Equal positions
// give equal copies.
//
// If the stats cannot be copied, scratch returns p itself, with another Rand until
// restore is called. The error is a failure of Clone.
func (p *Player[C]) scratch() (s *Player[C], restore func(), err error) {
	r := p.ownChance()
	if p.game.copier != nil {
		if s, err = attempt(p.clone); err == nil {
			s.tracing = false
			s.resample(&r)
			return s, func() {}, nil
		}
	}
	saved := p.Rand
	p.Rand = state.Rand(r.Uint64())
	return p, func() { p.Rand = saved }, err
}
