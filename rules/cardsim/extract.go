package cardsim

import (
	"errors"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ExtractStats makes the list of stats of x, a struct or a pointer to one:
//
//   - methods without arguments and with one result called StatFoo, and HiddenStatFoo
//     for stats that players do not see; those of embedded structs as well
//   - exported fields whose type is a Stat already, such as Stored and Hidden
//   - exported fields with the tag `cardsim:"stat"`, or "hidden" or "hiddenstat" for
//     those that players do not see; "round2", or any other number, shows a float
//     with so many decimals, and "hiddenround2" does both
//
// The tag `cardsim_name:"…"` sets the name that is shown; without it the name of the
// field, or what follows Stat in that of the method, is taken apart into words:
// PublicTrust is "Public Trust". Methods come first, in the order of their names,
// then fields as they are declared, those of an embedded struct where it stands.
// For another order see SortStats.
//
// Floats are rounded to the nearest decimal of the value that is stored, ties to
// even: 2.675 with two decimals is 2.67, 0.125 is 0.12. A nil pointer shows as "-".
//
// What a tag says wrongly is told by CheckStats, and at the start of a game. A word
// that is not understood hides the field, for it may have been meant to; a round
// that cannot be obeyed shows the value as it is.
func ExtractStats(x any) []Stat {
	stats, _ := extract(x)
	return stats
}

// CheckStats returns warnings of all tags of x that ExtractStats cannot obey, nil
// if there are none.
func CheckStats(x any) error {
	_, err := extract(x)
	return err
}

func extract(x any) ([]Stat, error) {
	v := reflect.ValueOf(x)
	for v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, Warningf("there are no stats in a nil %T: make it before its stats are read", x)
	}
	if v.Kind() != reflect.Pointer { // so that methods of the pointer are found too
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		v = p
	}
	stats := make([]Stat, 0, 16)
	stats = methodStats(v, stats)
	if v.Elem().Kind() != reflect.Struct {
		return stats, Warningf("%T is no struct: it has no fields to show", x)
	}
	return fieldStats(v.Elem(), stats)
}

// methodStats appends the stats that are methods of v.
func methodStats(v reflect.Value, stats []Stat) []Stat {
	t := v.Type()
	for i := range t.NumMethod() { // in the order of their names
		name := t.Method(i).Name
		rest, visible := strings.CutPrefix(name, "Stat")
		hidden := false
		if !visible {
			rest, hidden = strings.CutPrefix(name, "HiddenStat")
		}
		first, _ := utf8.DecodeRuneInString(rest)
		m := v.Method(i)
		if !visible && !hidden || !unicode.IsUpper(first) && !unicode.IsDigit(first) ||
			m.Type().NumIn() != 0 || m.Type().NumOut() != 1 {
			continue
		}
		result := m.Call(nil)[0]
		if s, is := result.Interface().(Stat); is && !isNil(result) {
			stats = append(stats, shown{nameOf(s, words(rest)), s.String(), s.Visible() && !hidden})
			continue
		}
		stats = append(stats, shown{words(rest), show(result, -1), !hidden})
	}
	return stats
}

var statType = reflect.TypeFor[Stat]()

// isStat reports whether a field of type t is a Stat already.
func isStat(t reflect.Type) bool {
	return t.Implements(statType) || t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(statType)
}

// fieldStats appends the stats that are fields of v.
func fieldStats(v reflect.Value, stats []Stat) ([]Stat, error) {
	var wrong []error
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("cardsim")
		switch {
		case f.Anonymous && !tagged && !isStat(f.Type):
			inner := reflect.Indirect(v.Field(i))
			if inner.IsValid() && inner.Kind() == reflect.Struct {
				var err error
				stats, err = fieldStats(inner, stats)
				wrong = append(wrong, err)
			}
		case !f.IsExported():
			if tagged {
				wrong = append(wrong, Warningf("field %s.%s has the tag %q and is not exported: begin its name with a capital letter", t.Name(), f.Name, tag))
			}
		case tagged || isStat(f.Type):
			s, err := fieldStat(v.Field(i), &f, tag, tagged)
			if err != nil {
				wrong = append(wrong, Warningf("field %s.%s: %w", t.Name(), f.Name, err))
			}
			stats = append(stats, s)
		}
	}
	return stats, errors.Join(wrong...)
}

// fieldStat is the field f of value v. One that is a Stat already has a name and
// may be hidden by itself; its tags go before that.
func fieldStat(v reflect.Value, f *reflect.StructField, tag string, tagged bool) (Stat, error) {
	name := f.Tag.Get("cardsim_name")
	given := name != ""
	if !given {
		name = words(f.Name)
	}
	decimals, hidden := -1, false
	var err error
	if tagged {
		decimals, hidden, err = parseTag(tag, f.Type)
	}
	if isNil(v) || !isStat(f.Type) {
		return shown{name, show(v, decimals), !hidden}, err
	}
	s, is := v.Interface().(Stat)
	if !is { // its methods are the pointer's
		s = v.Addr().Interface().(Stat)
	}
	if !given {
		name = nameOf(s, name)
	}
	value := ""
	if c, is := s.(container); is && decimals >= 0 {
		value = show(reflect.ValueOf(c.content()), decimals)
	} else {
		value = s.String()
	}
	return shown{name, value, s.Visible() && !hidden}, err
}

// nameOf is the name of a stat, or the other one if it has none.
func nameOf(s Stat, other string) string {
	if name := s.StatName(); name != "" {
		return name
	}
	return other
}

// shown is a stat as it has been read.
type shown struct {
	name, value string
	visible     bool
}

func (s shown) StatName() string { return s.name }
func (s shown) String() string   { return s.value }
func (s shown) Visible() bool    { return s.visible }
