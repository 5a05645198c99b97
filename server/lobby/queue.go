package lobby

import (
	"context"
	"errors"
	"slices"
	"time"

	"gamed/protocol"
	"gamed/server/hub"
)

const (
	// promise is how long a seat is kept for somebody who was given a game and has not
	// come to it yet. The clocks of the servers may differ by some seconds.
	promise = 15 * time.Second
	// maxWaiting is how many games wait on the same terms.
	maxWaiting = 50
)

// A queue is the games that wait for players on the same terms, the oldest first.
type queue struct {
	Games []waiting `json:"games"`
}

// A waiting game is made by whoever comes first with its key, so that there is one
// whatever happens between the two.
type waiting struct {
	Key   string  `json:"key"`
	Given []given `json:"given"`
}

// given is that somebody was given a game.
type given struct {
	Player string `json:"player"` // the id, or the ticket of somebody unknown
	At     int64  `json:"at_ms"`  // since 1970
	// Seat is kept for the player; nil for any one, as earlier versions have it.
	Seat *int `json:"seat,omitempty"`
}

// leave takes a player out of the queue, with the game if nobody else was given it.
func (q *queue) leave(waiter string) (left bool) {
	q.Games = slices.DeleteFunc(q.Games, func(w waiting) bool {
		left = left || w.has(waiter)
		return w.has(waiter) && len(w.Given) == 1
	})
	for i := range q.Games {
		w := &q.Games[i]
		w.Given = slices.DeleteFunc(w.Given, func(g given) bool { return g.Player == waiter })
	}
	return left
}

// match takes a seat for a player in one of the games of q, which it looks through for
// those that wait no more. One that is new in q has still to be made: otherwise those who
// come at the same time would make one each, and nobody would ever be sent to all but one of them.
func (l *Lobby) match(ctx context.Context, q *queue, waiter string, spec hub.Spec, fresh string) (match Match, write bool, err error) {
	now := l.now()
	kept := q.Games[:0]
	at, mine := -1, false
	for _, w := range q.Games {
		spec.Key = quickKey + w.Key
		info, err := l.games.Create(ctx, spec)
		if err != nil && !errors.Is(err, hub.ErrNotFound) && !errors.Is(err, hub.ErrSetAside) {
			return Match{}, false, err
		}
		own := w.has(waiter)
		free, waits := w.look(&info, now)
		switch {
		case err != nil, info.Status != hub.Open, !waits && !own:
			write = true
			continue
		case own && !waits: // the player has not come to it in time, and does now
			w.Given = []given{{Player: waiter, At: now.UnixMilli()}}
			write = true
		}
		if !mine && (own || at < 0 && free) {
			at, mine = len(kept), own
			match = Match{Game: info.ID, Waiting: own || openSeats(&info) > 1}
			if !own { // who may sit there already comes back to that seat
				match.Seat = w.seat(&info, now)
			}
		}
		kept = append(kept, w)
	}
	q.Games = kept
	switch {
	case mine:
		return match, write, nil
	case at >= 0:
		q.Games[at].Given = append(q.Games[at].Given, given{waiter, now.UnixMilli(), match.Seat})
		return match, true, nil
	case len(q.Games) >= maxWaiting:
		q.Games = q.Games[1:]
	}
	if err := l.games.Try(spec); err != nil {
		return Match{}, false, err
	}
	seat := draw(len(spec.Seats))
	q.Games = append(q.Games, waiting{fresh, []given{{waiter, now.UnixMilli(), &seat}}})
	return Match{Seat: &seat, Waiting: true, Made: true}, true, nil
}

// quickKey begins the keys of waiting games. No client can send it.
const quickKey = "quick\x00"

// has reports whether a player was given the game.
func (w *waiting) has(waiter string) bool {
	return slices.ContainsFunc(w.Given, func(g given) bool { return g.Player == waiter })
}

// seat returns a seat for somebody who is new to the game: an open one that is kept for
// nobody, as whoever is quicker would have the other's otherwise; nil if there is none, since
// others have not taken those that were theirs.
func (w *waiting) seat(info *hub.Info, now time.Time) *int {
	for seat := range info.Seats {
		kept := func(g given) bool { return g.Seat != nil && *g.Seat == seat && g.fresh(now) }
		if info.Seats[seat].Kind == protocol.SeatOpen && !slices.ContainsFunc(w.Given, kept) {
			return &seat
		}
	}
	return nil
}

// fresh reports whether a seat is still kept.
func (g given) fresh(now time.Time) bool { return now.Sub(time.UnixMilli(g.At)) < promise }

// look reports whether a seat is free that is kept for nobody, and whether anybody
// waits in the game or is about to come. Those who were given the game are taken to come
// to it in that order.
func (w *waiting) look(info *hub.Info, now time.Time) (free, waits bool) {
	seated := 0
	for _, seat := range info.Seats {
		if seat.Kind == protocol.SeatPerson {
			seated++
			waits = waits || seat.Here
		}
	}
	coming := 0
	for _, g := range w.Given[min(seated, len(w.Given)):] {
		if g.fresh(now) {
			coming++
		}
	}
	return openSeats(info) > coming, waits || coming > 0
}

func openSeats(info *hub.Info) (n int) {
	for _, seat := range info.Seats {
		if seat.Kind == protocol.SeatOpen {
			n++
		}
	}
	return n
}
