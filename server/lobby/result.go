package lobby

import (
	"context"

	"gamed/protocol"
	"gamed/store"
	"gamed/table"
)

const (
	// ResultBucket holds the [Result] of each finished game under the game's id.
	ResultBucket = "result"
	seatBucket   = "seat" // the players by game and digest of the seat's claim; package identity writes them
)

// A Result is the result of a game. It depends only on the game's log and its players, so all
// servers write the same result.
type Result struct {
	Game  string `json:"game"`
	Rules string `json:"rules"`
	Began int64  `json:"began_ms"` // in milliseconds since 1970
	Ended int64  `json:"ended_ms"` // when the game last changed, in milliseconds since 1970
	// Shown is the time when spectators have seen the end, or 0 for immediately. Until then
	// the result is secret.
	Shown   int64           `json:"shown_ms,omitempty"`
	Name    string          `json:"name,omitempty"` // of the table
	Clock   *protocol.Clock `json:"clock,omitempty"`
	Private bool            `json:"private,omitempty"`
	Seats   []ResultSeat    `json:"seats"`
	Won     []int           `json:"won"`    // empty for a draw
	Reason  string          `json:"reason"` // as in an over message
	// Rated is set if the result counts for ratings. WhyUnrated is the reason if a rated game does
	// not count.
	Rated      bool          `json:"rated,omitempty"`
	WhyUnrated string        `json:"why,omitempty"`
	Series     *table.Series `json:"series,omitempty"`
}

// A ResultSeat is a seat and its player.
type ResultSeat struct {
	Kind   string  `json:"kind"` // as in a table message
	Name   string  `json:"name,omitempty"`
	Player *Player `json:"player,omitempty"` // nil for an unknown player
}

// newResult computes the result of a finished game.
func (l *Lobby) newResult(ctx context.Context, p *table.Summary) (*Result, error) {
	r := &Result{
		Game: p.Header.Game, Rules: p.Header.Rules, Began: p.Header.At, Ended: p.Last, Won: p.Won(), Reason: p.Reason, Series: p.Header.Series,
		Shown: p.ShownAt(), Name: p.Header.Name, Clock: p.Header.Clock, Private: p.Header.Private,
	}
	for _, seat := range p.Seats {
		who, err := l.seatPlayer(ctx, r.Game, seat)
		if err != nil {
			return nil, err
		}
		s := ResultSeat{Kind: seat.Kind, Name: seat.Name}
		if who.Known() {
			s.Player = &who
		}
		r.Seats = append(r.Seats, s)
	}
	if r.Won == nil {
		r.Won = []int{}
	}
	if p.Header.Rated {
		r.WhyUnrated = r.unratedReason()
		r.Rated = r.WhyUnrated == ""
	}
	return r, nil
}

// seatPlayer returns the player of a seat. A bot that the server runs has no identity, so its name
// identifies it.
func (l *Lobby) seatPlayer(ctx context.Context, id string, seat table.Seat) (who Player, err error) {
	switch {
	case seat.Kind == protocol.SeatBot:
		return Player{"program/" + seat.Name, seat.Name, Program}, nil
	case seat.KeyHash != "":
		_, err = store.ReadValue(ctx, l.c.KV, seatBucket, id+"/"+seat.KeyHash, &who)
	}
	return who, err
}

// unratedReason returns the reason why a result cannot count for ratings, or "" if it can.
func (r *Result) unratedReason() string {
	switch r.Reason {
	case protocol.ReasonFault:
		return "the game was set aside"
	case protocol.ReasonAbandoned:
		return "all players left the game"
	case protocol.ReasonRules:
		return "the rules changed during the game"
	}
	there := make(map[string]bool)
	for _, seat := range r.Seats {
		if seat.Player == nil {
			return "a player was unknown"
		}
		if there[seat.Player.ID] {
			return "a player had two seats"
		}
		there[seat.Player.ID] = true
	}
	return ""
}

// storeResult stores a result, unless the store already has it.
func (l *Lobby) storeResult(ctx context.Context, r *Result) error {
	_, err := store.ChangeValue(ctx, l.c.KV, ResultBucket, r.Game, func(there *Result) (write bool) {
		write = there.Game == ""
		*there = *r
		return write
	})
	return err
}

// Result returns the result of a game, or nil if there is none yet.
func (l *Lobby) Result(ctx context.Context, id string) (*Result, error) {
	r := new(Result)
	revision, err := store.ReadValue(ctx, l.c.KV, ResultBucket, id, r)
	if err != nil || revision == 0 {
		return nil, err
	}
	return r, nil
}

// Anonymize removes the ids of the players, which clients must not see.
func (r *Result) Anonymize() {
	for i := range r.Seats {
		if p := r.Seats[i].Player; p != nil {
			r.Seats[i].Player = &Player{Name: p.Name, Kind: p.Kind}
		}
	}
}
