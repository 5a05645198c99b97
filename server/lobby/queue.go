package lobby

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"gamed/protocol"
	"gamed/server/hub"
)

const (
	// reservationTime is how long a seat is reserved for a matched player. It allows for server
	// clocks that differ by seconds.
	reservationTime = 15 * time.Second
	maxWaiting      = 50 // games with the same terms; a further game replaces the oldest
	maxWaits        = 15 // waits that a queue remembers
)

// A queue holds the games that wait for players with the same terms, oldest first.
type queue struct {
	Games []waitingGame `json:"games"`
	// LatestWaits are the latest waits for a full table in milliseconds, each from the match of a
	// game's first player to the match of its last.
	LatestWaits []int64 `json:"waits_ms,omitempty"`
}

// medianWait returns the median of the waits, or 0 without any.
func (q *queue) medianWait() int64 {
	if len(q.LatestWaits) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(q.LatestWaits))[len(q.LatestWaits)/2]
}

// A waitingGame is a game in a queue. With the idempotency key Key, any server can create the game.
type waitingGame struct {
	Key     string          `json:"key"`
	Matched []matchedPlayer `json:"given"`
}

// A matchedPlayer is a player whom the lobby has matched with a waiting game.
type matchedPlayer struct {
	Player string `json:"player"` // the id, or an unknown player's ticket
	At     int64  `json:"at_ms"`  // since 1970
	// Seat is the seat that is reserved for the player. It is nil in values of earlier versions, or
	// if no seat was free.
	Seat *int `json:"seat,omitempty"`
}

// leave removes a player from the queue. It also removes the games with which only this player was
// matched, and returns their keys. The result left reports whether the player was in the queue.
func (q *queue) leave(waiter string) (keys []string, left bool) {
	q.Games = slices.DeleteFunc(q.Games, func(w waitingGame) bool {
		left = left || w.has(waiter)
		alone := w.has(waiter) && len(w.Matched) == 1
		if alone {
			keys = append(keys, w.Key)
		}
		return alone
	})
	for i := range q.Games {
		w := &q.Games[i]
		w.Matched = slices.DeleteFunc(w.Matched, func(g matchedPlayer) bool { return g.Player == waiter })
	}
	return keys, left
}

// match reserves a seat for a player in a game of q and removes games that no longer wait. A
// game that is new in q is created only after q is stored, so concurrent requests create one
// game.
func (l *Lobby) match(ctx context.Context, q *queue, waiter string, spec hub.Spec, fresh string) (match FoundGame, write bool, err error) {
	now := l.now()
	kept := q.Games[:0]
	at, mine := -1, false
	for _, w := range q.Games {
		spec.Key = quickPrefix + w.Key
		info, err := l.games.Create(ctx, spec)
		if err != nil && !errors.Is(err, hub.ErrNotFound) && !errors.Is(err, hub.ErrSetAside) {
			return FoundGame{}, false, err
		}
		own := w.has(waiter)
		free, waits := w.availability(&info, now)
		switch {
		case err != nil, info.Status != hub.Open, !waits && !own:
			write = true
			continue
		case own && !waits: // the player is late
			w.Matched = []matchedPlayer{{Player: waiter, At: now.UnixMilli()}}
			write = true
		}
		if !mine && (own || at < 0 && free) {
			at, mine = len(kept), own
			match = FoundGame{Game: info.ID, Waiting: own || hub.FreeSeats(info.Seats) > 1}
			if !own { // a matched player keeps the seat in this game
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
		if !match.Waiting {
			q.LatestWaits = append(q.LatestWaits, now.UnixMilli()-q.Games[at].Matched[0].At)
			q.LatestWaits = q.LatestWaits[max(0, len(q.LatestWaits)-maxWaits):]
		}
		q.Games[at].Matched = append(q.Games[at].Matched, matchedPlayer{waiter, now.UnixMilli(), match.Seat})
		return match, true, nil
	case len(q.Games) >= maxWaiting:
		q.Games = q.Games[1:]
	}
	if err := l.hub.Try(spec); err != nil {
		return FoundGame{}, false, err
	}
	seat := rand.IntN(len(spec.Seats))
	q.Games = append(q.Games, waitingGame{fresh, []matchedPlayer{{waiter, now.UnixMilli(), &seat}}})
	return FoundGame{Seat: &seat, Waiting: true, Created: true}, true, nil
}

// quickPrefix is the prefix of the idempotency keys of waiting games. A client's key cannot contain
// it.
const quickPrefix = "quick\x00"

// has reports whether a player was matched with the game.
func (w *waitingGame) has(waiter string) bool {
	return slices.ContainsFunc(w.Matched, func(g matchedPlayer) bool { return g.Player == waiter })
}

// seat returns a free seat for a new player, or nil if no seat is free or every free seat is reserved
// for another player.
func (w *waitingGame) seat(info *hub.Info, now time.Time) *int {
	for seat := range info.Seats {
		kept := func(g matchedPlayer) bool { return g.Seat != nil && *g.Seat == seat && g.hasReservation(now) }
		if info.Seats[seat].Kind == protocol.SeatOpen && !slices.ContainsFunc(w.Matched, kept) {
			return &seat
		}
	}
	return nil
}

// hasReservation reports whether the player's reservation is still valid.
func (g matchedPlayer) hasReservation(now time.Time) bool {
	return now.Sub(time.UnixMilli(g.At)) < reservationTime
}

// availability reports whether an unreserved seat is free, and whether a player waits in the game or
// is about to join. It assumes that players join in the order of their matches.
func (w *waitingGame) availability(info *hub.Info, now time.Time) (free, waits bool) {
	seated := 0
	for _, seat := range info.Seats {
		if seat.Kind == protocol.SeatPerson {
			seated++
			waits = waits || seat.Here
		}
	}
	coming := 0
	for _, g := range w.Matched[min(seated, len(w.Matched)):] {
		if g.hasReservation(now) {
			coming++
		}
	}
	return hub.FreeSeats(info.Seats) > coming, waits || coming > 0
}
