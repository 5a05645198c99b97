package cardsim

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
)

// A Setter is a stat that can be changed although it is not a field of a struct. Debug mode
// changes it in the game, and previews change it in their copies.
type Setter interface {
	Stat
	// Value returns the value of the stat: a float64, a bool or a string.
	Value() any
	// Set sets the stat to a value of the type that Value returns. It moves a number outside the
	// stat's limits to the nearest limit.
	Set(value any)
}

// TextSetter is a Setter of a text. Debug mode offers the texts that TextSetter lists, and previews try
// them if the stat is hidden.
type TextSetter interface {
	Setter
	Texts() []string
}

// A settable is a stat that debug mode and previews can change: a field or a Setter.
type settable struct {
	name   string
	field  reflect.Value
	setter Setter // nil for a field
	hidden bool   // the setter is a hidden stat
}

// settables lists the stats that can be set, numbers first. Fields precede Setters. The list has
// at most 255 stats, because an option stores the index in one byte.
func (p *Player[C]) settables() []settable {
	v := reflect.ValueOf(&p.Stats).Elem()
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return nil
	}
	var all []settable
	fields := planOf(v.Type()).fields
	for i := range fields {
		f := &fields[i]
		x := f.valueIn(v)
		if !f.exported || f.known || !f.statTag && !f.isContainer || !reflect.Indirect(x).IsValid() {
			continue
		}
		s := settable{name: f.name, field: x}
		if f.isContainer {
			in := reflect.Indirect(x)
			s.field = in.FieldByName("Value")
			if own := in.FieldByName("Name").String(); !f.customName && own != "" {
				s.name = own
			}
		}
		if s.field.CanSet() && s.value() != nil {
			all = append(all, s)
		}
	}
	_ = guard(func() error { // if Stats panics, fields can still be set
		for _, s := range p.Stats.Stats() {
			if to, is := s.(Setter); is {
				all = append(all, settable{name: s.StatName(), setter: to, hidden: !s.Visible()})
			}
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b settable) int {
		_, first := a.value().(float64)
		_, second := b.value().(float64)
		switch {
		case first == second:
			return 0
		case first:
			return -1
		}
		return 1
	})
	return all[:min(len(all), 255)]
}

// value returns the value of the stat: a number as a float64, a bool or a string. It returns nil
// for another type.
func (s settable) value() any {
	switch v := s.field; {
	case s.setter != nil:
		return s.setter.Value()
	case v.CanFloat():
		return v.Float()
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.Kind() == reflect.String:
		return v.String()
	}
	return nil
}

// set sets a stat to a value of the type that value returns. A number outside the range of an
// integer field changes nothing, except that a negative number sets an unsigned field to 0.
func (s settable) set(value any) {
	x, _ := value.(float64)
	switch v := s.field; {
	case s.setter != nil:
		s.setter.Set(value)
	case v.CanFloat():
		v.SetFloat(x)
	case v.CanInt():
		if math.Abs(x) < 1<<63 && !v.OverflowInt(int64(x)) {
			v.SetInt(int64(x))
		}
	case v.CanUint():
		if x = max(x, 0); x < 1<<64 && !v.OverflowUint(uint64(x)) {
			v.SetUint(uint64(x))
		}
	case v.Kind() == reflect.Bool:
		v.SetBool(value.(bool))
	default:
		v.SetString(value.(string))
	}
}

// A statChoice is a value that a debug action gives a stat.
type statChoice struct {
	text  string
	value any
}

// choices lists the values that debug actions give the stat.
func (s settable) choices() (all []statChoice) {
	switch v := s.value().(type) {
	case float64:
		for _, step := range statSteps {
			all = append(all, statChoice{step.text, step.apply(v)})
		}
	case bool:
		all = append(all, statChoice{fmt.Sprintf("= %t", !v), !v})
	case string:
		if t, is := s.setter.(TextSetter); is {
			for _, text := range t.Texts() {
				all = append(all, statChoice{"= " + strconv.Quote(text), text})
			}
		}
	}
	return all[:min(len(all), 255)]
}
