package cardsim

import (
	"reflect"
	"slices"
	"strconv"

	"gamed/state"
)

// hiddenNumbers are the values that hidden numbers get in the worlds of a preview, one value per
// world. Before these worlds comes world 0, which has the hidden values of a new game.
var hiddenNumbers = [...]float64{0, 3, 100, -100}

// knownTag is the tag of a field that is not a stat, but whose value players know.
const knownTag = "known"

// invent returns world n, a copy of the player with the deck and the rules of a new game. invent
// keeps the stats that players know and makes up all other stats. unknown reports whether invent
// has made up a stat.
func (p *Player[C]) invent(n int) (w *Player[C], unknown bool) {
	w = p.clone()
	w.Deck = p.game.deck()
	w.Rules = RuleCollection[C]{rules: slices.Clone(p.game.Rules)}
	w.deferred = nil
	r := state.Rand(n)
	var none C
	w.Stats = p.game.copier.copy(none, p.game.New(&r))
	in := determinizer{world: n, followPointers: p.game.copier.clone == nil}
	to, from := fieldsValue(&w.Stats), fieldsValue(&p.Stats)
	if to.Kind() == reflect.Struct && to.CanAddr() && from.CanAddr() && to.Type() == from.Type() {
		in.statsPackage = to.Type().PkgPath()
		in.fillFields(planOf(to.Type()), to, from)
	}
	in.fillSetters(w.settables(), p.settables())
	return w, in.unknown
}

// fieldsValue returns the value that holds the fields of the stats.
func fieldsValue[C any](stats *C) reflect.Value {
	v := reflect.ValueOf(stats).Elem()
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// A determinizer changes a new game into a possible world of a game in progress. It copies the
// facts that players know and invents the others.
type determinizer struct {
	world          int
	statsPackage   string // the package of the stats; unexported fields of others are not set
	followPointers bool   // the copy shares no memory through pointers, so invent may change their targets
	unknown        bool   // the stats have a fact that players do not know
}

// fillFields sets the fields of dst, a struct of the world. src is the same struct of the game in
// progress, and p is the plan of its type.
func (in *determinizer) fillFields(p *plan, dst, src reflect.Value) {
	for i := range p.fields {
		f := &p.fields[i]
		a, b := f.valueIn(dst), f.valueIn(src)
		if f.foreign || !a.IsValid() || !b.IsValid() {
			continue
		}
		a, b = settableField(a), settableField(b)
		if !f.isPublic(b) {
			in.unknown = true
			in.invent(a)
			continue
		}
		a.Set(b)
		if f.decimals >= 0 {
			roundTo(a, f.decimals)
		}
	}
}

// settableField returns v, a field of an addressable struct, as a settable value. The field may be
// unexported.
func settableField(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// isPublic reports whether players know the value of a field. If a tag rounds the field, the rounded
// value suffices.
func (f *statField) isPublic(v reflect.Value) bool {
	switch {
	case f.known:
		return true
	case !f.exported || f.hidden:
		return false
	case !f.stat:
		return f.statTag && (f.exactText || v.Kind() == reflect.Pointer && v.IsNil())
	case f.isContainer && !isNil(v):
		return f.exactText && v.Interface().(Stat).Visible()
	}
	s, is := v.Addr().Interface().(Stat)
	return is && v.Kind() < reflect.Array && s.Visible()
}

// roundTo rounds a float, or the float in a container, to the decimals that players see.
func roundTo(v reflect.Value, decimals int) {
	v = reflect.Indirect(v)
	if v.IsValid() && v.Kind() == reflect.Struct {
		v = v.FieldByName("Value")
	}
	if v.IsValid() && v.CanFloat() {
		x, _ := strconv.ParseFloat(formatDecimal(v.Float(), decimals, v.Type().Bits()), 64)
		v.SetFloat(x)
	}
}

// invent sets every number, text and bool in v to a value that depends on the number of the world.
// World 0 keeps the values of a new game.
func (in *determinizer) invent(v reflect.Value) {
	if in.world == 0 {
		return
	}
	odd := in.world%2 == 1
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(odd)
	case reflect.String:
		if odd {
			v.SetString("")
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.PkgPath == "" || f.PkgPath == in.statsPackage {
				in.invent(settableField(v.Field(i)))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			in.invent(v.Index(i))
		}
	case reflect.Slice:
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(c, v)
		if v.Len() == 0 && odd && hasExactText(v.Type().Elem(), nil) {
			c = reflect.MakeSlice(v.Type(), 1, 1)
		}
		for i := range c.Len() {
			in.invent(c.Index(i))
		}
		v.Set(c)
	case reflect.Map:
		in.inventEntries(v)
	case reflect.Pointer:
		if in.followPointers && !v.IsNil() {
			in.invent(v.Elem())
		}
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Complex64, reflect.Complex128:
	default:
		settable{field: v}.set(hiddenNumbers[in.world-1])
	}
}

// inventEntries invents the values of a map. In odd worlds an empty map gets one entry.
func (in *determinizer) inventEntries(v reflect.Value) {
	t := v.Type()
	c := reflect.MakeMapWithSize(t, v.Len())
	add := func(key, from reflect.Value) {
		value := reflect.New(t.Elem()).Elem()
		value.Set(from)
		in.invent(value)
		c.SetMapIndex(key, value)
	}
	for each := v.MapRange(); each.Next(); {
		add(each.Key(), each.Value())
	}
	if v.Len() == 0 && in.world%2 == 1 && hasExactText(t.Elem(), nil) {
		add(reflect.Zero(t.Key()), reflect.Zero(t.Elem()))
	}
	v.Set(c)
}

// fillSetters fills the stats that are not fields.
func (in *determinizer) fillSetters(to, from []settable) {
	for i, s := range to {
		switch {
		case s.setter == nil:
		case !s.hidden:
			if i < len(from) && from[i].name == s.name && from[i].setter != nil && !from[i].hidden {
				s.set(from[i].value())
			}
		default:
			in.unknown = true
			in.inventSetter(s)
		}
	}
}

// inventSetter invents a hidden stat that is not a field.
func (in *determinizer) inventSetter(s settable) {
	if in.world == 0 {
		return
	}
	switch s.value().(type) {
	case float64:
		s.set(hiddenNumbers[in.world-1])
	case bool:
		s.set(in.world%2 == 1)
	case string:
		text := ""
		if t, is := s.setter.(TextSetter); is && len(t.Texts()) > 0 {
			text = t.Texts()[(in.world-1)%len(t.Texts())]
		}
		s.set(text)
	}
}
