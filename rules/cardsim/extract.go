package cardsim

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ExtractStats returns the stats of x, a struct or a pointer to one:
//
//   - methods StatFoo and HiddenStatFoo without arguments and with one result, including methods of embedded structs; players do not see the stats of HiddenStatFoo
//   - exported fields whose type is a Stat, such as Stored and Hidden
//   - exported fields with the tag `cardsim:"stat"`, "hidden" or "hiddenstat"; "round2" shows a float with two decimals, "hiddenround2" hides it as well
//
// An exported field with the tag `cardsim:"known"` is not a stat, but players know its value, for
// example from a panel. Previews use the values of such fields. They treat a field without a tag as
// hidden.
//
// The tag `cardsim_name:"…"` sets the displayed name. The default is the name of the
// field or method, split into words: PublicTrust is "Public Trust". Methods come first,
// by name, then fields in the order of their declaration. See SortStats for another
// order.
//
// Floats are rounded to the nearest decimal of the stored value, ties to even: 2.675 with two
// decimals is 2.67, 0.125 is 0.12. A nil pointer shows as "-". The stat is hidden if an empty value
// of its type is hidden or does not state its visibility.
//
// CheckStats returns warnings for invalid tags. The start of a game reports the same
// warnings. An unknown tag hides the field, because the designer may have meant to hide
// it. ExtractStats ignores an invalid rounding.
func ExtractStats(x any) []Stat {
	stats, _ := extract(x)
	return stats
}

// CheckStats returns warnings for all invalid tags of x, or nil.
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
		return nil, Warningf("%T is nil; create it before its stats are read", x)
	}
	if v.Kind() != reflect.Pointer { // to find the methods of the pointer
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		v = p
	}
	stats := make([]Stat, 0, 16)
	stats = methodStats(v, stats)
	if v.Elem().Kind() != reflect.Struct {
		return stats, Warningf("%T is not a struct", x)
	}
	return fieldStats(v.Elem(), stats)
}

// methodStats appends the stats that are methods of v.
func methodStats(v reflect.Value, stats []Stat) []Stat {
	t := v.Type()
	for i := range t.NumMethod() { // by name
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
		stats = append(stats, shown{words(rest), show(result, -1), !hidden && nilVisible(result)})
	}
	return stats
}

var statType = reflect.TypeFor[Stat]()

// isStat reports whether a field of type t is a Stat.
func isStat(t reflect.Type) bool {
	if t.PkgPath() == "" && t.Kind() < reflect.Array { // a basic type without methods
		return false
	}
	return t.Implements(statType) || t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(statType)
}

// eachField calls do for each field of a struct. It replaces an embedded struct by its
// fields, unless the struct is a stat or has a tag.
func eachField(v reflect.Value, do func(owner reflect.Type, f reflect.StructField, v reflect.Value)) {
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		if _, tagged := f.Tag.Lookup("cardsim"); !f.Anonymous || tagged || isStat(f.Type) {
			do(t, f, v.Field(i))
		} else if inner := reflect.Indirect(v.Field(i)); inner.IsValid() && inner.Kind() == reflect.Struct {
			eachField(inner, do)
		}
	}
}

// addTag is the remedy for a field with a name but without a tag.
const addTag = `add cardsim:"stat" or cardsim:"hidden" to its tag`

// fieldStats appends the stats that are fields of v.
func fieldStats(v reflect.Value, stats []Stat) ([]Stat, error) {
	var wrong []error
	eachField(v, func(owner reflect.Type, f reflect.StructField, v reflect.Value) {
		tag, tagged := f.Tag.Lookup("cardsim")
		name, named := f.Tag.Lookup("cardsim_name")
		switch {
		case !f.IsExported() && tagged:
			wrong = append(wrong, Warningf("field %s.%s has the tag %q but is unexported: capitalize its name", owner.Name(), f.Name, tag))
		case named && !f.IsExported():
			wrong = append(wrong, Warningf("field %s.%s has the name %q but is not a stat: capitalize it and %s", owner.Name(), f.Name, name, addTag))
		case !f.IsExported():
		case tag != knownTag && (tagged || isStat(f.Type)):
			s, err := fieldStat(v, &f, tag, tagged)
			if err != nil {
				wrong = append(wrong, Warningf("field %s.%s: %w", owner.Name(), f.Name, err))
			}
			stats = append(stats, s)
		case named:
			wrong = append(wrong, Warningf("field %s.%s has the name %q but is not a stat: %s", owner.Name(), f.Name, name, addTag))
		}
	})
	return stats, errors.Join(wrong...)
}

