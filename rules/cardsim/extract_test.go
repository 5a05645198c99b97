package cardsim_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
)

// formatStats formats stats, one per line, with hidden stats in brackets.
func formatStats(stats []cardsim.Stat) (lines []string) {
	for _, s := range stats {
		line := s.StatName() + "=" + s.String()
		if !s.Visible() {
			line = "[" + line + "]"
		}
		lines = append(lines, line)
	}
	return lines
}

type withMethods struct{ n int }

func (w withMethods) StatFoo() int                { return w.n }
func (w *withMethods) HiddenStatPlotSize() string { return "large" }
func (w withMethods) Stats() []cardsim.Stat       { return nil }
func (w withMethods) Status() int                 { return 1 } // not a stat: no name after Stat
func (w withMethods) StatOf(int) int              { return 1 } // not a stat: it has an argument
func (w withMethods) StatTwo() (int, error)       { return 1, nil }
func (w withMethods) StatNothing()                {}
func (w withMethods) StatMade() cardsim.Stat      { return cardsim.VisibleStat("Made Up", 0.5) }

type literal struct{ words string }

func (l literal) StatName() string { return "Literal " + l.words }
func (l literal) String() string   { return l.words }
func (l literal) Visible() bool    { return l.words != "secret" }

type byPointer struct{ n int }

func (b *byPointer) StatName() string { return "" }
func (b *byPointer) String() string   { return fmt.Sprint(b.n) }
func (b *byPointer) Visible() bool    { return true }

type base struct {
	Ground int `cardsim:"stat"`
}

func (b base) StatDepth() int { return b.Ground * 2 }

type embedding struct {
	base
	*withMethods
	Top int `cardsim:"stat"`
}

type ordered struct {
	Zebra int                    `cardsim:"stat"`
	Apple cardsim.Hidden[string] // an ordinary field
	Mango float64                `cardsim:"round1"`
}

func (o *ordered) StatYak() int         { return 1 }
func (o *ordered) HiddenStatAnt() int   { return 2 }
func (o *ordered) StatBee() int         { return 3 }
func (o ordered) Stats() []cardsim.Stat { return cardsim.ExtractStats(&o) }

type degrees float64

func (d degrees) String() string { return fmt.Sprintf("%g°", float64(d)) }

