package state_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	. "gamed/state"
)

func TestNumSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		quantity := Num(rapid.IntRange(0, 120).Draw(t, "quantity")) << 8
		literal := rapid.IntRange(-127, 127).Draw(t, "literal")
		base, rest := (quantity + Num(literal)).Split()
		assert.Equal(t, quantity, base)
		assert.Equal(t, literal, rest)
	})
	for _, n := range []Num{X, AllOfThem, FirstNum, FirstNum + 1<<8} {
		base, literal := n.Split()
		assert.Equal(t, n, base)
		assert.Zero(t, literal)
	}
}

func TestRead(t *testing.T) {
	r := Ruleset[tiny]{Amount: func(_ *tiny, _ *Frame, base Num) int { return int(base-FirstNum)>>8*10 + 5 }}
	for n, want := range map[Num]int{0: 0, -3: -3, 127: 127, X: 7, X - 2: 5, FirstNum + 1: 6, FirstNum + 1<<8 - 20: -5} {
		assert.Equal(t, want, r.Read(nil, &Frame{X: 7}, n), "%d", n)
	}
	assert.GreaterOrEqual(t, r.Read(nil, &Frame{}, AllOfThem), 127)
}

// step returns code with one op, which has the ruleset's verb number v.
func step(v int) Code { return Code{{Verb: FirstVerb + Verb(v)}} }

// TestCodeIsFlat checks the targets of loops and branches.
func TestCodeIsFlat(t *testing.T) {
	const n = 3 // number of verbs in a body
	body := step(0).Then(step(1), step(2))
	may, ifAny, each, pick := May(body), IfAny(body), EachOther(body), Pick(1, Filter{}, 0, 2, body)
	for name, c := range map[string]Code{"May": may, "IfAny": ifAny} {
		assert.Len(t, c, n+1, name)
		assert.EqualValues(t, n, c[0].Skip, "%s skips its body", name)
	}
	assert.Len(t, each, n+2)
	assert.EqualValues(t, n+1, each[0].Skip, "the end of the round is behind the loop")
	assert.EqualValues(t, n+1, each[n+1].Skip, "the last op returns to the head")
	assert.Len(t, pick, n+4, "a pick zeroes and counts")
	assert.EqualValues(t, n+2, pick[1].Skip)
	assert.EqualValues(t, n+2, pick[n+3].Skip)
	for i, op := range pick {
		assert.Equal(t, i >= 2 && i < 2+n, op.Picked, "op %d of a pick is about the picked card", i)
	}
	for _, op := range body {
		assert.False(t, op.Picked, "the parts of a pick stay as they were")
	}
}

func TestThenDoesNotShare(t *testing.T) {
	base := append(make(Code, 0, 10), step(0)...)
	a, b := base.Then(step(1)), base.Then(step(2))
	assert.Equal(t, slices.Concat(step(0), step(1)), a)
	assert.Equal(t, slices.Concat(step(0), step(2)), b)
	assert.Equal(t, step(0), base.Then())
}

func TestLint(t *testing.T) {
	const verbs = int(FirstVerb) + 3
	long := Code{}
	for range 251 {
		long = long.Then(step(0))
	}
	for _, test := range []struct {
		name, want string
		code       Code
	}{
		{"nothing", "", nil},
		{"a verb", "", step(2)},
		{"a branch at the end", "", step(0).Then(May(step(1)))},
		{"a pick in a round", "", EachOther(Pick(1, Filter{}, 0, AllOfThem, step(0)))},
		{"picks one after the other", "", Pick(1, Filter{}, 1, 1, step(0)).Then(Pick(1, Filter{}, 1, FirstNum, step(0)))},
		{"a branch in a pick", "", Pick(1, Filter{}, 1, 1, IfAny(step(0)), May(step(1)))},
		{"the longest", "", long[:250]},
		{"too long", "longer than a program counter reaches", long},
		{"verb zero", "no such verb", Code{{}}},
		{"a verb past the table", "no such verb", step(3)},
		{"a skip past the end", "a skip past the end", May(step(0), step(1))[:2]},
		{"a loop from before the start", "a loop that starts before the code", EachOther(step(0))[1:]},
		{"a pick in a pick", "a pick inside a pick loses count", Pick(1, Filter{}, 1, 1, Pick(1, Filter{}, 1, 1))},
		{"a pick deep in a pick", "a pick inside a pick loses count", Pick(1, Filter{}, 1, 1, May(EachOther(Pick(1, Filter{}, 1, 1))))},
		{"a pick of X", "a pick that is bounded by the register it sets to zero", Pick(1, Filter{}, 0, X+1)},
		{"a round in a round", "a round of the seats inside another never ends", EachOther(step(0), May(EachOther(step(1))))},
	} {
		assert.Equal(t, test.want, test.code.Lint(verbs), test.name)
	}
}
