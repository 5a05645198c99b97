package cardsim

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// A Stat is a named value that a game shows. ExtractStats returns the stats of a struct.
type Stat interface {
	// StatName returns the displayed name, for example "Public Trust".
	StatName() string
	// String returns the displayed value.
	String() string
	// Visible reports whether players see the stat. Hidden stats are shown in debug
	// mode only.
	Visible() bool
}

// A StatsCollection is the designer's part of a player: a struct, usually behind a
// pointer.
type StatsCollection interface {
	// Stats lists the stats in display order. Most games return ExtractStats of the
	// receiver. Stats must not change anything.
	Stats() []Stat
}

// A StatLiteral is a stat with a fixed name and value.
type StatLiteral struct {
	Name   string
	Value  any
	Hidden bool
}

func (s StatLiteral) StatName() string { return s.Name }
func (s StatLiteral) String() string   { return formatValue(s.Value) }
func (s StatLiteral) Visible() bool    { return !s.Hidden }

// VisibleStat returns a stat with a name and a value.
func VisibleStat(name string, value any) Stat { return StatLiteral{Name: name, Value: value} }

// HiddenStat returns a stat that players do not see.
func HiddenStat(name string, value any) Stat {
	return StatLiteral{Name: name, Value: value, Hidden: true}
}

// Stored holds the value of a visible stat in a field of the designer's struct. An empty Name means
// the name of the field. To use another name, set Name where the struct is created.
//
//	type Nation struct {
//		Treasury cardsim.Stored[int]
//		Unrest   cardsim.Hidden[float64] `cardsim:"round1"`
//	}
//	…
//	p.Stats.Treasury.Value += 10
type Stored[T any] struct {
	Name  string
	Value T
}

func (s Stored[T]) StatName() string { return s.Name }
func (s Stored[T]) String() string   { return formatValue(s.Value) }
func (s Stored[T]) Visible() bool    { return true }
func (s Stored[T]) content() any     { return s.Value }

// Hidden is like Stored, for a stat that players do not see.
type Hidden[T any] struct {
	Name  string
	Value T
}

func (s Hidden[T]) StatName() string { return s.Name }
func (s Hidden[T]) String() string   { return formatValue(s.Value) }
func (s Hidden[T]) Visible() bool    { return false }
func (s Hidden[T]) content() any     { return s.Value }

// A container is a Stored or a Hidden of any type.
type container interface{ content() any }

// SortStats sorts visible stats before hidden ones, and each group alphabetically and
// case-insensitively. The sort is stable and in place. SortStats returns the sorted list, so a
// Stats method can be one line:
//
//	return cardsim.SortStats(cardsim.ExtractStats(n))
func SortStats(stats []Stat) []Stat {
	slices.SortStableFunc(stats, func(a, b Stat) int {
		if a.Visible() != b.Visible() {
			if a.Visible() {
				return -1
			}
			return 1
		}
		return cmp.Compare(strings.ToLower(a.StatName()), strings.ToLower(b.StatName()))
	})
	return stats
}

// formatValue formats a value for players: floats without an exponent, nil as "-".
func formatValue(value any) string {
	if value == nil {
		return "-"
	}
	return formatReflected(reflect.ValueOf(value), -1)
}
