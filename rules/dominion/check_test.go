package dominion

import (
	"fmt"

	"gamed/state"
)

// check returns an error unless every dealt card is in exactly one zone and redundant fields agree.
func check(dealt, s *Position) error {
	was, is := dealt.everything(), s.everything()
	for p := range is {
		if was[p] != is[p] {
			return fmt.Errorf("there were %d of %s and now there are %d", was[p], cards[s.Kinds[p]].Name, is[p])
		}
	}
	if s.Kinds != dealt.Kinds || s.KindBits != dealt.KindBits || s.KindsBefore != dealt.KindsBefore || s.Hooks != dealt.Hooks || s.Special != dealt.Special ||
		s.Printing != dealt.Printing || s.Limit != dealt.Limit {
		return fmt.Errorf("a fixed field has changed")
	}
	empty := 0
	for p, k := range s.Kinds {
		if k != 0 && s.Supply[p] == 0 {
			empty++
		}
	}
	if int(s.EmptyPiles) != empty {
		return fmt.Errorf("%d piles are empty, and Empty is %d", empty, s.EmptyPiles)
	}
	for i, b := range [...]*Bag{&s.Trash, &s.Revealed, &s.LookedAt, &s.ToReturn} {
		if err := b.check(s); err != nil {
			return fmt.Errorf("%s: %w", [...]string{"trash", "revealed", "looked at", "to be returned"}[i], err)
		}
	}
	for seat := range state.Seat(state.MaxSeats) {
		if seat >= state.Seat(s.Seats) {
			if s.Sides[seat] != (Side{}) || s.ExtraTurns[seat] != 0 {
				return fmt.Errorf("seat %d has no player, but holds %+v", seat, s.Sides[seat])
			}
		} else if err := s.checkSide(seat); err != nil {
			return fmt.Errorf("seat %d: %w", seat, err)
		}
	}
	return s.checkTurn()
}

// everything counts the cards of each pile in all zones.
func (s *Position) everything() (n [maxPiles]int) {
	add := func(c *Counts) {
		for p, k := range c {
			n[p] += int(k)
		}
	}
	for _, c := range [...]*Counts{&s.Supply, &s.Trash.Counts, &s.Revealed.Counts, &s.LookedAt.Counts, &s.ToReturn.Counts} {
		add(c)
	}
	for seat := range s.Seats {
		d := &s.Sides[seat]
		for _, c := range [...]*Counts{&d.Unordered.Counts, &d.Hand.Counts, &d.Discard.Counts, &d.FaceDown.Counts, &d.Play.Counts, &d.Island.Counts, &d.Native.Counts, &d.Haven.Counts} {
			add(c)
		}
		for _, t := range d.Top[:d.NTop] {
			n[t.pile()]++
		}
		n[s.pileOf(kindHorseTraders)] += s.horsesAside(d)
	}
	return n
}

func (b *Bag) check(s *Position) error {
	if *b == (Bag{}) {
		return nil
	}
	n := 0
	for p, k := range b.Counts {
		if n += int(k); k > 0 && s.Kinds[p] == 0 {
			return fmt.Errorf("%d cards of pile %d, which the game does not have", k, p)
		}
	}
	if n != int(b.Size) {
		return fmt.Errorf("%d cards, and N is %d", n, b.Size)
	}
	return nil
}

func (s *Position) checkSide(seat state.Seat) error {
	d := &s.Sides[seat]
	for i, b := range [...]*Bag{&d.Unordered, &d.Hand, &d.Discard, &d.FaceDown, &d.Play, &d.Staying, &d.NextTurn, &d.Island, &d.Native, &d.Haven} {
		if err := b.check(s); err != nil {
			names := [...]string{"rest", "hand", "discard", "dark", "play", "stay", "next", "island", "native", "haven"}
			return fmt.Errorf("%s: %w", names[i], err)
		}
	}
	for p := range d.Staying.Counts {
		if d.Staying.Counts[p] > d.Play.Counts[p] {
			return fmt.Errorf("%d of %s stay in play and %d are there", d.Staying.Counts[p], cards[s.Kinds[p]].Name, d.Play.Counts[p])
		}
	}
	for i, t := range d.Top {
		if known := s.Kinds[t.pile()] != 0; known != (i < int(d.NTop)) || !known && t != 0 {
			return fmt.Errorf("of %d ordered cards, number %d is %x", d.NTop, i, t)
		}
		if seats := state.AllSeats(int(s.Seats)); t.seen() != seatMask && t.seen()&^seats != 0 {
			return fmt.Errorf("card %d of the deck is known to %b", i, t.seen())
		}
		if t.pile() != 0 && t.pile() == s.stash() && t.seen() != seatMask {
			return fmt.Errorf("a Stash in the deck is known to %b alone", t.seen())
		}
	}
	return s.checkStashes(seat)
}

