package cardsim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type inner struct {
	N int
	s string
}

type rich struct {
	Name   string
	List   []inner
	Map    map[string][]int
	Ptr    *float64
	Grid   [2][]int
	Nil    []int
	NilMap map[int]int
	hidden [3]int8
	Stored Stored[[]int]
}

type chain struct{ Next *chain }

type withFunc struct{ F func() }

type withPrivate struct{ list []int }

type withAny struct{ X any }

type withKeys struct{ M map[*int]int }

func TestCopier(t *testing.T) {
	x := 1.5
	from := &rich{
		Name: "a", List: []inner{{1, "x"}}, Map: map[string][]int{"k": {1, 2}}, Ptr: &x, Grid: [2][]int{{1}, nil},
		hidden: [3]int8{7, 8, 9}, Stored: Stored[[]int]{Value: []int{4}},
	}
	c, err := newCopier[*rich](nil)
	require.NoError(t, err)
	to := c.copy(nil, from)
	assert.Equal(t, from, to)
	to.List[0].N, to.Map["k"][0], *to.Ptr, to.Grid[0][0], to.Stored.Value[0], to.hidden[0] = 9, 9, 9, 9, 9, 9
	to.Map["new"] = nil
	assert.Equal(t, &rich{
		Name: "a", List: []inner{{1, "x"}}, Map: map[string][]int{"k": {1, 2}}, Ptr: from.Ptr, Grid: [2][]int{{1}, nil},
		hidden: [3]int8{7, 8, 9}, Stored: Stored[[]int]{Value: []int{4}},
	}, from)
	assert.Equal(t, 1.5, *from.Ptr)
	assert.Nil(t, to.Nil)
	assert.Nil(t, to.NilMap)
	assert.Nil(t, c.copy(to, nil))

	flat, err := newCopier[*inner](nil)
	require.NoError(t, err)
	old := &inner{1, "x"}
	copied := flat.copy(old, &inner{2, "y"})
	assert.Same(t, old, copied, "the memory is reused")
	assert.Equal(t, inner{2, "y"}, *old)
	assert.Equal(t, &inner{2, "y"}, flat.copy(nil, old))
	plain, err := newCopier[inner](nil)
	require.NoError(t, err)
	assert.Equal(t, inner{3, "z"}, plain.copy(inner{}, inner{3, "z"}))

	_, err = newCopier[*chain](nil)
	assert.ErrorContains(t, err, "*cardsim.chain.Next contains its own type *cardsim.chain")
	_, err = newCopier[*withFunc](nil)
	assert.ErrorContains(t, err, "*cardsim.withFunc.F has kind func, which cannot be copied")
	_, err = newCopier[*withPrivate](nil)
	assert.ErrorContains(t, err, "*cardsim.withPrivate.list is unexported and contains a reference")
	_, err = newCopier[*withAny](nil)
	assert.ErrorContains(t, err, "*cardsim.withAny.X has kind interface")
	_, err = newCopier[*withKeys](nil)
	assert.ErrorContains(t, err, "the keys of *cardsim.withKeys.M contain references")
	_, err = newCopier[StatsCollection](nil)
	assert.ErrorContains(t, err, "is an interface")
	byHand, err := newCopier(func(c *chain) *chain { return &chain{c.Next} })
	require.NoError(t, err)
	assert.Equal(t, &chain{}, byHand.copy(nil, &chain{}))
}

type marshals struct{ N int }

func (m marshals) MarshalJSON() ([]byte, error) { return []byte(`"own"`), nil }

// TestEncode checks that the encoding covers everything in a struct, in a fixed order.
func TestEncode(t *testing.T) {
	x := 2.5
	loop := &chain{}
	loop.Next = loop
	for _, row := range []struct {
		of   any
		want string
	}{
		{&inner{1, "q\""}, `&{N:1 s:"q\"" }`},
		{map[string]int{"b": 1, "a": 2, "c": 3}, `map["a":2 "b":1 "c":3 ]`},
		{map[int]inner{10: {}, 9: {1, ""}}, `map[10:{N:0 s:"" } 9:{N:1 s:"" } ]`},
		{[]any{true, nil, int8(-3), uint16(7), x, &x, float32(0.1), complex(1, 2)},
			"[bool=true nil int8=-3 uint16=7 float64=2.5 *float64=&2.5 float32=0.10000000149011612 complex128=(1 2) ]"},
		{[]float64{math.NaN(), math.Inf(-1)}, "[NaN -Inf ]"},
		{loop, "&{Next:^1 }"},
		{withFunc{}, "{F:functrue }"},
		{withPrivate{[]int{1}}, "{list:[1 ] }"},
		{(*inner)(nil), "nil"},
		{nil, "nil"},
		{marshals{3}, `"own"`},
	} {
		assert.Equal(t, row.want, string(appendValue(nil, row.of)))
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"PublicTrust": "Public Trust", "GDP": "GDP", "GDPGrowth": "GDP Growth", "x": "x", "A": "A", "Ärger": "Ärger", "Public_Trust": "Public Trust",
		"B2B": "B2 B", "": "",
	} {
		assert.Equal(t, want, splitName(name))
	}
}

func TestCause(t *testing.T) {
	for want, c := range map[string]cause{
		`rule "r" of step 0`:          {kind: "rule", name: "r"},
		`card "c", option 2, Enabled`: {kind: "card", name: "c", option: 2, part: "Enabled"},
		`action "a", Hide`:            {kind: "action", name: "a", part: "Hide"},
		"stats":                       {kind: "stats"},
		`rules`:                       {kind: "rules"},
		"prompt, Show":                {kind: "prompt", part: "Show"},
	} {
		assert.Equal(t, want, c.String())
	}
}
