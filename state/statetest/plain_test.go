package statetest

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
)

type fine struct {
	N    uint64
	Grid [2][2]int16
	Bits [8]bool
}

type padded struct {
	B bool
	N uint32
	C [2]struct {
		N uint16
		B bool
	}
}

type blank struct {
	N uint16
	_ [2]uint8
}

type faulty struct {
	Name  string
	Next  *faulty
	Any   any
	Chan  chan int
	Float [1]float64
	Count int
}

func TestFaults(t *testing.T) {
	assert.Empty(t, faults(reflect.TypeFor[fine]()))
	assert.Equal(t, []string{"5 bytes of statetest.padded are padding: order its fields by size"}, faults(reflect.TypeFor[padded]()))
	assert.Equal(t, []string{"blank has a blank field: give it a name"}, faults(reflect.TypeFor[blank]()))
	assert.Equal(t, []string{
		"faulty.Name is of type string, which points outside the position",
		"faulty.Next is of type *statetest.faulty, which points outside the position",
		"faulty.Any is of type interface {}, which points outside the position",
		"faulty.Chan is of type chan int, which points outside the position",
		"faulty.Float[] is of type float64, which may not be equal to itself",
		"faulty.Count is of type int, whose size depends on the machine",
	}, faults(reflect.TypeFor[faulty]()))
}

func TestDifference(t *testing.T) {
	a := fine{N: 1, Grid: [2][2]int16{{0, 0}, {0, 5}}}
	b := a
	b.Grid[1][1] = 6
	b.Bits[7] = true
	assert.Equal(t, `they differ in [".Grid[1][1]: 5 and 6" ".Bits[7]: false and true"]`, difference(&a, &b))
}