// fieldStat returns the stat for field f with value v. If the value is itself a Stat,
// tags override its name and visibility.
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
		return shown{name, show(v, decimals), !hidden && nilVisible(v)}, err
	}
	s, is := v.Interface().(Stat)
	if !is { // the pointer has the methods
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

// nilVisible reports whether a value may be visible. A nil pointer to a Stat is as visible as an
// empty value of its type. Any other nil Stat is hidden.
func nilVisible(v reflect.Value) bool {
	switch t := v.Type(); {
	case !isNil(v) || !isStat(t):
		return true
	case t.Kind() == reflect.Pointer:
		visible, _ := attempt(func() bool { return reflect.New(t.Elem()).Interface().(Stat).Visible() })
		return visible
	}
	return false
}

// nameOf returns the name of a stat, or other if it has none.
func nameOf(s Stat, other string) string {
	if name := s.StatName(); name != "" {
		return name
	}
	return other
}

// shown is a stat with its value at the time of reading.
type shown struct {
	name, value string
	visible     bool
}

func (s shown) StatName() string { return s.name }
func (s shown) String() string   { return s.value }
func (s shown) Visible() bool    { return s.visible }

// maxDecimals is the largest rounding; no float64 has more decimals.
const maxDecimals = 1074

// parseTag parses the tag of a field of type t. decimals is -1 for no rounding.
func parseTag(tag string, t reflect.Type) (decimals int, hidden bool, err error) {
	rest, hidden := strings.CutPrefix(tag, "hidden")
	digits, round := strings.CutPrefix(rest, "round")
	switch {
	case !round && (rest == "stat" || hidden && rest == ""):
		return -1, hidden, nil
	case !round:
		return -1, true, fmt.Errorf("unknown tag %q hides the field; use stat, hidden, hiddenstat, roundN or hiddenroundN", tag)
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || n > maxDecimals {
		return -1, hidden, fmt.Errorf("tag %q: give the number of decimals, for example round2", tag)
	}
	if !rounds(t) {
		return -1, hidden, fmt.Errorf("tag %q: only floats can be rounded, not %s; use stat or hidden", tag, t)
	}
	return int(n), hidden, nil
}

// rounds reports whether values of type t are floats or contain one.
func rounds(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Implements(reflect.TypeFor[container]()) {
		value, _ := t.FieldByName("Value")
		return rounds(value.Type)
	}
	return t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64
}

func isNil(v reflect.Value) bool {
	return (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil()
}

// show formats a value for players. decimals is -1 for all decimals.
func show(v reflect.Value, decimals int) string {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return "-"
		}
		if _, is := v.Interface().(fmt.Stringer); is && decimals < 0 {
			break
		}
		v = v.Elem()
	}
	if _, is := v.Interface().(fmt.Stringer); !v.CanFloat() || is && decimals < 0 {
		return fmt.Sprint(v.Interface())
	}
	return decimal(v.Float(), decimals, v.Type().Bits())
}

// decimal formats a float without an exponent, and zero without a sign.
func decimal(x float64, decimals, bits int) string {
	s := strconv.FormatFloat(x, 'f', decimals, bits)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// words splits a CamelCase name: "PublicTrust" is "Public Trust", "GDPGrowth" is "GDP
// Growth", "Public_Trust" is "Public Trust".
func words(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if r == '_' {
			b.WriteByte(' ')
			continue
		}
		after := i > 0 && (unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1]))
		before := i > 0 && unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
		if unicode.IsUpper(r) && (after || before) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}
