package state_test

import (
	"testing"

	"gamed/state"
)

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{-1: "-1", 0: "0", 1: "one", 2: "two", 10: "ten", 11: "11"} {
		if got := state.NumberInWords(n); got != want {
			t.Errorf("Number(%d) = %q, want %q", n, got, want)
		}
	}
}
