package state_test

import (
	"fmt"
	"strings"

	. "gamed/state"
)

// In the tiny game a seat may know everything except the hands of the other seats and the random
// source.

// sample redraws what a seat may not know.
func (s *tiny) sample(seat Seat, r *Rand) {
	for p := range Seat(s.Seats) {
		if p == seat {
			continue
		}
		n := s.Hand[p].Len()
		s.Deck[p], s.Hand[p] = union(s.Deck[p], s.Hand[p]), Set{}
		s.Rand = Rand(r.Uint64())
		for range n {
			s.drawCard(p, nil)
		}
	}
	for i := range s.Stack.Depth {
		if f := &s.Stack.Frames[i]; f.Actor != seat {
			f.Picked = 0
		}
	}
	s.Rand = Rand(r.Uint64())
}

func (s *tiny) value(seat Seat) int {
	if !s.Playing.Has(seat) {
		return 0
	}
	return min(max(500+int(s.Score[seat]), 0), 1000)
}

// measure returns the size of the seat's hand, or the number of copies of a card in it.
func (s *tiny) measure(seat Seat, m Measure) int {
	switch {
	case m == 0:
		return s.Hand[seat].Len()
	case s.Hand[seat].Has(Card(m)):
		return 1
	}
	return 0
}

func viewTiny(dst []byte, s *tiny, seat Seat) []byte {
	return fmt.Appendf(dst, "{%q:%q}", "table", s.draw(seat))
}

func (s *tiny) draw(seat Seat) string {
	var b strings.Builder
	fmt.Fprintf(&b, "turn %d: %s\n", s.Turn, s.stack())
	for p := range Seat(s.Seats) {
		fmt.Fprintf(&b, "%d: %d points, %d cards", p, s.Score[p], s.Hand[p].Len())
		if p == seat || seat == Everything {
			b.WriteString(names(s.Hand[p]))
		}
		if !s.Past[p].Empty() {
			b.WriteString(", past" + names(s.Past[p]))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func names(cards Set) (list string) {
	for _, c := range contents(cards) {
		list += ", " + tinyNames[c]
	}
	return strings.Replace(list, ",", ":", 1)
}

func (s *tiny) stack() string {
	var frames []string
	for _, f := range s.Stack.Frames[:s.Stack.Depth] {
		frames = append(frames, strings.TrimSuffix(fmt.Sprintf("%s(%d %s", tinyRules.Phases[f.Phase].Name, f.Seat, tinyNames[f.Kind]), " ")+")")
	}
	return strings.Join(frames, " > ")
}

func (s *tiny) label(_ Seat, o Option) Label {
	switch o.Do {
	case pass:
		return Label{Do: "pass", Text: "pass"}
	case play:
		return Label{Do: "play", Text: "play " + tinyNames[o.Card]}
	case Take:
		return Label{Do: "take", Text: "take " + tinyNames[o.Card]}
	case Yes:
		return Label{Do: "yes", Text: "yes"}
	case No:
		return Label{Do: "no", Text: "no"}
	}
	return Label{Do: "done", Text: "done"}
}

func tellTiny(_ *tiny, e Event) EventLabel {
	return EventLabel{What: tinyEvents[e.What], Text: fmt.Sprintf("%d %s %s %d", e.Seat, tinyEvents[e.What], tinyNames[e.Kind], e.Amount)}
}
