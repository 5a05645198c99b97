package identity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gamed/store"
)

// gameID matches every game id. Other text must not become part of a key.
var gameID = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

// A TakenSeat is a seat that an identity has taken in a game.
type TakenSeat struct {
	Seat int    `json:"seat"`
	Wish string `json:"wish"` // the wish with which the seat was taken: see [Identity.Claim]
}

// A storedParticipation is the stored form of a Participation. The key of the value contains the
// game.
type storedParticipation struct {
	Seats []TakenSeat `json:"seats"`
	Since int64       `json:"since_ms"`
}

// A Participation lists the seats of an identity in a game.
type Participation struct {
	Game  string
	Seats []int
	Since int64 // when the identity took the first of the seats, in milliseconds since 1970
}

// ClaimFor returns the claim with which an identity takes a seat in a game or returns to it.
// If seat is nil, ClaimFor uses the seat that the identity took last. The last result reports
// whether the identity has already taken the seat.
func (b *Book) ClaimFor(ctx context.Context, who Identity, game string, seat *int) (claim, wish string, has bool, err error) {
	var mine storedParticipation
	if !gameID.MatchString(game) {
		return who.Claim(game, ""), "", false, nil // no such game exists, and the caller reports that
	}
	if err := b.recall(ctx, participationBucket, who.ID+"/"+game, &mine); err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", "", false, err
	}
	if seat != nil {
		wish = strconv.Itoa(*seat)
	}
	for _, s := range mine.Seats {
		if seat == nil || s.Seat == *seat {
			wish, has = s.Wish, true
		}
	}
	return who.Claim(game, wish), wish, has, nil
}

// LinkClaim stores the owner of a claim before the claim takes a seat. Only this entry maps the
// digest in the log to the identity.
func (b *Book) LinkClaim(ctx context.Context, who Identity, game, claim string) error {
	return b.add(ctx, seatBucket, game+"/"+digest(claim), Identity{ID: who.ID, Name: who.Name, Kind: who.Kind, Owner: who.Owner})
}

// AddSeat stores a seat that the identity has taken or returned to.
func (b *Book) AddSeat(ctx context.Context, who Identity, game string, seat int, wish string) error {
	return retry(ctx, func() error {
		var has storedParticipation
		revision, err := b.read(ctx, participationBucket, who.ID+"/"+game, &has)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if slices.Contains(has.Seats, TakenSeat{seat, wish}) {
			return nil
		}
		if has.Since == 0 {
			has.Since = b.now().UnixMilli()
		}
		has.Seats = append(slices.DeleteFunc(has.Seats, func(s TakenSeat) bool { return s.Seat == seat }), TakenSeat{seat, wish})
		return b.write(ctx, participationBucket, who.ID+"/"+game, has, revision)
	})
}

// DropGame removes a game from the list of the identity's games, as if the identity had not taken a
// seat. If the identity has no seat in the game, DropGame does nothing.
func (b *Book) DropGame(ctx context.Context, who Identity, game string) error {
	return b.remove(ctx, participationBucket, who.ID+"/"+game)
}

// Participations returns the games in which an identity has taken a seat, newest first.
func (b *Book) Participations(ctx context.Context, who Identity) ([]Participation, error) {
	keys, err := b.kv.Keys(ctx, participationBucket, who.ID+"/")
	if err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	parts := make([]Participation, 0, len(keys))
	for _, key := range keys {
		var has storedParticipation
		if _, err := b.read(ctx, participationBucket, key, &has); err != nil {
			return nil, err
		}
		part := Participation{Game: strings.TrimPrefix(key, who.ID+"/"), Since: has.Since}
		for _, s := range has.Seats {
			part.Seats = append(part.Seats, s.Seat)
		}
		slices.Sort(part.Seats)
		parts = append(parts, part)
	}
	slices.SortFunc(parts, func(a, b Participation) int {
		return cmp.Or(cmp.Compare(b.Since, a.Since), strings.Compare(a.Game, b.Game))
	})
	return parts, nil
}

// SeatPlayer returns the identity that has taken a seat of a game, or an anonymous one if the book
// does not know the seat's player.
func (b *Book) SeatPlayer(ctx context.Context, game string, seat int) (Identity, error) {
	players, err := b.players(ctx, game)
	for _, p := range players {
		if slices.ContainsFunc(p.seats, func(s TakenSeat) bool { return s.Seat == seat }) {
			return p.Identity, err
		}
	}
	return Identity{}, err
}

// Guests returns the IDs of the guests with a seat in a game.
func (b *Book) Guests(ctx context.Context, game string) (ids []string, err error) {
	players, err := b.players(ctx, game)
	for _, p := range players {
		if p.Kind == Guest && !slices.Contains(ids, p.ID) {
			ids = append(ids, p.ID)
		}
	}
	return ids, err
}

// A player is an identity with the seats that it has taken in a game.
type player struct {
	Identity
	seats []TakenSeat
}

// players returns the known identities with a seat in a game.
func (b *Book) players(ctx context.Context, game string) (players []player, err error) {
	if !gameID.MatchString(game) {
		return nil, nil
	}
	keys, err := b.kv.Keys(ctx, seatBucket, game+"/")
	if err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	for _, key := range keys {
		var who Identity
		var has storedParticipation
		_, err := b.read(ctx, seatBucket, key, &who)
		if err == nil {
			_, err = b.read(ctx, participationBucket, who.ID+"/"+game, &has)
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if len(has.Seats) > 0 {
			players = append(players, player{who, has.Seats})
		}
	}
	return players, nil
}
