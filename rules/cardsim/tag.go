package cardsim

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"
)

// maxDecimals is the most that a tag can ask for. No float64 has more.
const maxDecimals = 1074

// parseTag reads the tag of a field of type t. decimals is -1 for a value that is
// not rounded.
func parseTag(tag string, t reflect.Type) (decimals int, hidden bool, err error) {
	rest, hidden := strings.CutPrefix(tag, "hidden")
	digits, round := strings.CutPrefix(rest, "round")
	switch {
	case !round && (rest == "stat" || hidden && rest == ""):
		return -1, hidden, nil
	case !round:
		return -1, true, fmt.Errorf("the tag %q says nothing, so the field is hidden: there are stat, hidden, hiddenstat, roundN and hiddenroundN", tag)
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || n > maxDecimals {
		return -1, hidden, fmt.Errorf("the tag %q: after round comes how many decimals, such as round2", tag)
	}
	if !rounds(t) {
		return -1, hidden, fmt.Errorf("the tag %q: type %s cannot be rounded, only floats can: write stat or hidden", tag, t)
	}
	return int(n), hidden, nil
}

// rounds reports whether values of type t are floats, or hold one.
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

// show writes a value as players read it. decimals is -1 for all there are.
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

// textOf is text for whatever is no plain value.
func textOf(value any) string { return show(reflect.ValueOf(value), -1) }

// decimal writes a float without an exponent, and zero without a sign.
func decimal(x float64, decimals, bits int) string {
	s := strconv.FormatFloat(x, 'f', decimals, bits)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// words takes a name in CamelCase apart: "PublicTrust" is "Public Trust", "GDPGrowth"
// is "GDP Growth", "Public_Trust" is "Public Trust".
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
