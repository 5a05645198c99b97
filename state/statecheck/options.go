package statecheck

import (
	"fmt"
	"slices"
	"strings"

	"gamed/state"
)

// checkOptions checks that exactly the awaited seats have options, appended to dst.
func checkOptions(g *game) {
	mark := state.Option{Do: 255, Card: 255}
	g.play(func(bool) {
		for _, seat := range append(g.viewers(), state.Everything, state.MaxSeats) {
			options := g.m.Options(seat, []state.Option{mark})
			if options[0] != mark {
				g.fail("Options of seat %d overwrites dst", seat)
			}
			options = options[1:]
			asked := seat < state.MaxSeats && g.m.Awaiting().Has(seat)
			if (len(options) > 0) != asked || (g.m.Decision(seat) != 0) != asked {
				g.fail("seat %d: awaited %v, %d options, decision %d", seat, asked, len(options), g.m.Decision(seat))
			}
			if err := List(g.m, seat, options); err != nil {
				g.fail("%v", err)
			}
			if again := g.m.Options(seat, nil); !slices.Equal(again, options) {
				g.fail("two calls of Options for seat %d differ: %+v and %+v", seat, options, again)
			}
		}
	})
}

// List checks that the options of seat differ, also in their labels.
func List(m state.Machine, seat state.Seat, options []state.Option) error {
	seen, texts := map[state.Option]bool{}, map[string]bool{}
	for _, o := range options {
		label := m.Label(seat, o)
		switch {
		case seen[o]:
			return fmt.Errorf("seat %d: option %+v %q is listed twice", seat, o, label.Text)
		case label.Do == "" || label.Text == "" || strings.TrimSpace(label.Text) != label.Text:
			return fmt.Errorf("seat %d: option %+v has the label %+v", seat, o, label)
		case texts[label.Text]:
			return fmt.Errorf("seat %d: two options have the text %q", seat, label.Text)
		case o.Do == state.Resign:
			return fmt.Errorf("seat %d: resign is listed; it is always legal", seat)
		}
		seen[o], texts[label.Text] = true, true
	}
	return nil
}

// checkDecisions checks that a decision keeps its options while others answer.
func checkDecisions(g *game) {
	for g.next() {
		before := g.m.Fork()
		g.apply(nil)
		for others := before.Awaiting() & g.m.Awaiting(); others != 0; others &= others - 1 {
			seat := others.First()
			if before.Decision(seat) != g.m.Decision(seat) {
				continue
			}
			if seat == g.q.Seat {
				g.fail("seat %d has answered decision %d, which is open again", seat, g.q.Decision)
			}
			if a, b := before.Options(seat, nil), g.m.Options(seat, nil); !slices.Equal(a, b) {
				g.fail("decision %d of seat %d has other options after an answer of seat %d: %+v and %+v",
					g.m.Decision(seat), seat, g.q.Seat, a, b)
			}
		}
	}
}
