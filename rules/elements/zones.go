package elements

import "gamed/state"

// draw moves the top card of a Future to the hand. Drawing from an empty Future loses the game
// once the current effect ends. The caller must reckon.
func (s *Position) draw(seat state.Seat, log *state.Log) {
	side := &s.Sides[seat]
	if side.NFuture == 0 {
		side.Lost = true
		s.judge(seat)
		log.Add(state.Event{What: ranOut, Seat: seat, Sees: state.Public})
		return
	}
	k, mask := side.popFuture()
	side.intoHand(k, mask)
	log.Add(state.Event{What: drew, Seat: seat, Sees: mask.With(seat), Kind: k})
	s.heed(Draws, seat, 0, 0)
}

// popFuture removes the top card of the Future. It returns the card and the mask of seats that know
// it.
func (side *Side) popFuture() (state.Kind, state.Seats) {
	side.NFuture--
	n := side.NFuture
	k, mask := side.Future[n], side.FutureSeen[n]
	side.Future[n], side.FutureSeen[n] = 0, 0
	return k, mask
}

// bury puts a card under the Future.
func (side *Side) bury(k state.Kind, mask state.Seats) {
	copy(side.Future[1:], side.Future[:side.NFuture])
	copy(side.FutureSeen[1:], side.FutureSeen[:side.NFuture])
	side.Future[0], side.FutureSeen[0] = k, mask
	side.NFuture++
}

// intoHand adds a card to the hand. The mask holds the seats that know the card.
func (side *Side) intoHand(k state.Kind, mask state.Seats) {
	i := side.NHand
	for i > 0 && side.Hand[i-1] > k {
		side.Hand[i], side.HandSeen[i] = side.Hand[i-1], side.HandSeen[i-1]
		i--
	}
	side.Hand[i], side.HandSeen[i] = k, mask
	side.NHand++
}

// inHand returns the index of a card of kind k in the hand, or -1.
func (side *Side) inHand(k state.Kind) int {
	for i, h := range side.Hand[:side.NHand] {
		if h == k {
			return i
		}
	}
	return -1
}

// reveal removes a card of kind k from the hand for all seats to see. A seat that knew n copies now
// knows n-1.
func (side *Side) reveal(k state.Kind) {
	first := side.inHand(k)
	last := first
	for last+1 < int(side.NHand) && side.Hand[last+1] == k {
		last++
	}
	known := side.HandSeen[first : last+1]
	for i := range known[1:] { // move each seat's knowledge to the front
		for j := i + 1; j < len(known); j++ {
			both := known[i] & known[j]
			known[i], known[j] = known[i]|known[j], both
		}
	}
	side.takeOut(first) // the best-known copy
}

// hide removes a card of kind k from the hand without showing it. Afterwards the other seats know
// no card in that hand for certain.
func (side *Side) hide(k state.Kind) {
	side.takeOut(side.inHand(k))
	clear(side.HandSeen[:])
}

func (side *Side) takeOut(i int) {
	n := int(side.NHand) - 1
	copy(side.Hand[i:n], side.Hand[i+1:])
	copy(side.HandSeen[i:n], side.HandSeen[i+1:])
	side.Hand[n], side.HandSeen[n] = 0, 0
	side.NHand--
}

// intoPast puts a card on top of the Past.
func (side *Side) intoPast(k state.Kind) {
	side.Past[side.NPast] = k
	side.NPast++
}

// inPast returns the index of the topmost card of kind k in the Past, or -1.
func (side *Side) inPast(k state.Kind) int {
	for i := int(side.NPast) - 1; i >= 0; i-- {
		if side.Past[i] == k {
			return i
		}
	}
	return -1
}

// outOfPast removes the topmost card of kind k from the Past.
func (side *Side) outOfPast(k state.Kind) {
	i, n := side.inPast(k), int(side.NPast)-1
	copy(side.Past[i:n], side.Past[i+1:])
	side.Past[n] = 0
	side.NPast--
}
