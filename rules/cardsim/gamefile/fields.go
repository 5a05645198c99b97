package gamefile

import (
	"math"
	"reflect"
	"strings"
	"unicode"

	"gamed/rules/cardsim"
)

// addFields adds the stats of a Go game to the vocabulary of expressions. These are the exported
// number, text and bool fields, also inside a Stored or a Hidden, and methods such as StatFoo and
// HiddenStatFoo. For example, the file calls the field PublicTrust public_trust.
func addFields[C cardsim.StatsCollection](b *builder[C]) {
	t := reflect.TypeFor[C]()
	isPointer := t.Kind() == reflect.Pointer
	if !isPointer || t.Elem().Kind() != reflect.Struct {
		b.addf(location{}, "the stats of this game have type %s; effects need a pointer to a struct", t)
		return
	}
	for i := range t.NumMethod() { // by name
		m := t.Method(i)
		rest, ok := strings.CutPrefix(m.Name, "Stat")
		hidden := !ok
		if hidden {
			rest, ok = strings.CutPrefix(m.Name, "HiddenStat")
		}
		if !ok || rest == "" || m.Name == "Stats" || m.Type.NumIn() != 1 || m.Type.NumOut() != 1 {
			continue
		}
		if k := kindOfType(m.Type.Out(0)); k != 0 {
			b.addField(&word[C]{name: snakeCase(rest), kind: k, hiddenFact: hidden}, nil, func(stats reflect.Value) reflect.Value { return stats.Method(i).Call(nil)[0] })
		}
	}
	for _, f := range reflect.VisibleFields(t.Elem()) {
		if !f.IsExported() || throughPointer(t.Elem(), f.Index) {
			continue
		}
		index, w := f.Index, &word[C]{name: snakeCase(f.Name), title: f.Tag.Get("cardsim_name"), hiddenFact: !isShown(f)}
		if isStored(f.Type) {
			value, _ := f.Type.FieldByName("Value")
			f.Type, index = value.Type, append(index[:len(index):len(index)], value.Index...)
		}
		if w.kind = kindOfType(f.Type); w.kind != 0 {
			get := func(stats reflect.Value) reflect.Value { return stats.Elem().FieldByIndex(index) }
			b.addField(w, get, get)
		}
	}
}

// isShown reports whether the tag or the type of a field makes it a visible stat.
func isShown(f reflect.StructField) bool {
	tag, tagged := f.Tag.Lookup("cardsim")
	if tagged {
		return (tag == "stat" || strings.HasPrefix(tag, "round")) && !isHidden(f.Type)
	}
	return isStored(f.Type) && !isHidden(f.Type)
}

func isHidden(t reflect.Type) bool { return isStored(t) && strings.HasPrefix(t.Name(), "Hidden[") }

// addField sets the functions of a word and adds the word to the vocabulary. If the parameter set
// is nil, effects cannot change the word.
func (b *builder[C]) addField(w *word[C], set, get func(stats reflect.Value) reflect.Value) {
	if b.vocabulary[w.name] != nil {
		return // a built-in word or a method has the name, and both take precedence over a field
	}
	w.load = func(m *evaluator[C]) { m.env[w.name] = exprValue(get(reflect.ValueOf(m.stats))) }
	w.format = func(m *evaluator[C]) string { return formatValue(exprValue(get(reflect.ValueOf(m.stats)))) }
	if set != nil {
		w.set = func(m *evaluator[C], value any) error { return assign(set(reflect.ValueOf(m.stats)), value) }
	}
	b.addWord(w)
}

// isStored reports whether t is a Stored or a Hidden.
func isStored(t reflect.Type) bool {
	return t.PkgPath() == reflect.TypeFor[cardsim.Stored[int]]().PkgPath() &&
		(strings.HasPrefix(t.Name(), "Stored[") || strings.HasPrefix(t.Name(), "Hidden["))
}

// throughPointer reports whether the path to a field leads through a pointer, which may
// be nil.
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
		return boolKind
	case reflect.String:
		return textKind
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64:
		return numberKind
	}
	return 0
}

// exprValue returns a Go value as expressions represent it.
func exprValue(v reflect.Value) any {
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

// assign sets a field. It rounds for integer fields. If the number does not fit, assign leaves the
// field unchanged and returns a warning.
func assign(v reflect.Value, value any) error {
	switch value := value.(type) {
	case bool:
		v.SetBool(value)
	case string:
		v.SetString(value)
	case float64:
		switch whole := math.Round(value); {
		case math.IsNaN(value) || math.Abs(value) > maxNumber:
			return cardsim.Warningf("the number is out of range; the stat keeps its value")
		case v.CanFloat():
			v.SetFloat(value)
		case v.CanInt() && !v.OverflowInt(int64(whole)):
			v.SetInt(int64(whole))
		case v.CanUint() && whole >= 0 && !v.OverflowUint(uint64(whole)):
			v.SetUint(uint64(whole))
		default:
			return cardsim.Warningf("the number does not fit into %s; the stat keeps its value", v.Type())
		}
	}
	return nil
}

// snakeCase converts a Go name: PublicTrust is public_trust, GDP is gdp.
func snakeCase(name string) string {
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
