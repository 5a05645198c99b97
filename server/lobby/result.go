package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gamed/game"
	"gamed/protocol"
	"gamed/store"
)

const (
	resultBucket = "result"
	seatBucket   = "seat" // who has which seat: written by whoever lets players in
)

// A Result is what came of a game. It follows from the log of the game and from who
// sat where, so every server that writes it writes the same.
type Result struct {
	Game  string `json:"game"`
	Rules string `json:"rules"`
	Began int64  `json:"began_ms"` // since 1970, as is
	Ended int64  `json:"ended_ms"` // when the last thing happened
	// Shown is when those who watch the game have seen its end, 0 if that was at once. Nobody
	// is to be shown the result before.
	Shown   int64           `json:"shown_ms,omitempty"`
	Name    string          `json:"name,omitempty"` // of the table
	Clock   *protocol.Clock `json:"clock,omitempty"`
	Private bool            `json:"private,omitempty"`
	Seats   []ResultSeat    `json:"seats"`
	Won     []int           `json:"won"`    // nobody is a draw
	Reason  string          `json:"reason"` // as in the message over
	// Rated is whether the players' ratings go by it. Why says why not if that was
	// asked for.
	Rated  bool         `json:"rated,omitempty"`
	Why    string       `json:"why,omitempty"`
	Series *game.Series `json:"series,omitempty"`
}

// A ResultSeat is who sat in a seat.
type ResultSeat struct {
	Kind   string  `json:"kind"` // as in a table message
	Name   string  `json:"name,omitempty"`
	Player *Player `json:"player,omitempty"` // if it is known who that was
}

// result works out what came of a game.
func (l *Lobby) result(ctx context.Context, p *played) (*Result, error) {
	r := &Result{
		Game: p.header.Game, Rules: p.header.Rules, Began: p.header.At, Ended: p.at, Won: p.won, Reason: p.reason, Series: p.header.Series,
		Shown: p.shown(), Name: p.header.Name, Clock: p.header.Clock, Private: p.header.Private,
	}
	for _, seat := range p.seats {
		who, err := l.seated(ctx, r.Game, seat)
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
	if p.header.Rated {
		r.Why = r.unrated()
		r.Rated = r.Why == ""
	}
	return r, nil
}

// seated returns who sits in a seat of a game. A bot of this program is known by its
// name.
func (l *Lobby) seated(ctx context.Context, id string, seat game.Seat) (who Player, err error) {
	switch {
	case seat.Kind == protocol.SeatBot:
		return Player{"program/" + seat.Name, seat.Name, Program}, nil
	case seat.KeyHash != "":
		_, err = read(ctx, l.c.KV, seatBucket, id+"/"+seat.KeyHash, &who)
	}
	return who, err
}

// unrated says why no rating can go by a result, "" if they can.
func (r *Result) unrated() string {
	switch r.Reason {
	case protocol.ReasonFault:
		return "the game was set aside"
	case protocol.ReasonAbandoned:
		return "everybody had left the game"
	}
	there := make(map[string]bool)
	for _, seat := range r.Seats {
		if seat.Player == nil {
			return "it is not known who sat in each seat"
		}
		if there[seat.Player.ID] {
			return "somebody sat in two seats"
		}
		there[seat.Player.ID] = true
	}
	return ""
}

// note keeps a result.
func (l *Lobby) note(ctx context.Context, r *Result) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("lobby: result %s: %w", r.Game, err)
	}
	_, err = l.c.KV.Put(ctx, resultBucket, r.Game, text, 0)
	if err != nil && !errors.Is(err, store.ErrConflict) { // which is that it is there already
		return fmt.Errorf("lobby: result %s: %w", r.Game, err)
	}
	return nil
}

// Result returns what came of a game, nil if that is not known, or not yet.
func (l *Lobby) Result(ctx context.Context, id string) (*Result, error) {
	r := new(Result)
	revision, err := read(ctx, l.c.KV, resultBucket, id, r)
	if err != nil || revision == 0 {
		return nil, err
	}
	return r, nil
}

// Anonymize leaves out the ids of the players, which are for servers alone.
func (r *Result) Anonymize() {
	for i := range r.Seats {
		if p := r.Seats[i].Player; p != nil {
			r.Seats[i].Player = &Player{Name: p.Name, Kind: p.Kind}
		}
	}
}
