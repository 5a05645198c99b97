package dominion

import "gamed/state"

// owned returns the number of cards of a pile that the seat owns, in all zones. The number is public,
// because all gained, trashed and passed cards are public.
func (s *Position) owned(seat state.Seat, p pile) int {
	d := &s.Sides[seat]
	n := int(d.Unordered.Counts[p]) + int(d.Hand.Counts[p]) + int(d.Discard.Counts[p]) + int(d.FaceDown.Counts[p]) +
		int(d.Play.Counts[p]) + int(d.Island.Counts[p]) + int(d.Native.Counts[p]) + int(d.Haven.Counts[p])
	for _, t := range d.Top[:d.NTop] {
		if t.pile() == p {
			n++
		}
	}
	if s.Kinds[p] == kindHorseTraders {
		n += s.horsesAside(d)
	}
	if seat == s.Active {
		n += int(s.ToReturn.Counts[p]) + int(s.LookedAt.Counts[p])
	}
	return n
}

// horsesAside returns how many Horse Traders the seat has set aside. These cards are in no zone but
// [Side.NextTurn], because they return at the start of the next turn.
func (s *Position) horsesAside(d *Side) int {
	p := s.pileOf(kindHorseTraders)
	if p == 0 {
		return 0
	}
	return int(d.NextTurn.Counts[p])
}

// size returns the number of cards that the seat owns.
func (s *Position) size(seat state.Seat) int {
	d := &s.Sides[seat]
	n := d.deckSize() + d.discardSize() + s.horsesAside(d) + int(d.Hand.Size) + int(d.Play.Size) + int(d.Island.Size) + int(d.Native.Size) + int(d.Haven.Size)
	if seat == s.Active {
		n += int(s.ToReturn.Size) + int(s.LookedAt.Size)
	}
	return n
}

// points returns the victory points of all cards that the seat owns.
func (s *Position) points(seat state.Seat) (n int) {
	for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
		b := s.stats(p)
		worth := int(b.points)
		if b.per != 0 {
			worth = s.countOwned(seat, b.perOf) / int(b.per)
		}
		if worth != 0 {
			n += worth * s.owned(seat, p)
		}
	}
	return n
}

// countOwned returns how many cards of kind k the seat owns, or of all kinds if k is 0.
func (s *Position) countOwned(seat state.Seat, k state.Kind) int {
	if k == 0 {
		return s.size(seat)
	}
	if p := s.pileOf(k); p != 0 {
		return s.owned(seat, p)
	}
	return 0
}

// standing returns the seat's victory points, and a number that orders the seats at the end of the
// game. Among seats with equal points, a seat with fewer turns has the higher number.
func (s *Position) standing(seat state.Seat) (points, order int) {
	points = s.points(seat)
	return points, points<<8 - int(s.Sides[seat].Turns)
}

// score ends the game after its last turn. The seats with the highest order in standing win.
func (s *Position) score(log *state.Log) {
	var won state.Seats
	most := 0
	for ss := s.Playing; ss != 0; ss &= ss - 1 {
		seat := ss.First()
		n, order := s.standing(seat)
		switch {
		case won == 0 || order > most:
			won, most = state.Only(seat), order
		case order == most:
			won = won.With(seat)
		}
		log.Add(state.Event{What: scored, Seat: seat, Sees: state.Public, Amount: int8(n % 100), SecondAmount: int8(n / 100)})
	}
	s.end(won, log)
}

func (s *Position) end(won state.Seats, log *state.Log) {
	if !s.Over {
		log.Add(state.Event{What: ended, Sees: state.Public, Amount: int8(won)})
		s.End(won)
	}
}

// resign removes the seat from the game. The seat's cards stay in their zones. If it is the
// seat's turn, the turn ends without further decisions by the seat.
func (s *Position) resign(seat state.Seat, log *state.Log) {
	log.Add(state.Event{What: resigned, Seat: seat, Sees: state.Public})
	s.Playing = s.Playing.Without(seat)
	if s.Playing.Len() == 1 && s.Seats > 1 || s.Playing == 0 {
		s.end(s.Playing, log)
	}
}
