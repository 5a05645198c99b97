package dominion

import (
	"fmt"
	"strings"

	"gamed/state"
)

// drawTable draws what seat may know, as scripts and the terminal show it.
func drawTable(s *Position, seat state.Seat) string {
	var b strings.Builder
	fmt.Fprintf(&b, "turn %d: %s\n", s.Turn, s.stackText())
	fmt.Fprintf(&b, "actions %d  buys %d  coins %d", s.Actions, s.Buys, s.Coins)
	if s.Potions > 0 {
		fmt.Fprintf(&b, "  potions %d", s.Potions)
	}
	if s.Bridges > 0 {
		fmt.Fprintf(&b, "  all cards cost %d less", s.Bridges)
	}
	if names := s.bannedNames(); names != nil {
		fmt.Fprintf(&b, "  not to be bought: %s", strings.Join(names, ", "))
	}
	b.WriteString("\nsupply ")
	for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
		if p > 1 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%d %s $%d", s.Supply[p], cards[s.Kinds[p]].Name, s.cost(p))
		if s.brief(p).potion != 0 {
			b.WriteByte('P')
		}
	}
	b.WriteByte('\n')
	s.drawBag(&b, "trash", &s.Trash)
	s.drawBag(&b, "revealed", &s.Revealed)
	s.drawBag(&b, "to be returned", &s.Taken)
	if s.Looked.N > 0 {
		s.drawHidden(&b, "looked at", &s.Looked, s.Active, seat)
	}
	for p := range state.Seat(s.Seats) {
		s.drawSide(&b, p, seat)
	}
	return b.String()
}

// stackText draws the stack, oldest frame first.
func (s *Position) stackText() string {
	var frames []string
	for i := range s.Stack.N {
		f := &s.Stack.F[i]
		t := fmt.Sprintf("%s(%d", phases[f.Phase].Name, f.Actor)
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

func (s *Position) drawSide(b *strings.Builder, p, viewer state.Seat) {
	d := &s.Sides[p]
	fmt.Fprintf(b, "seat %d  points %d  turns %d", p, s.points(p), d.Turns)
	if !s.Playing.Has(p) {
		b.WriteString("  out")
	}
	if s.possessed(p) {
		fmt.Fprintf(b, "  possessed by seat %d", s.Decider)
	}
	if d.Tokens > 0 {
		fmt.Fprintf(b, "  tokens %d", d.Tokens)
	}
	if s.Extra[p] > 0 {
		fmt.Fprintf(b, "  extra turns %d", s.Extra[p])
	}
	b.WriteByte('\n')
	s.drawHidden(b, "hand", &d.Hand, p, viewer)
	s.drawDeck(b, p, viewer)
	if d.discards() > 0 {
		fmt.Fprintf(b, "  discard %d", d.discards())
		all := d.Discard
		if s.sees(viewer, p) {
			dark := d.Dark
			dark.pour(&all)
		}
		fmt.Fprintf(b, " [%s]\n", s.bagText(&all))
	}
	s.drawBag(b, "  play", &d.Play)
	s.drawBag(b, "  stays", &d.Stay)
	s.drawBag(b, "  next turn", &d.Next)
	s.drawBag(b, "  island mat", &d.Island)
	if d.Native.N > 0 {
		s.drawHidden(b, "native village mat", &d.Native, p, viewer)
	}
	if d.Haven.N > 0 {
		s.drawHidden(b, "haven", &d.Haven, p, viewer)
	}
}

// drawHidden draws a bag of seat p of which others see the number and what is
// marked.
func (s *Position) drawHidden(b *strings.Builder, name string, bag *Bag, p, viewer state.Seat) {
	fmt.Fprintf(b, "  %s %d", name, bag.N)
	shown := s.shown(bag, p, viewer)
	fmt.Fprintf(b, " [%s]\n", s.bagText(&shown))
}

func (s *Position) drawDeck(b *strings.Builder, p, viewer state.Seat) {
	d := &s.Sides[p]
	fmt.Fprintf(b, "  deck %d", d.deckSize())
	if known := s.knownTop(p, viewer); len(known) > 0 {
		fmt.Fprintf(b, " [top: %s]", strings.Join(known, ", "))
	}
	for i := range d.NStash {
		fmt.Fprintf(b, " Stash at %d", d.deckSize()-int(d.Stash[d.NStash-1-i])+1)
	}
	if s.sees(viewer, p) {
		fmt.Fprintf(b, " rest [%s]", s.bagText(&d.Rest))
	}
	b.WriteByte('\n')
}

func (s *Position) drawBag(b *strings.Builder, name string, bag *Bag) {
	if bag.N > 0 {
		fmt.Fprintf(b, "%s [%s]\n", name, s.bagText(bag))
	}
}

// bagText writes a bag as "2 Copper, Estate".
func (s *Position) bagText(bag *Bag) string {
	var all []string
	for p, n := range bag.Of {
		switch {
		case n == 1:
			all = append(all, cards[s.Kinds[p]].Name)
		case n > 1:
			all = append(all, fmt.Sprintf("%d %s", n, cards[s.Kinds[p]].Name))
		}
	}
	return strings.Join(all, ", ")
}