// checkStashes checks the positions of Stashes in a deck. During a
// shuffle, Stashes that the player has not placed yet must have position 0. The positions of the
// other Stashes must ascend.
func (s *Position) checkStashes(seat state.Seat) error {
	d := &s.Sides[seat]
	if stash := s.stash(); stash == 0 && d.NStash != 0 || stash != 0 && d.NStash != d.Unordered.Counts[stash] {
		return fmt.Errorf("places for %d Stashes: %+v", d.NStash, d.Unordered)
	}
	open := 0
	if f := s.Stack.Below(0); f != nil && f.Phase == ShufflePhase && f.Actor == seat {
		open = int(f.Target) - int(f.PC)
	}
	for i, h := range d.Stash {
		switch {
		case i < open || i >= int(d.NStash):
			if h != 0 {
				return fmt.Errorf("%d of %d Stashes have a place: %v", int(d.NStash)-open, d.NStash, d.Stash)
			}
		case h == 0 || h > d.Unordered.Size || i > open && h <= d.Stash[i-1]:
			return fmt.Errorf("among %d cards the Stashes lie at %v", d.Unordered.Size, d.Stash[:d.NStash])
		}
	}
	return nil
}

// checkTurn checks the fields that describe the turn.
func (s *Position) checkTurn() error {
	turns := 0
	for seat := range state.Seat(s.Seats) {
		turns += int(s.Sides[seat].Turns)
	}
	between := s.Stack.Depth == 1
	for seat, p := range s.ToPass {
		if p != 0 && (between || !s.Sides[seat].Hand.has(p)) {
			return fmt.Errorf("seat %d passes a card of pile %d, which is not in hand", seat, p)
		}
	}
	switch f := &s.Stack.Frames[0]; {
	case turns > int(s.Turn) || s.Turn > s.Limit:
		return fmt.Errorf("turn %d of at most %d, but the seats have had %d regular turns", s.Turn, s.Limit, turns)
	case s.Active >= state.Seat(s.Seats) || s.Decider >= state.Seat(s.Seats) || s.LastRegular >= state.Seat(s.Seats):
		return fmt.Errorf("the active seat is %d, its decider %d, and the last regular turn of seat %d; one is out of range", s.Active, s.Decider, s.LastRegular)
	case s.possessed(s.Active) && s.Decider == s.Active, !s.possessed(s.Active) && s.ToReturn.Size > 0:
		return fmt.Errorf("in a turn of seat %d with the decider %d, %d cards are to be returned", s.Active, s.Decider, s.ToReturn.Size)
	case s.Over:
	case between && s.Playing.Has(s.Active) && (s.Revealed.Size > 0 || s.LookedAt.Size > 0 || s.NDue > 0):
		return fmt.Errorf("between two plays, cards are revealed or looked at, or triggers are due: %+v, %+v, %d", s.Revealed, s.LookedAt, s.NDue)
	case f.Phase < StartPhase || f.Phase > CleanUpPhase || f.Seat != s.Active:
		return fmt.Errorf("the bottom frame is %+v", *f)
	}
	for _, f := range s.Stack.Frames[:s.Stack.Depth] {
		if f.Seat >= state.Seat(s.Seats) || f.Actor >= state.Seat(s.Seats) || f.Kind != 0 && s.pileOf(f.Kind) == 0 {
			return fmt.Errorf("a frame of the stack is %+v", f)
		}
	}
	return nil
}
