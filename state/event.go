package state

// An Event is something that happened, as told to the table. Everybody learns
// that it happened; only the seats in Sees learn which cards it was about. The
// zero Sees tells nobody: private is the default.
type Event struct {
	What What
	Seat Seat // who did it, or whom it happened to
	Sees Seats
	Kind Kind // the card
	Card Card // the object in play, if any

	// What it was aimed at, and a second aim, as in an [Option]. The kinds
	// are the cards there, for the objects may be gone when the event is told.
	On, Also         Card
	OnKind, AlsoKind Kind

	N, M int8 // amounts and the like, which everybody learns

	// Depth is how many frames waited below the one in which it happened. Add sets it.
	Depth uint8
}

// What names an event. 0 is no event.
type What uint8

// For returns the event as seat may see it.
func (e Event) For(seat Seat) Event {
	if e.Sees != Public && !e.Sees.Has(seat) {
		e.Kind, e.Card, e.On, e.Also, e.OnKind, e.AlsoKind = 0, 0, 0, 0, 0, 0
	}
	return e
}

// Public is the Sees of an event with nothing to hide, from spectators either.
const Public = Seats(0xFF)

// A Log collects events. A nil Log drops them, which is what a search wants.
type Log struct {
	Events []Event
	depth  uint8 // of the frame that runs
}

// Add appends e.
func (l *Log) Add(e Event) {
	if l != nil {
		e.Depth = l.depth
		l.Events = append(l.Events, e)
	}
}

// within notes that what is added from here on happens in the top frame of s.
func (l *Log) within(s *Stack) {
	if l != nil {
		l.depth = s.N - 1
	}
}
