package statetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
)

// testDeal checks that a deal is a function of its set-up, and that numbers of
// seats that the rules do not have are refused.
func (k Kit[S]) testDeal(t *testing.T) {
	seats := map[int]bool{}
	for _, setup := range k.Setups {
		seats[setup.Seats] = true
		a, b := k.game(t, setup), k.game(t, setup)
		if a.s != b.s {
			a.fatal("two deals of one set-up differ: %s", difference(&a.s, &b.s))
		}
		a.check(&a.s)
		setup.Seed++
		if other := k.game(t, setup); other.s == a.s {
			a.fatal("another seed deals the same game")
		}
	}
	for n := k.Rules.MinSeats; n <= k.Rules.MaxSeats; n++ {
		require.True(t, seats[n], "no set-up has %d seats", n)
	}
	for _, n := range []int{-1, 0, k.Rules.MinSeats - 1, k.Rules.MaxSeats + 1, 1 << 40} {
		_, err := k.Rules.Deal(state.Setup{Seats: n})
		require.Error(t, err, "%d seats", n)
	}
}

// testOptions checks the lists: there is one exactly for the seats that are
// asked, no option and no text is on it twice, and it is appended to what is
// there.
func (k Kit[S]) testOptions(t *testing.T) {
	mark := state.Option{Do: 255, Card: 255}
	longest := 0
	for g := range k.games(t, 2) {
		for g.next() {
			c := g.core()
			for _, seat := range append(g.viewers(), state.Everything, state.MaxSeats) {
				options := k.Rules.Options(&g.s, seat, []state.Option{mark})
				if options[0] != mark {
					g.fatal("options of seat %d overwrite what they are appended to", seat)
				}
				options = options[1:]
				longest = max(longest, len(options))
				asked := seat < state.MaxSeats && c.Awaiting.Has(seat)
				if (len(options) > 0) != asked || (c.Decision(seat) != 0) != asked {
					g.fatal("seat %d: asked %v, %d options, decision %d", seat, asked, len(options), c.Decision(seat))
				}
				g.checkList(seat, options)
			}
			if again := k.Rules.Options(&g.s, g.seat, nil); !slices.Equal(again, g.options) {
				g.fatal("options asked for twice: %+v and %+v", g.options, again)
			}
			g.apply(nil)
		}
	}
	t.Logf("the longest list has %d options", longest)
}

// checkList checks that the options of seat differ from each other, in words
// too.
func (g *game[S]) checkList(seat state.Seat, options []state.Option) {
	seen, texts := map[state.Option]bool{}, map[string]bool{}
	for _, o := range options {
		label := g.kit.Rules.Label(&g.s, seat, o)
		switch {
		case seen[o]:
			g.fatal("seat %d: option %+v %q is on the list twice", seat, o, label.Text)
		case label.Do == "" || label.Text == "" || strings.TrimSpace(label.Text) != label.Text:
			g.fatal("seat %d: option %+v has the label %+v", seat, o, label)
		case texts[label.Text]:
			g.fatal("seat %d: two options read %q", seat, label.Text)
		case o.Do == state.Resign:
			g.fatal("seat %d: resign is on the list; it is always open", seat)
		}
		seen[o], texts[label.Text] = true, true
	}
}

// testDecisions checks that what a seat is asked stays as it is while others
// answer, until the stack changes.
func (k Kit[S]) testDecisions(t *testing.T) {
	together := 0
	for g := range k.games(t, 4) {
		for g.next() {
			before := g.s
			g.apply(nil)
			was, is := k.Rules.Core(&before), g.core()
			if was.Window != is.Window {
				continue
			}
			for others := was.Awaiting & is.Awaiting &^ state.Only(g.seat); others != 0; others &= others - 1 {
				seat := others.First()
				together++
				if was.Decision(seat) != is.Decision(seat) {
					g.fatal("decision %d of seat %d is %d after seat %d has answered", was.Decision(seat), seat, is.Decision(seat), g.seat)
				}
				if a, b := k.Rules.Options(&before, seat, nil), k.Rules.Options(&g.s, seat, nil); !slices.Equal(a, b) {
					g.fatal("seat %d has other options after seat %d has answered: %+v and %+v", seat, g.seat, a, b)
				}
			}
		}
	}
	t.Logf("%d decisions stayed open while another seat answered", together)
}
