package elements

import (
	"fmt"
	"strings"

	"gamed/state"
)

// positionText returns a text for scripts and terminals that shows the position as the seat sees it.
func positionText(s *Position, seat state.Seat) string {
	var b strings.Builder
	fmt.Fprintf(&b, "turn %d: %s\n", s.Turn, s.stackText())
	for p := range state.Seat(s.Seats) {
		s.writeSide(&b, p, seat)
	}
	if asks := s.question(seat); asks != "" && s.Stack.Top().Phase > TriggerPhase {
		fmt.Fprintf(&b, "%s is asked: %s\n", s.Next().Name(), asks)
	}
	return b.String()
}

// stackText returns the stack as text, oldest frame first.
func (s *Position) stackText() string {
	var frames []string
	for i := range s.Stack.Depth {
		f := &s.Stack.Frames[i]
		t := fmt.Sprintf("%s(%d", phases[f.Phase].Name, f.Seat)
		if f.Kind != 0 {
			t += " " + cards[f.Kind].Name
		}
		if isCancelled(f) {
			t += " cancelled"
		}
		frames = append(frames, t+")")
	}
	return strings.Join(frames, " > ")
}

func (s *Position) writeSide(b *strings.Builder, p, viewer state.Seat) {
	side := &s.Sides[p]
	out := ""
	if !s.Playing.Has(p) {
		out = "  out"
	}
	fmt.Fprintf(b, "seat %d  life %d%s  karma %s  future %d", p, side.Life, out, side.karmaText(), side.NFuture)
	if n := s.knownFuture(p, viewer); n > 0 && viewer != state.Everything {
		fmt.Fprintf(b, " (%d known)", n)
	}
	var known []string
	for i, k := range side.Hand[:side.NHand] {
		if p == viewer || s.knows(viewer, p, side.HandSeen[i]) {
			known = append(known, cards[k].Name)
		}
	}
	fmt.Fprintf(b, "\n  hand %d [%s]\n", side.NHand, strings.Join(known, ", "))
	if side.NPast > 0 {
		var past []string
		for _, k := range side.Past[:side.NPast] {
			past = append(past, cards[k].Name)
		}
		fmt.Fprintf(b, "  past [%s]\n", strings.Join(past, ", "))
	}
	for ts := s.Present[p]; ts != 0; ts &= ts - 1 {
		c := ts.first()
		t := &s.Tokens[c]
		fmt.Fprintf(b, "  %-4s%s", s.ref(c), t.def().Name)
		if t.def().Type == Being {
			fmt.Fprintf(b, " %d/%d", s.attack(c), t.health())
			if t.Damage > 0 {
				fmt.Fprintf(b, " hurt %d", t.Damage)
			}
		}
		if !t.is(awake) {
			b.WriteString(" asleep")
		}
		for _, flag := range shownFlags {
			if t.is(flag.is) {
				b.WriteString(" " + flag.name)
			}
		}
		b.WriteByte('\n')
	}
}

// karmaText formats karma such as "red 1/2", which means that one of two elements is active.
func (side *Side) karmaText() string {
	var all []string
	for e := White; e < nElements; e++ {
		if side.Karma[e] > 0 {
			all = append(all, fmt.Sprintf("%s %d/%d", elementNames[e], side.Active[e], side.Karma[e]))
		}
	}
	if all == nil {
		return "none"
	}
	return strings.Join(all, ", ")
}