// TestExtractStats checks the extraction of stats, with a row for each sentence of its documentation.
func TestExtractStats(t *testing.T) {
	two := 2.5
	for _, row := range []struct {
		sentence string
		of       any
		want     []string
	}{
		{"any method with a name like StatFoo or HiddenStatFoo, the latter invisible", &withMethods{3},
			[]string{"[Plot Size=large]", "Foo=3", "Made Up=0.5"}},
		{"the same for a struct that is not a pointer", withMethods{3},
			[]string{"[Plot Size=large]", "Foo=3", "Made Up=0.5"}},
		{"any exported field with a type that is already a Stat", struct {
			A literal
			B literal
			C byPointer
			d literal
		}{literal{"x"}, literal{"secret"}, byPointer{4}, literal{"y"}},
			[]string{"Literal x=x", "[Literal secret=secret]", "C=4"}},
		{"the Stored[T] and Hidden[T] generic types are containers for this", struct {
			Grain cardsim.Stored[int]
			Owed  cardsim.Hidden[float64]
			Named cardsim.Stored[string]
		}{cardsim.Stored[int]{Value: 7}, cardsim.Hidden[float64]{Value: 1e6}, cardsim.Stored[string]{Name: "Motto", Value: "on"}},
			[]string{"Grain=7", "[Owed=1000000]", "Motto=on"}},
		{"any exported field tagged with cardsim:\"stat\"", struct {
			Tagged   int `cardsim:"stat"`
			Untagged int
		}{1, 2}, []string{"Tagged=1"}},
		{"or cardsim:\"hidden\" for hidden stats", struct {
			H bool `cardsim:"hidden"`
		}{true}, []string{"[H=true]"}},
		{"\"hiddenstat\" also works", struct {
			H string `cardsim:"hiddenstat"`
		}{"x"}, []string{"[H=x]"}},
		{"you can use \"round2\" to round to two decimal places", struct {
			R float64 `cardsim:"round2"`
		}{1.239}, []string{"R=1.24"}},
		{"you can use any integer here, not just 2", struct {
			A float64 `cardsim:"round0"`
			B float64 `cardsim:"round1"`
			C float64 `cardsim:"round12"`
			D float64 `cardsim:"round30"`
		}{1.6, 1.25, 0.1, 0.5}, []string{"A=2", "B=1.2", "C=0.100000000000", "D=0.500000000000000000000000000000"}},
		{"works with both float types", struct {
			A float32  `cardsim:"round2"`
			B float64  `cardsim:"round2"`
			C *float64 `cardsim:"round2"`
			D degrees  `cardsim:"round1"`
		}{1.5, 1.5, &two, 3}, []string{"A=1.50", "B=1.50", "C=2.50", "D=3.0"}},
		{"\"hiddenround3\" (or any other number) creates a hidden rounded stat", struct {
			A float64 `cardsim:"hiddenround3"`
			B float32 `cardsim:"hiddenround0"`
		}{1, 2.75}, []string{"[A=1.000]", "[B=3]"}},
		{"cardsim_name:\"name\" changes the display name", struct {
			X int     `cardsim:"stat" cardsim_name:"Stat Display Name"`
			Y float64 `cardsim:"hiddenround1" cardsim_name:"Hidden Rounded Stat"`
		}{1, 2.34}, []string{"Stat Display Name=1", "[Hidden Rounded Stat=2.3]"}},
		{"methods first (lexicographically), then fields (in the order they appear)", &ordered{Zebra: 1, Mango: 2},
			[]string{"[Ant=2]", "Bee=3", "Yak=1", "Zebra=1", "[Apple=]", "Mango=2.0"}},

		// Cases that the sentences above do not mention.
		{"promoted methods and fields of embedded structs count", embedding{base{2}, &withMethods{3}, 4},
			[]string{"[Plot Size=large]", "Depth=4", "Foo=3", "Made Up=0.5", "Ground=2", "Top=4"}},
		{"a nil pointer shows as -", struct {
			P *int         `cardsim:"stat"`
			S *literal     `cardsim:"stat"`
			I cardsim.Stat `cardsim:"hidden"`
			R *float64     `cardsim:"round2"`
			E any          `cardsim:"stat"`
			F fmt.Stringer `cardsim:"stat"`
			G *cardsim.Stored[int]
			H *cardsim.Hidden[int]
			J *cardsim.Hidden[int] `cardsim:"stat"`
			K cardsim.Stat
			L *panickingStat
		}{}, []string{"P=-", "S=-", "[I=-]", "R=-", "E=-", "F=-", "G=-", "[H=-]", "[J=-]", "[K=-]", "[L=-]"}},
		{"a method that returns a nil Hidden is hidden", &nilStat{}, []string{"[Secret=-]"}},
		{"rounding is to the nearest decimal of the stored value, ties to even", struct {
			A float64 `cardsim:"round2"`
			B float64 `cardsim:"round2"`
			C float64 `cardsim:"round1"`
		}{2.675, 0.125, -0.04}, []string{"A=2.67", "B=0.12", "C=0.0"}},
		{"floats have no exponent", struct {
			A float64 `cardsim:"stat"`
			B float32 `cardsim:"stat"`
		}{1e20, 0.1}, []string{"A=100000000000000000000", "B=0.1"}},
		{"names are split into words, and may repeat", struct {
			PublicTrust int `cardsim:"stat"`
			GDPGrowth   int `cardsim:"stat"`
			Top10Cities int `cardsim:"stat"`
			Old_Debts   int `cardsim:"stat"`
			A           int `cardsim:"stat" cardsim_name:"Old Debts"`
		}{}, []string{"Public Trust=0", "GDP Growth=0", "Top10 Cities=0", "Old Debts=0", "Old Debts=0"}},
		{"tags override the name and the visibility of a Stat", struct {
			A cardsim.Stored[float64] `cardsim:"hiddenround1"`
			B cardsim.Hidden[float32] `cardsim_name:"Given"`
			C literal                 `cardsim_name:"Other"`
		}{cardsim.Stored[float64]{Value: 2.25}, cardsim.Hidden[float32]{Name: "Own", Value: 1.5}, literal{"x"}},
			[]string{"[A=2.2]", "[Given=1.5]", "Other=x"}},
		{"stats with a String method", struct {
			A degrees `cardsim:"stat"`
		}{3}, []string{"A=3°"}},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			assert.Equal(t, row.want, formatStats(cardsim.ExtractStats(row.of)))
			assert.NoError(t, cardsim.CheckStats(row.of))
		})
	}
}

