package dominion

import (
	"bytes"
	"fmt"
	"strings"

	"gamed/state"
)

// positionText returns a text for scripts and terminals that shows the position as the seat sees it.
// The seat's own side comes last.
func positionText(s *Position, seat state.Seat) string {
	var b strings.Builder
	happens := s.stackText()
	if s.Over {
		happens = "over"
	}
	fmt.Fprintf(&b, "turn %d: %s\n", s.Turn, happens)
	s.writeSupply(&b)
	s.writeBag(&b, "trash", &s.Trash)
	s.writeBag(&b, "revealed", &s.Revealed)
	s.writeBag(&b, "to be returned", &s.ToReturn)
	if s.LookedAt.Size > 0 {
		fmt.Fprintf(&b, "looked at %d\n", s.LookedAt.Size)
		s.writeShown(&b, "looked at", &s.LookedAt, s.Active, seat)
	}
	for i := range state.Seat(s.Seats) {
		p := i
		if seat < state.Seat(s.Seats) {
			p = (seat + 1 + i) % state.Seat(s.Seats)
		}
		s.writeSide(&b, p, seat)
	}
	fmt.Fprintf(&b, "actions %d  buys %d  coins %d", s.Actions, s.Buys, s.Coins)
	if s.Potions > 0 {
		fmt.Fprintf(&b, "  potions %d", s.Potions)
	}
	if n := s.discount(); n > 0 {
		fmt.Fprintf(&b, "  all cards cost %d less", n)
	}
	if names := s.bannedNames(); names != nil {
		fmt.Fprintf(&b, "  not to be bought: %s", strings.Join(names, ", "))
	}
	b.WriteByte('\n')
	if asks := s.question(); asks != "" && s.Stack.Top().Phase > CleanUpPhase {
		fmt.Fprintf(&b, "%s is asked: %s\n", s.Next().Name(), asks)
	}
	return b.String()
}

// writeSupply writes the piles in columns, basic cards first.
func (s *Position) writeSupply(b *strings.Builder) {
	const across, width = 4, 25
	row := make([]byte, 0, across*width)
	end := func() {
		b.Write(append(bytes.TrimRight(row, " "), '\n'))
		row = row[:0]
	}
	for p, column := pile(1), 0; p < maxPiles && s.Kinds[p] != 0; p++ {
		if column == across || s.Kinds[p] >= nBasic && s.Kinds[p-1] < nBasic {
			end()
			column = 0
		}
		start := len(row)
		row = fmt.Appendf(row, "%3d %s $%d", s.Supply[p], cards[s.Kinds[p]].Name, s.cost(p))
		if s.stats(p).potion != 0 {
			row = append(row, 'P')
		}
		for len(row) < start+width {
			row = append(row, ' ')
		}
		column++
	}
	end()
}

// stackText returns the stack as text, oldest frame first.
func (s *Position) stackText() string {
	var frames []string
	for i := range s.Stack.Depth {
		f := &s.Stack.Frames[i]
		t := fmt.Sprintf("%s(%d", phases[f.Phase].Name, actor(f))
		if f.Kind != 0 {
			t += " " + cards[f.Kind].Name
		}
		if f.Phase == PlayPhase && f.Source&playsLeft > 1 {
			t += fmt.Sprintf(" x%d", f.Source&playsLeft)
		}
		frames = append(frames, t+")")
	}
	return strings.Join(frames, " > ")
}

// writeSide writes the side of seat p. The text starts with the sizes of the zones, and continues
// with the cards that the viewer sees.
func (s *Position) writeSide(b *strings.Builder, p, viewer state.Seat) {
	d := &s.Sides[p]
	fmt.Fprintf(b, "seat %d  points %d  turns %d  hand %d  deck %d  discard %d", p, s.points(p), d.Turns, d.Hand.Size, d.deckSize(), d.discardSize())
	for _, more := range [...]struct {
		name string
		n    int
	}{
		{"native village mat", int(d.Native.Size)}, {"haven", int(d.Haven.Size)}, {"horse traders", s.horsesAside(d)},
		{"tokens", int(d.Tokens)}, {"extra turns", int(s.ExtraTurns[p])},
	} {
		if more.n > 0 {
			fmt.Fprintf(b, "  %s %d", more.name, more.n)
		}
	}
	if !s.Playing.Has(p) {
		b.WriteString("  out")
	}
	if s.possessed(p) {
		fmt.Fprintf(b, "  possessed by seat %d", s.Decider)
	}
	b.WriteByte('\n')
	s.writeDeck(b, p, viewer)
	discarded := s.shownDiscards(p, viewer)
	s.writeBag(b, "  discard", &discarded)
	s.writeBag(b, "  play", &d.Play)
	s.writeBag(b, "  stays", &d.Staying)
	s.writeBag(b, "  next turn", &d.NextTurn)
	s.writeBag(b, "  island mat", &d.Island)
	s.writeShown(b, "  native village mat", &d.Native, p, viewer)
	s.writeShown(b, "  haven", &d.Haven, p, viewer)
	s.writeShown(b, "  hand", &d.Hand, p, viewer)
}

// writeShown writes the cards that the viewer sees in a hidden bag of seat p.
func (s *Position) writeShown(b *strings.Builder, name string, bag *Bag, p, viewer state.Seat) {
	shown := s.shownCards(bag, p, viewer)
	s.writeBag(b, name, &shown)
}

// writeDeck writes what the viewer knows about a deck: its top cards, its Stashes and its other
// cards.
func (s *Position) writeDeck(b *strings.Builder, p, viewer state.Seat) {
	d := &s.Sides[p]
	var parts []string
	for i := range s.knownDepth(p, viewer) {
		name := s.knownCardName(p, viewer, i)
		if name == "" {
			name = "?"
		}
		if i == 0 {
			name = "top: " + name
		}
		parts = append(parts, name)
	}
	for i := range d.NStash {
		if depth := d.stashDepth(i); depth > 0 {
			parts = append(parts, fmt.Sprintf("Stash at %d", depth))
		}
	}
	rest := s.hiddenRest(p, viewer)
	switch {
	case parts == nil:
		s.writeBag(b, "  deck", &rest)
		return
	case rest.Size > 0:
		parts = append(parts, "rest: "+s.bagText(&rest))
	}
	fmt.Fprintf(b, "  deck [%s]\n", strings.Join(parts, ", "))
}

func (s *Position) writeBag(b *strings.Builder, name string, bag *Bag) {
	if bag.Size > 0 {
		fmt.Fprintf(b, "%s [%s]\n", name, s.bagText(bag))
	}
}

// bagText formats a bag as "2 Copper, Estate".
func (s *Position) bagText(bag *Bag) string {
	var all []string
	for p, n := range bag.Counts {
		switch {
		case n == 1:
			all = append(all, cards[s.Kinds[p]].Name)
		case n > 1:
			all = append(all, fmt.Sprintf("%d %s", n, cards[s.Kinds[p]].Name))
		}
	}
	return strings.Join(all, ", ")
}
