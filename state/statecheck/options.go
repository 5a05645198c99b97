package statecheck

import (
	"fmt"
	"slices"
	"strings"

	"gamed/state"
)

// checkOptions checks that exactly the awaited seats have options and moves, that the options are
// different and well labeled, and that Options appends to dst.
func checkOptions(g *Game) {
	mark := state.Option{Do: 255, Card: 255}
	g.play(func(bool) {
		for _, seat := range append(g.Viewers(), state.Everything, state.MaxSeats) {
			options := g.Machine.Options(seat, []state.Option{mark})
			if options[0] != mark {
				g.Fail("Options of seat %d overwrites dst", seat)
			}
			options = options[1:]
			asked := seat < state.MaxSeats && g.Machine.Awaiting().Has(seat)
			if (len(options) > 0) != asked || (g.Machine.Decision(seat) != 0) != asked {
				g.Fail("seat %d: awaited %v, %d options, decision %d", seat, asked, len(options), g.Machine.Decision(seat))
			}
			if err := CheckOptions(g.Machine, seat, options); err != nil {
				g.Fail("%v", err)
			}
			if again := g.Machine.Options(seat, nil); !slices.Equal(again, options) {
				g.Fail("two calls of Options for seat %d differ: %+v and %+v", seat, options, again)
			}
			if err := checkMoves(g.Machine, seat, options); err != nil {
				g.Fail("%v", err)
			}
		}
	})
}

// checkMoves returns an error unless the seat's Moves are the first options of its list, at least
// one.
func checkMoves(m state.Machine, seat state.Seat, options []state.Option) error {
	some := m.Moves(seat, nil)
	if len(options) > 0 && len(some) == 0 || len(some) > len(options) || !slices.Equal(some, options[:len(some)]) {
		return fmt.Errorf("seat %d: Moves returned %+v: it must return one or more of the first options of %+v", seat, some, options)
	}
	return nil
}

// CheckOptions returns an error unless the seat's options are all different and their labels have
// different, nonempty texts. No option may be Resign.
func CheckOptions(m state.Machine, seat state.Seat, options []state.Option) error {
	seen, texts := map[state.Option]bool{}, map[string]bool{}
	for _, o := range options {
		label := m.Label(seat, o)
		switch {
		case seen[o]:
			return fmt.Errorf("seat %d: option %+v %q is listed twice", seat, o, label.Text)
		case label.Do == "" || label.Text == "" || strings.TrimSpace(label.Text) != label.Text:
			return fmt.Errorf("seat %d: option %+v has the label %+v: its Do or Text is empty, or its Text begins or ends with a space", seat, o, label)
		case texts[label.Text]:
			return fmt.Errorf("seat %d: two options have the text %q", seat, label.Text)
		case o.Do == state.Resign:
			return fmt.Errorf("seat %d: Options lists Resign, which is always legal and must not be listed", seat)
		}
		seen[o], texts[label.Text] = true, true
	}
	return nil
}

// checkDecisions checks that a decision keeps its options while other seats answer.
func checkDecisions(g *Game) {
	for g.Next() {
		before := g.Machine.Fork()
		g.Apply(nil)
		for others := before.Awaiting() & g.Machine.Awaiting(); others != 0; others &= others - 1 {
			seat := others.First()
			if before.Decision(seat) != g.Machine.Decision(seat) {
				continue
			}
			if seat == g.Pending.Seat {
				g.Fail("seat %d has answered decision %d, which is open again", seat, g.Pending.Decision)
			}
			if a, b := before.Options(seat, nil), g.Machine.Options(seat, nil); !slices.Equal(a, b) {
				g.Fail("decision %d of seat %d has other options after an answer of seat %d: %+v and %+v",
					g.Machine.Decision(seat), seat, g.Pending.Seat, a, b)
			}
		}
	}
}
