package lobby

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"

	"gamed/game"
	"gamed/protocol"
	"gamed/server/hub"
)

const nextBucket = "next"

// A follower is the one game that follows another one, which is the key that it is kept
// under. It is made by whoever comes first with Key, so that there is one whatever
// happens between the two.
type follower struct {
	Key  string `json:"key"`
	Game string `json:"game,omitempty"` // its id, once it has been made
}

// nextKey begins the keys of games that follow others. No client can send it.
const nextKey = "next\x00"

// ErrNotSeated is a request of somebody who has not sat in the game.
var ErrNotSeated = errors.New("that is for those who sat in the game: send the key of your seat, or the session that you played in")

// Rematch returns the game that follows one that is over, with the same set-up and the
// same players, each a seat further on: their seats are kept for them. However many ask, there
// is one. Who asks is known, or has the key of a seat, which is also its claim in the game that
// follows. The error is [hub.ErrNotOver], [ErrNotSeated], or that of the games or the KV.
func (l *Lobby) Rematch(ctx context.Context, id string, who Player, key string) (Match, error) {
	records, err := l.games.Log(ctx, id)
	if err != nil {
		return Match{}, err
	}
	p := readPlayed(records)
	if p == nil {
		return Match{}, hub.ErrSetAside
	}
	if slices.ContainsFunc(p.seats, func(s game.Seat) bool { return s.Kind == protocol.SeatOpen }) {
		return Match{}, &hub.SpecError{Field: "game", Text: "it has ended before it began: make a new one"}
	}
	keeping, seat, err := l.keep(ctx, p, who, key)
	if err != nil {
		return Match{}, err
	}
	if seat < 0 {
		return Match{}, ErrNotSeated
	}
	var info hub.Info
	if p.header.Series != nil {
		info.ID, err = l.following(ctx, p, keeping)
	}
	if err == nil && info.ID == "" {
		info, err = l.follow(ctx, p, keeping, nil)
	}
	if err != nil {
		return Match{}, err
	}
	seat = nextSeat(seat, len(p.seats))
	return Match{Game: info.ID, Seat: &seat}, nil
}

// keep returns for whom the seats of the game after p are to be kept, by seat in p, and in
// which seat a player sat, -1 for none.
func (l *Lobby) keep(ctx context.Context, p *played, who Player, key string) (keeping []hub.Reservation, mine int, err error) {
	mine = -1
	sum := sha256.Sum256([]byte(key))
	keyHash := hex.EncodeToString(sum[:])
	for i, seat := range p.seats {
		var k hub.Reservation
		if seat.Kind == protocol.SeatPerson {
			player, err := l.seated(ctx, p.header.Game, seat)
			if err != nil {
				return nil, -1, err
			}
			k = hub.Reservation{Player: player.ID, KeyHash: seat.KeyHash}
			if player.Known() && player.ID == who.ID || key != "" && seat.KeyHash == keyHash {
				mine = i
			}
		}
		keeping = append(keeping, k)
	}
	return keeping, mine, nil
}

// nextSeat is where the player of a seat sits in the game that follows: the first turn
// goes round.
func nextSeat(seat, seats int) int { return (seat + seats - 1) % seats }

// follow makes or finds the game that follows p, in a series if there is one.
func (l *Lobby) follow(ctx context.Context, p *played, keeping []hub.Reservation, series *game.Series) (hub.Info, error) {
	h := &p.header
	var f follower
	err := change(ctx, l.c.KV, nextBucket, h.Game, func(there *follower) (bool, error) {
		fresh := there.Key == ""
		if fresh {
			there.Key = rand.Text()
		}
		f = *there
		return fresh, nil
	})
	if err != nil {
		return hub.Info{}, err
	}
	n := len(p.seats)
	spec := hub.Spec{
		Request: hub.Request{Rules: h.Rules, Seats: make([]hub.SeatSpec, n), Table: h.Setup.Table, TableOptions: h.TableOptions},
		Series:  series, Kept: make([]hub.Reservation, n), Key: nextKey + f.Key,
	}
	if h.Series != nil {
		spec.BestOf = h.Series.BestOf
	}
	for i, seat := range p.seats {
		to := nextSeat(i, n)
		spec.Seats[to].Deck, spec.Kept[to] = p.decks[i], keeping[i]
		if seat.Kind == protocol.SeatBot {
			spec.Seats[to].Bot = seat.Name
		}
	}
	info, err := l.games.Create(ctx, spec)
	if err != nil || f.Game == info.ID {
		return info, err
	}
	first := false
	err = change(ctx, l.c.KV, nextBucket, h.Game, func(there *follower) (bool, error) {
		first = there.Game == ""
		there.Game = info.ID
		return first, nil
	})
	if first {
		_ = l.games.Follow(ctx, h.Game, info.ID) // those who are not told find it with the game
	}
	return info, err
}

// Next returns the id of the game that follows another one, "" if there is none.
func (l *Lobby) Next(ctx context.Context, id string) (string, error) {
	var f follower
	_, err := read(ctx, l.c.KV, nextBucket, id, &f)
	return f.Game, err
}
