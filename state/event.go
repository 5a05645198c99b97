package state

// An Event records a change of the position. Every seat sees the event, but only the seats in
// Sees see the cards that the event names. If Sees is zero, no seat sees the cards.
type Event struct {
	What EventKind
	Seat Seat // the seat that acted or was affected
	Sees Seats
	Kind Kind // the card
	Card Card // the object in play, if any

	// These fields hold the target and second target, as in an [Option]. They include the kinds,
	// because the objects may be gone when Tell describes the event.
	Target, SecondTarget         Card
	TargetKind, SecondTargetKind Kind

	Amount, SecondAmount int8 // public amounts

	// Depth is the number of frames below the frame that logged the event. Add sets it.
	Depth uint8
}

// An EventKind identifies a kind of event. The zero value means no event.
type EventKind uint8

// For returns the event as the seat sees it, without cards that are hidden from the seat.
func (e Event) For(seat Seat) Event {
	if e.Sees != Public && !e.Sees.Has(seat) {
		e.Kind, e.Card, e.Target, e.SecondTarget, e.TargetKind, e.SecondTargetKind = 0, 0, 0, 0, 0, 0
	}
	return e
}

// Public is the value of Sees for an event whose cards all seats and spectators see.
const Public = Seats(0xFF)

// A Log collects events. A nil Log discards events. Searches use a nil Log.
type Log struct {
	Events []Event
	depth  uint8 // of the running frame
}

// Add appends e.
func (l *Log) Add(e Event) {
	if l != nil {
		e.Depth = l.depth
		l.Events = append(l.Events, e)
	}
}

// setDepth sets the depth of later events to the depth of the top frame of s.
func (l *Log) setDepth(s *Stack) {
	if l != nil {
		l.depth = s.Depth - 1
	}
}
