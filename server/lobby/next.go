package lobby

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"

	"gamed/game"
	"gamed/protocol"
	"gamed/server/hub"
	"gamed/store"
	"gamed/table"
)

const nextBucket = "next"

// A nextGame links a finished game to the game that follows it. It is stored under the finished
// game's id. All servers create the next game with the same idempotency key, so only one is
// created.
type nextGame struct {
	Key  string `json:"key"`
	Game string `json:"game,omitempty"` // the id of the following game, once it exists
}

// nextPrefix is the prefix of the idempotency keys of next games. A client's key cannot contain it.
const nextPrefix = "next\x00"

// ErrNotSeated is returned when the client had no seat in the game.
var ErrNotSeated = errors.New("you had no seat in this game: send your seat's key, or the session that you played in")

// Rematch returns the one game that follows a finished one. The new game has the same options and
// players. Each player's seat moves by one and is reserved. The client must be a player of the
// finished game or hold the key of a seat. That key is also the claim in the next game. To other
// clients the game is not over until its spectators have seen the end. The error is
// [hub.ErrNotOver], [ErrNotSeated], or comes from the games or the KV.
func (l *Lobby) Rematch(ctx context.Context, id string, who Player, key string) (FoundGame, error) {
	records, err := l.hub.Log(ctx, id)
	secret := errors.Is(err, hub.ErrNotOver) // the game goes on, or only its players know the end
	if secret {
		if records, err = l.hub.Records(ctx, id); err == nil && !table.Closed(records) {
			err = hub.ErrNotOver
		}
	}
	if err != nil {
		return FoundGame{}, err
	}
	p, err := table.Summarize(records)
	if err != nil {
		return FoundGame{}, hub.ErrSetAside
	}
	kept, seat, err := l.reservations(ctx, p, who, key)
	switch {
	case err != nil:
		return FoundGame{}, err
	case seat < 0 && secret:
		return FoundGame{}, hub.ErrNotOver
	}
	if slices.ContainsFunc(p.Seats, func(s table.Seat) bool { return s.Kind == protocol.SeatOpen }) {
		return FoundGame{}, &hub.SpecError{Field: "game", Text: "the game ended before all seats were taken: create a new game"}
	}
	if seat < 0 {
		return FoundGame{}, ErrNotSeated
	}
	var next string
	if p.Header.Series != nil {
		next, err = l.nextInSeries(ctx, p, kept)
	}
	if err == nil && next == "" {
		next, err = l.ensureNext(ctx, p, kept, nil)
	}
	if err != nil {
		return FoundGame{}, err
	}
	seat = nextSeat(seat, len(p.Seats))
	return FoundGame{Game: next, Seat: &seat}, nil
}

// reservations returns the reservations for the game after p, indexed by seat in p. It also returns
// the client's seat in p, or -1 for none.
func (l *Lobby) reservations(ctx context.Context, p *table.Summary, who Player, key string) (kept []hub.Reservation, mine int, err error) {
	mine = -1
	keyHash := hub.Hash(key)
	for i, seat := range p.Seats {
		var k hub.Reservation
		if seat.Kind == protocol.SeatPerson {
			player, err := l.seatPlayer(ctx, p.Header.Game, seat)
			if err != nil {
				return nil, -1, err
			}
			k = hub.Reservation{Player: player.ID, KeyHash: seat.KeyHash}
			if player.Known() && player.ID == who.ID || key != "" && seat.KeyHash == keyHash {
				mine = i
			}
		}
		kept = append(kept, k)
	}
	return kept, mine, nil
}

// nextSeat returns a player's seat in the next game. The first turn rotates among the players.
func nextSeat(seat, seats int) int { return (seat + seats - 1) % seats }

// ensureNext returns the id of the game that follows p, and creates the game if necessary. The new
// game belongs to a series unless series is nil.
func (l *Lobby) ensureNext(ctx context.Context, p *table.Summary, kept []hub.Reservation, series *table.Series) (string, error) {
	h := p.Header
	f, err := store.ChangeValue(ctx, l.c.KV, nextBucket, h.Game, func(f *nextGame) (write bool) {
		if write = f.Key == ""; write {
			f.Key = rand.Text()
		}
		return write
	})
	if err != nil {
		return "", err
	}
	people, err := game.LoadPersonalData(ctx, l.c.KV, h.Game)
	if err != nil {
		return "", err
	}
	n := len(p.Seats)
	spec := hub.Spec{
		Request: hub.Request{Rules: h.Rules, Seats: make([]hub.SeatSpec, n), RulesOptions: h.Setup.Table, TableOptions: h.TableOptions},
		Series:  series, Reservations: make([]hub.Reservation, n), Key: nextPrefix + f.Key, ListedFrom: p.ShownAt(),
	}
	if h.Series != nil {
		spec.BestOf = h.Series.BestOf
	}
	for i, seat := range p.Seats {
		to := nextSeat(i, n)
		spec.Seats[to].Deck, spec.Reservations[to] = p.Decks[i], kept[i]
		spec.Reservations[to].Person = people.Person(i)
		if seat.Kind == protocol.SeatBot {
			spec.Seats[to].Bot = seat.Name
		}
	}
	info, err := l.games.Create(ctx, spec)
	if err != nil || f.Game == info.ID {
		return info.ID, err
	}
	first := false
	_, err = store.ChangeValue(ctx, l.c.KV, nextBucket, h.Game, func(f *nextGame) (write bool) {
		first = f.Game == ""
		f.Game = info.ID
		return first
	})
	if first {
		_ = l.games.AnnounceNext(ctx, h.Game, info.ID) // clients that miss the message find the id with GET /api/games/ID
	}
	return info.ID, err
}

// Next returns the id of the game that follows another one, or "".
func (l *Lobby) Next(ctx context.Context, id string) (string, error) { return Next(ctx, l.c.KV, id) }

// Next returns the id of the game that follows another one, or "". The error comes from the store.
func Next(ctx context.Context, kv store.KV, id string) (string, error) {
	var f nextGame
	_, err := store.ReadValue(ctx, kv, nextBucket, id, &f)
	return f.Game, err
}
