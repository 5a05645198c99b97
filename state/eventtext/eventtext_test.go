package eventtext_test

import (
	"testing"

	"gamed/state/eventtext"
)

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{-1: "-1", 0: "0", 1: "one", 2: "two", 10: "ten", 11: "11"} {
		if got := eventtext.NumberInWords(n); got != want {
			t.Errorf("Number(%d) = %q, want %q", n, got, want)
		}
	}
}
