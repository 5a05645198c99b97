package cardsim

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"
)

// ExtractStats returns the stats of x, a struct or a pointer to one:
//
//   - methods with a name like StatFoo, without arguments and with one result
//   - methods with a name like HiddenStatFoo, whose stats players do not see
//   - exported fields whose type is a Stat, such as Stored and Hidden
//   - exported fields with the tag `cardsim:"stat"`, or "hidden" or "hiddenstat" to hide the stat
//   - exported fields with the tag `cardsim:"roundN"`, which shows a float with N decimals, as in round2
//   - exported fields with the tag `cardsim:"hiddenroundN"`, which also hides the float
//
// Methods and fields of embedded structs count as well.
//
// An exported field with the tag `cardsim:"known"` is not a stat, but players know its value, for
// example from a panel. Previews use the values of such fields. Previews treat a field as hidden if
// it has no tag and its type is not a Stat.
//
// The tag `cardsim_name:"…"` sets the displayed name. The default is the name of the
// field or method, split into words: PublicTrust is "Public Trust". Methods come first,
// by name, then fields in the order of their declaration. See SortStats for another
// order.
//
// Floats are rounded to the nearest decimal of the stored value, ties to even: 2.675 with two
// decimals is 2.67, 0.125 is 0.12. A nil pointer shows as "-". A nil pointer to a Stat is a hidden
// stat if Visible of an empty value returns false or panics.
//
// CheckStats returns warnings for invalid tags. A game reports the same warnings when it starts. An
// unknown tag hides the field, because the tag may be a misspelt "hidden". ExtractStats ignores an
// invalid rounding.
func ExtractStats(x any) []Stat {
	stats, _ := extractWithWarnings(x)
	return stats
}

// CheckStats returns warnings for all invalid tags of x, or nil.
func CheckStats(x any) error {
	_, err := extractWithWarnings(x)
	return err
}

func extractWithWarnings(x any) ([]Stat, error) {
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
	p := planOf(v.Type().Elem())
	stats := make([]Stat, 0, len(p.methods)+len(p.fields))
	for _, m := range p.methods {
		stats = append(stats, m.read(v))
	}
	if v.Elem().Kind() != reflect.Struct {
		return stats, Warningf("%T is not a struct", x)
	}
	for i := range p.fields {
		if f := &p.fields[i]; f.isExtracted() {
			if field := f.valueIn(v.Elem()); field.IsValid() {
				stats = append(stats, f.read(field))
			}
		}
	}
	return stats, p.warnings
}

// read calls the method of v and returns its result as a stat.
func (m statMethod) read(v reflect.Value) Stat {
	result := v.Method(m.index).Call(nil)[0]
	if s, is := result.Interface().(Stat); is && !isNil(result) {
		return statSnapshot{nameOf(s, m.name), s.String(), s.Visible() && !m.hidden}
	}
	return statSnapshot{m.name, formatReflected(result, -1), !m.hidden && mayBeVisible(result)}
}

// read returns the stat for a field with value v. If the value is itself a Stat, tags override its
// name and visibility.
func (f *statField) read(v reflect.Value) Stat {
	if !f.stat || isNil(v) {
		return statSnapshot{f.name, formatReflected(v, f.decimals), !f.hidden && mayBeVisible(v)}
	}
	s, is := v.Interface().(Stat)
	if !is { // the pointer has the methods
		s = v.Addr().Interface().(Stat)
	}
	name := f.name
	if !f.customName {
		name = nameOf(s, name)
	}
	value := ""
	if c, is := s.(container); is && f.decimals >= 0 {
		value = formatReflected(reflect.ValueOf(c.content()), f.decimals)
	} else {
		value = s.String()
	}
	return statSnapshot{name, value, s.Visible() && !f.hidden}
}

// mayBeVisible reports whether players may see a value. A nil pointer to a Stat is as visible as an
// empty value of its type. Any other nil Stat is hidden.
func mayBeVisible(v reflect.Value) bool {
	switch t := v.Type(); {
	case !isNil(v) || !isStat(t):
		return true
	case t.Kind() == reflect.Pointer:
		visible, _ := attempt(func() bool { return reflect.New(t.Elem()).Interface().(Stat).Visible() })
		return visible
	}
	return false
}

// nameOf returns the name of a stat, or fallback if the stat has none.
func nameOf(s Stat, fallback string) string {
	if name := s.StatName(); name != "" {
		return name
	}
	return fallback
}

// A statSnapshot is a stat with its value at the time of reading.
type statSnapshot struct {
	name, value string
	visible     bool
}

func (s statSnapshot) StatName() string { return s.name }
func (s statSnapshot) String() string   { return s.value }
func (s statSnapshot) Visible() bool    { return s.visible }

func isNil(v reflect.Value) bool {
	return (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil()
}

// formatReflected formats a value for players. decimals is -1 for all decimals.
func formatReflected(v reflect.Value, decimals int) string {
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
	return formatDecimal(v.Float(), decimals, v.Type().Bits())
}

// formatDecimal formats a float without an exponent, and zero without a sign.
func formatDecimal(x float64, decimals, bits int) string {
	s := strconv.FormatFloat(x, 'f', decimals, bits)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// splitName splits a CamelCase name: "PublicTrust" is "Public Trust", "GDPGrowth" is "GDP
// Growth", "Public_Trust" is "Public Trust".
func splitName(name string) string {
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
