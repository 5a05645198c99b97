package cardsim

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// A Stat is a number, text or whatever else a game counts, with what is needed to
// show it. ExtractStats makes them of a struct; a game may write its own.
type Stat interface {
	// StatName is what the player reads, for example "Public Trust".
	StatName() string
	// String is the value as the player reads it.
	String() string
	// Visible reports whether players see it. The others show in debug mode only.
	Visible() bool
}

// A StatsCollection is the game-specific part of a player: a struct of the
// designer's, usually behind a pointer.
type StatsCollection interface {
	// Stats lists the stats in the order in which they are shown. Most games
	// return ExtractStats of the receiver. It must not change anything.
	Stats() []Stat
}

// A StatLiteral is a stat that just is what it says.
type StatLiteral struct {
	Name   string
	Value  any
	Hidden bool
}

func (s StatLiteral) StatName() string { return s.Name }
func (s StatLiteral) String() string   { return text(s.Value) }
func (s StatLiteral) Visible() bool    { return !s.Hidden }

// VisibleStat makes a stat of a name and a value.
func VisibleStat(name string, value any) Stat { return StatLiteral{Name: name, Value: value} }

// HiddenStat makes a stat that players do not see.
func HiddenStat(name string, value any) Stat {
	return StatLiteral{Name: name, Value: value, Hidden: true}
}

// Stored is a field that is a visible stat by itself. Its Name is set where the
// struct is made; ExtractStats uses the name of the field if it is empty.
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
func (s Stored[T]) String() string   { return text(s.Value) }
func (s Stored[T]) Visible() bool    { return true }
func (s Stored[T]) content() any     { return s.Value }

// Hidden is Stored for a stat that players do not see.
type Hidden[T any] struct {
	Name  string
	Value T
}

func (s Hidden[T]) StatName() string { return s.Name }
func (s Hidden[T]) String() string   { return text(s.Value) }
func (s Hidden[T]) Visible() bool    { return false }
func (s Hidden[T]) content() any     { return s.Value }

// A container is a Stored or a Hidden, whatever they hold.
type container interface{ content() any }

// SortStats puts visible stats before hidden ones, each in the order of the
// alphabet, case not counting. Equal names keep their order. It sorts the list
// itself, and returns it so that a Stats method can be one line:
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

// text formats a value for players: floats without an exponent, nil as "-".
func text(value any) string {
	if value == nil {
		return "-"
	}
	return show(reflect.ValueOf(value), -1)
}
