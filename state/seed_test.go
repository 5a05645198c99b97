package state

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSeedInJSON checks that a seed is a string in JSON, because every JSON library copies a string
// unchanged. It also checks that seeds of earlier versions, which are numbers, are still readable.
func TestSeedInJSON(t *testing.T) {
	setup := Setup{Seats: 2, Seed: 1<<64 - 1}
	text, err := json.Marshal(setup)
	require.NoError(t, err)
	assert.JSONEq(t, `{"seats":2,"seed":"18446744073709551615"}`, string(text))
	for _, text := range []string{string(text), `{"seats":2,"seed":18446744073709551615}`} {
		var got Setup
		require.NoError(t, json.Unmarshal([]byte(text), &got), text)
		assert.Equal(t, setup, got, text)
	}
	for _, wrong := range []string{`""`, `"`, `"-1"`, `-1`, `1.5`, `"0x1"`, `18446744073709551616`, `true`, `null`} {
		s := Seed(7)
		assert.ErrorContains(t, s.UnmarshalJSON([]byte(wrong)), "whole number", wrong)
		assert.Equal(t, Seed(7), s, wrong)
	}
}
