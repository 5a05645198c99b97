package cardsim

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A plan lists the methods and fields of a type that can be stats. ExtractStats, debug mode and
// previews read a struct by the plan of its type. A plan does not change, and all goroutines may
// read it.
type plan struct {
	methods  []statMethod
	fields   []statField // in the order of their declaration, with the fields of embedded structs
	warnings error       // warnings for invalid tags, or nil
}

// A statMethod is a method of the type or of its pointer that returns a stat.
type statMethod struct {
	index  int // among the methods of the pointer, by name
	name   string
	hidden bool
}

// A statField is a field of a struct, or of a struct embedded in it.
type statField struct {
	path        []int // index in the struct, and in each embedded struct on the way
	fieldType   reflect.Type
	name        string // displayed name
	customName  bool   // the name comes from the tag cardsim_name
	exported    bool
	foreign     bool // the field, or a struct on the way, is an unexported field of another package
	statTag     bool // the field has a tag other than knownTag
	known       bool // the field has knownTag
	hidden      bool // the tag hides the field
	decimals    int  // to which the tag rounds, or -1
	stat        bool // the value, or a pointer to the value, is a Stat
	isContainer bool // the value is a Stored or a Hidden, or a pointer to one
	exactText   bool // the displayed text determines the value
}

// plans holds the plan of each type that was read.
var plans sync.Map

// planOf returns the plan of t, which is not a pointer.
func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := &plan{methods: statMethods(reflect.PointerTo(t))}
	var wrong []error
	if t.Kind() == reflect.Struct {
		p.fields, wrong = statFields(t)
	}
	p.warnings = errors.Join(wrong...)
	kept, _ := plans.LoadOrStore(t, p)
	return kept.(*plan)
}

func statMethods(t reflect.Type) (all []statMethod) {
	for i := range t.NumMethod() {
		m := t.Method(i)
		rest, visible := strings.CutPrefix(m.Name, "Stat")
		hidden := false
		if !visible {
			rest, hidden = strings.CutPrefix(m.Name, "HiddenStat")
		}
		first, _ := utf8.DecodeRuneInString(rest)
		if (visible || hidden) && (unicode.IsUpper(first) || unicode.IsDigit(first)) &&
			m.Type.NumIn() == 1 && m.Type.NumOut() == 1 {
			all = append(all, statMethod{i, splitName(rest), hidden})
		}
	}
	return all
}

// statFields lists the fields of struct type t. It replaces an embedded struct by its fields, unless
// the struct is a stat or has a tag. The errors are warnings for invalid tags.
func statFields(t reflect.Type) (all []statField, wrong []error) {
	home := t.PkgPath()
	var add func(t reflect.Type, path []int, sealed bool, within []reflect.Type)
	add = func(t reflect.Type, path []int, sealed bool, within []reflect.Type) {
		within = append(within, t)
		for i := range t.NumField() {
			f := t.Field(i)
			path := append(slices.Clip(path), i)
			sealed := sealed || f.PkgPath != "" && f.PkgPath != home
			if _, tagged := f.Tag.Lookup("cardsim"); f.Anonymous && !tagged && !isStat(f.Type) {
				if in := pointedAt(f.Type); in.Kind() == reflect.Struct && !slices.Contains(within, in) {
					add(in, path, sealed, within)
				}
				continue
			}
			s, err := newStatField(&f)
			if err != nil {
				wrong = append(wrong, Warningf("field %s.%s%w", t.Name(), f.Name, err))
			}
			s.path, s.foreign = path, sealed
			all = append(all, s)
		}
	}
	add(t, nil, false, nil)
	return all, wrong
}

// addTag is the advice in the error for a field that has the tag cardsim_name but is not a stat.
const addTag = `add cardsim:"stat" or cardsim:"hidden" to its tag`

