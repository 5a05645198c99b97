package statetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gamed/state"
)

// maxPerft limits the counts. The function testPerft stops at the first length with at least
// maxPerft sequences.
const maxPerft = 20_000

// testPerft counts the sequences of requests, by length, from the deal and from the middle of a game.
// If a change of the rules changes the number of options within these sequences, it changes a count.
func (k *Kit[S]) testPerft(t *testing.T) {
	var b strings.Builder
	for _, setup := range k.Setups {
		for _, after := range []int{0, 40} {
			k.run(t, k.play(setup), func(g game[S]) {
				for n := 0; n < after && g.Next(); n++ {
					g.Apply(nil)
				}
				fmt.Fprintf(&b, "seats=%d decks=%s seed=%d", setup.Seats, strings.Join(setup.Decks, ","), setup.Seed)
				for _, option := range slices.Sorted(maps.Keys(setup.Table)) {
					fmt.Fprintf(&b, " %s=%s", option, setup.Table[option])
				}
				fmt.Fprintf(&b, " after=%d:", after)
				for depth, n := 1, 1; n > 0 && n < maxPerft && depth <= 12; depth++ {
					n = k.perft(g.s(), depth, nil)
					fmt.Fprintf(&b, " %d", n)
				}
				b.WriteByte('\n')
			})
		}
	}
	Golden(t, "testdata/perft.txt", b.String())
}

// perft counts the sequences of requests in which always the next seat acts. The parameter depth is
// the length of the sequences. The slice scratch is a buffer for options.
func (k *Kit[S]) perft(s *S, depth int, scratch []state.Option) (n int) {
	c := k.Rules.Core(s)
	if c.Over {
		return 0
	}
	seat := c.Next()
	options := k.Rules.Options(s, seat, scratch)
	if depth == 1 {
		return len(options)
	}
	for _, o := range options {
		next := *s
		k.Rules.Apply(&next, seat, o, nil)
		n += k.perft(&next, depth-1, options[len(options):])
	}
	return n
}
