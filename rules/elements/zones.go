package elements

import "gamed/state"

// draw moves the top card of a Future to the hand. A seat that must draw from an empty Future leaves the
// game when the current effect ends. The caller must call updatePayable.
func (s *Position) draw(seat state.Seat, log *state.Log) {
	side := &s.Sides[seat]
	if side.NFuture == 0 {
		side.RanOut = true
		s.updateLeaving(seat)
		log.Add(state.Event{What: ranOut, Seat: seat, Sees: state.Public})
		return
	}
	k, mask := side.popFuture()
	side.addToHand(k, mask)
	log.Add(state.Event{What: drew, Seat: seat, Sees: s.viewers(seat, mask).With(seat), Kind: k})
	s.triggerReactions(Draws, seat, 0, 0)
}

// popFuture removes the top card of the Future. It returns the card and the mask of seats that know
// the card.
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

// addToHand adds a card to the hand. The mask holds the seats that know the card.
func (side *Side) addToHand(k state.Kind, mask state.Seats) {
	i := side.NHand
	for i > 0 && side.Hand[i-1] > k {
		side.Hand[i], side.HandSeen[i] = side.Hand[i-1], side.HandSeen[i-1]
		i--
	}
	side.Hand[i], side.HandSeen[i] = k, mask
	side.NHand++
}

// indexInHand returns the index of a card of kind k in the hand, or -1.
func (side *Side) indexInHand(k state.Kind) int {
	for i, h := range side.Hand[:side.NHand] {
		if h == k {
			return i
		}
	}
	return -1
}

// removeShown removes a card of kind k from the hand where all seats see the card. A seat that knew n
// copies in the hand now knows n-1.
func (side *Side) removeShown(k state.Kind) {
	first := side.indexInHand(k)
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
	side.removeAt(first) // the copy that most seats know
}

// removeHidden removes a card of kind k from the hand without showing it to other seats. Afterwards no
// other seat counts as knowing a card in that hand, because each known card may be the removed one.
func (side *Side) removeHidden(k state.Kind) {
	side.removeAt(side.indexInHand(k))
	clear(side.HandSeen[:])
}

func (side *Side) removeAt(i int) {
	n := int(side.NHand) - 1
	copy(side.Hand[i:n], side.Hand[i+1:])
	copy(side.HandSeen[i:n], side.HandSeen[i+1:])
	side.Hand[n], side.HandSeen[n] = 0, 0
	side.NHand--
}

// addToPast puts a card on top of the Past.
func (side *Side) addToPast(k state.Kind) {
	side.Past[side.NPast] = k
	side.NPast++
}

// indexInPast returns the index of the topmost card of kind k in the Past, or -1.
func (side *Side) indexInPast(k state.Kind) int {
	for i := int(side.NPast) - 1; i >= 0; i-- {
		if side.Past[i] == k {
			return i
		}
	}
	return -1
}

// removeFromPast removes the topmost card of kind k from the Past.
func (side *Side) removeFromPast(k state.Kind) {
	i, n := side.indexInPast(k), int(side.NPast)-1
	copy(side.Past[i:n], side.Past[i+1:])
	side.Past[n] = 0
	side.NPast--
}