// newStatField reads the type and the tags of a field. The caller puts the name of the field before
// the text of the error.
func newStatField(f *reflect.StructField) (statField, error) {
	tag, tagged := f.Tag.Lookup("cardsim")
	name, named := f.Tag.Lookup("cardsim_name")
	s := statField{
		fieldType: f.Type, name: cmp.Or(name, splitName(f.Name)), customName: name != "", exported: f.IsExported(),
		statTag: tagged && tag != knownTag, known: tag == knownTag, decimals: -1,
		stat: isStat(f.Type), isContainer: f.Type.Implements(reflect.TypeFor[container]()),
	}
	value := pointedAt(f.Type)
	if s.isContainer && value.Kind() == reflect.Struct {
		held, _ := value.FieldByName("Value")
		value = held.Type
	}
	s.exactText = hasExactText(value, nil)
	switch {
	case !s.exported && tagged:
		return s, fmt.Errorf(" has the tag cardsim:%q but is unexported: capitalize the field", tag)
	case named && !s.exported:
		return s, fmt.Errorf(" has the tag cardsim_name:%q but is not a stat: capitalize the field and %s", name, addTag)
	case named && !s.statTag && (s.known || !s.stat):
		return s, fmt.Errorf(" has the tag cardsim_name:%q but is not a stat: %s", name, addTag)
	case s.statTag:
		var err error
		if s.decimals, s.hidden, err = parseTag(tag, f.Type); err != nil {
			return s, fmt.Errorf(": %w", err)
		}
	}
	return s, nil
}

// isExtracted reports whether ExtractStats lists the field, visible or hidden.
func (s *statField) isExtracted() bool { return s.exported && !s.known && (s.statTag || s.stat) }

// valueIn returns the field of a struct, or the zero Value if an embedded pointer on the way is nil.
func (s *statField) valueIn(v reflect.Value) reflect.Value {
	for i, at := range s.path {
		if i > 0 {
			if v = reflect.Indirect(v); !v.IsValid() {
				return v
			}
		}
		v = v.Field(at)
	}
	return v
}

// pointedAt returns the type to which t points, or t if it is not a pointer.
func pointedAt(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

var statType = reflect.TypeFor[Stat]()

// isStat reports whether a field of type t is a Stat.
func isStat(t reflect.Type) bool {
	if t.PkgPath() == "" && t.Kind() < reflect.Array { // a basic type without methods
		return false
	}
	return t.Implements(statType) || t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(statType)
}

// hasExactText reports whether the displayed text of a value of type t determines the value. The text
// of a struct or a list with a String method may omit a part. The parameter within lists the types
// that contain t; the text of a value that contains its own type may be incomplete.
func hasExactText(t reflect.Type, within []reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct, reflect.Array, reflect.Slice, reflect.Map:
	default:
		return t.Kind() <= reflect.Complex128 || t.Kind() == reflect.String
	}
	if t.Implements(reflect.TypeFor[fmt.Stringer]()) || slices.Contains(within, t) {
		return false
	}
	within = append(within, t)
	if t.Kind() != reflect.Struct {
		return (t.Kind() != reflect.Map || hasExactText(t.Key(), within)) && hasExactText(t.Elem(), within)
	}
	for i := range t.NumField() {
		if !hasExactText(t.Field(i).Type, within) {
			return false
		}
	}
	return true
}

// maxDecimals is the largest number of decimals in a tag. No float64 has more decimals.
const maxDecimals = 1074

// parseTag parses the tag of a field of type t. decimals is -1 if the tag does not round.
func parseTag(tag string, t reflect.Type) (decimals int, hidden bool, err error) {
	rest, hidden := strings.CutPrefix(tag, "hidden")
	digits, round := strings.CutPrefix(rest, "round")
	switch {
	case !round && (rest == "stat" || hidden && rest == ""):
		return -1, hidden, nil
	case !round:
		return -1, true, fmt.Errorf("unknown tag %q hides the field; use stat, hidden, hiddenstat, roundN, hiddenroundN or known", tag)
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || n > maxDecimals {
		return -1, hidden, fmt.Errorf("tag %q: give the number of decimals, for example round2", tag)
	}
	if !canRound(t) {
		return -1, hidden, fmt.Errorf("tag %q: only floats can be rounded, not %s; use stat or hidden", tag, t)
	}
	return int(n), hidden, nil
}

// canRound reports whether values of type t are floats, pointers to them, or a Stored or Hidden
// of them.
func canRound(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Implements(reflect.TypeFor[container]()) {
		value, _ := t.FieldByName("Value")
		return canRound(value.Type)
	}
	return t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64
}
