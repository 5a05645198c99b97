package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

func TestNearest(t *testing.T) {
	names := []string{"Spark", "Ash Imp", "Great Elk"}
	for name, want := range map[string]string{
		"Sprak": "Spark", "sapkr": "Spark", "spark": "Spark", "Ash": "", "ash imb": "Ash Imp", "Great Elks": "Great Elk", "Dragon": "", "": "",
	} {
		assert.Equal(t, want, state.Nearest(name, names), name)
	}
}
