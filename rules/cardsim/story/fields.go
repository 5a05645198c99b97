package story

import (
	"math"
	"reflect"
	"strings"
	"unicode"

	"gamed/rules/cardsim"
)

// addFields makes words of what the stats of a Go game have: its exported fields
// that are numbers, texts or truth values, also inside a Stored or a Hidden, and
// its methods StatFoo and HiddenStatFoo. PublicTrust is public_trust in the file.
func addFields[C cardsim.StatsCollection](b *builder[C]) {
	t := reflect.TypeFor[C]()
	isPointer := t.Kind() == reflect.Pointer
	if !isPointer || t.Elem().Kind() != reflect.Struct {
		b.addf(place{}, "the stats of this game are a %s: effects need a pointer to a struct", t)
		return
	}
	for i := range t.NumMethod() { // in the order of their names
		m := t.Method(i)
		rest, ok := strings.CutPrefix(m.Name, "Stat")
		if !ok {
			rest, ok = strings.CutPrefix(m.Name, "HiddenStat")
		}
		if !ok || rest == "" || m.Name == "Stats" || m.Type.NumIn() != 1 || m.Type.NumOut() != 1 {
			continue
		}
		if k := kindOfType(m.Type.Out(0)); k != 0 {
			b.addField(snake(rest), k, nil, func(stats reflect.Value) reflect.Value { return stats.Method(i).Call(nil)[0] })
		}
	}
	for _, f := range reflect.VisibleFields(t.Elem()) {
		if !f.IsExported() || throughPointer(t.Elem(), f.Index) {
			continue
		}
		index := f.Index
		if isStored(f.Type) {
			value, _ := f.Type.FieldByName("Value")
			f.Type, index = value.Type, append(index[:len(index):len(index)], value.Index...)
		}
		if k := kindOfType(f.Type); k != 0 {
			get := func(stats reflect.Value) reflect.Value { return stats.Elem().FieldByIndex(index) }
			b.addField(snake(f.Name), k, get, get)
		}
	}
}

// addField makes one word. Without set it can only be read.
func (b *builder[C]) addField(name string, k kind, set, get func(stats reflect.Value) reflect.Value) {
	if b.vocabulary[name] != nil {
		return // what every game has comes first, then methods
	}
	w := &word[C]{name: name, kind: k, load: func(m *machine[C]) { m.env[name] = plain(get(reflect.ValueOf(m.stats))) }}
	w.show = func(m *machine[C]) string { return write(plain(get(reflect.ValueOf(m.stats)))) }
	if set != nil {
		w.set = func(m *machine[C], value any) error { return assign(name, set(reflect.ValueOf(m.stats)), value) }
	}
	b.know(w)
}

// isStored reports whether t is a Stored or a Hidden.
func isStored(t reflect.Type) bool {
	return t.PkgPath() == reflect.TypeFor[cardsim.Stored[int]]().PkgPath() &&
		(strings.HasPrefix(t.Name(), "Stored[") || strings.HasPrefix(t.Name(), "Hidden["))
}

// throughPointer reports whether the way to a field leads through a pointer, which
// may be nil.
func throughPointer(t reflect.Type, index []int) bool {
	for _, i := range index[:len(index)-1] {
		if t.Kind() == reflect.Pointer {
			return true
		}
		t = t.Field(i).Type
	}
	return t.Kind() == reflect.Pointer
}

func kindOfType(t reflect.Type) kind {
	switch t.Kind() {
	case reflect.Bool:
		return truth
	case reflect.String:
		return words
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64:
		return number
	}
	return 0
}

// plain is a Go value as expressions have it.
func plain(v reflect.Value) any {
	switch {
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	}
	return v.Float()
}

// assign sets a field. Whole numbers are rounded; a number that does not fit leaves
// the field as it is.
func assign(name string, v reflect.Value, value any) error {
	switch value := value.(type) {
	case bool:
		v.SetBool(value)
	case string:
		v.SetString(value)
	case float64:
		switch whole := math.Round(value); {
		case math.IsNaN(value) || math.Abs(value) > mostNumber:
			return cardsim.Warningf("%s stays as it is: %v is no number for it", name, value)
		case v.CanFloat():
			v.SetFloat(value)
		case v.CanInt() && !v.OverflowInt(int64(whole)):
			v.SetInt(int64(whole))
		case v.CanUint() && whole >= 0 && !v.OverflowUint(uint64(whole)):
			v.SetUint(uint64(whole))
		default:
			return cardsim.Warningf("%s stays as it is: %v does not fit into a %s", name, value, v.Type())
		}
	}
	return nil
}

// snake writes a Go name as the file does: PublicTrust is public_trust, GDP is gdp.
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		starts := i > 0 && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if starts && runes[i-1] != '_' {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