// A nilStat has a method that returns a nil stat.
type nilStat struct{}

func (*nilStat) StatSecret() *cardsim.Hidden[int] { return nil }

// A panickingStat is a stat whose Visible panics for an empty value.
type panickingStat struct{ *literal }

func (s *panickingStat) Visible() bool { return s.literal.words != "" }

func TestEmbeddedNil(t *testing.T) {
	x := struct {
		*base
		A int `cardsim:"stat"`
	}{nil, 1}
	assert.Panics(t, func() { cardsim.ExtractStats(x) }, "StatDepth is promoted from a nil pointer")
	y := struct {
		*hollow
		A int `cardsim:"stat"`
	}{nil, 1}
	assert.Equal(t, []string{"A=1"}, formatStats(cardsim.ExtractStats(y)))
}

type hollow struct {
	B int `cardsim:"stat"`
}

func TestSortStats(t *testing.T) {
	stats := cardsim.ExtractStats(&ordered{})
	sorted := cardsim.SortStats(stats)
	assert.Equal(t, []string{"Bee=3", "Mango=0.0", "Yak=1", "Zebra=0", "[Ant=2]", "[Apple=]"}, formatStats(stats))
	assert.Equal(t, formatStats(stats), formatStats(sorted))

	stats = []cardsim.Stat{cardsim.VisibleStat("b", 1), cardsim.VisibleStat("B", 2), cardsim.HiddenStat("a", 3), cardsim.VisibleStat("A", nil)}
	assert.Equal(t, []string{"A=-", "b=1", "B=2", "[a=3]"}, formatStats(cardsim.SortStats(stats)), "case does not count, equal names keep their order")
}

// TestBadTags checks that invalid tags cause warnings, and that a stat with an unknown
// tag is hidden.
func TestBadTags(t *testing.T) {
	x := struct {
		A int                     `cardsim:"hiden"`
		B int                     `cardsim:"round2"`
		C float64                 `cardsim:"round"`
		D float64                 `cardsim:"round-1"`
		E float64                 `cardsim:"hiddenround9999"`
		F int                     `cardsim:""`
		G cardsim.Stored[int]     `cardsim:"round1"`
		h int                     `cardsim:"stat"`
		I cardsim.Stored[float64] `cardsim:"round1"`
		J int                     `cardsim_name:"The Oil"`
		k int                     `cardsim_name:"The Tar"`
	}{C: 1.25}
	x.h, x.k = 1, 1
	assert.Equal(t, []string{"[A=0]", "B=0", "C=1.25", "D=0", "[E=0]", "[F=0]", "G=0", "I=0.0"}, formatStats(cardsim.ExtractStats(x)))
	err := cardsim.CheckStats(x)
	require.Error(t, err)
	assert.True(t, cardsim.IsWarning(err))
	for _, want := range []string{
		`.A: unknown tag "hiden" hides the field; use stat, hidden, hiddenstat, roundN, hiddenroundN or known`,
		`.B: tag "round2": only floats can be rounded, not int`,
		`.C: tag "round": give the number of decimals`, `.D: tag "round-1"`, `.E: tag "hiddenround9999"`,
		`.F: unknown tag ""`, `.G: tag "round1"`, `.h has the tag cardsim:"stat" but is unexported`,
		`.J has the tag cardsim_name:"The Oil" but is not a stat: add cardsim:"stat" or cardsim:"hidden" to its tag`,
		`.k has the tag cardsim_name:"The Tar" but is not a stat: capitalize the field and add cardsim:"stat" or cardsim:"hidden" to its tag`,
	} {
		assert.ErrorContains(t, err, want)
	}
	assert.NotContains(t, err.Error(), ".I")
	assert.Error(t, cardsim.CheckStats((*town)(nil)))
	assert.Empty(t, cardsim.ExtractStats(nil))
	assert.Error(t, cardsim.CheckStats(degrees(3)))
}
