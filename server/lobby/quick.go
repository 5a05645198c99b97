package lobby

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"gamed/protocol"
	"gamed/server/hub"
)

// Terms are what two players have to want alike to be given one game. The decks that
// they bring may differ.
type Terms struct {
	Rules  string            `json:"rules"`
	Seats  int               `json:"seats,omitempty"` // how many; without it as few as the rules allow, and at least two
	Table  map[string]string `json:"table,omitempty"`
	Clock  *protocol.Clock   `json:"clock,omitempty"`
	Rated  bool              `json:"rated,omitempty"`
	BestOf int               `json:"best_of,omitempty"`
}

// A Match is what comes of a quick match.
type Match struct {
	Game    string `json:"game"`           // the id of the game to join
	Seat    *int   `json:"seat,omitempty"` // the seat to take; any one if absent
	Waiting bool   `json:"waiting"`        // for others, as far as is known
	Made    bool   `json:"-"`              // for the player
	// Ticket is what a player has to show who asks again, if it is not known who that is.
	Ticket string `json:"ticket,omitempty"`
}

const quickBucket = "quick"

// Quick gives a player a game that somebody else waits in on the same terms, or a new
// one. Whoever asks again while waiting is given the same game: ticket is that of the last
// answer, if there was one. If bot names one, the player waits no more and is given a game
// against bots. The error is a [*hub.SpecError] if there is no such game,
// [ErrUnknownPlayer], or that of the games or the KV.
func (l *Lobby) Quick(ctx context.Context, who Player, t Terms, bot, ticket string) (Match, error) {
	spec, err := l.quickSpec(&t)
	if err != nil {
		return Match{}, err
	}
	if err := l.Check(who, &spec); err != nil {
		return Match{}, err
	}
	text, err := json.Marshal(&t)
	if err != nil {
		return Match{}, fmt.Errorf("lobby: %w", err)
	}
	sum := sha256.Sum256(text)
	key := hex.EncodeToString(sum[:16])
	fresh, waiter := rand.Text(), who.ID
	if !who.Known() {
		ticket = cmp.Or(ticket, rand.Text())
		waiter = "ticket/" + ticket
	}
	var match Match
	err = change(ctx, l.c.KV, quickBucket, key, func(q *queue) (write bool, err error) {
		if bot != "" {
			return q.leave(waiter), nil
		}
		match, write, err = l.match(ctx, q, waiter, spec, fresh)
		return write, err
	})
	if err != nil {
		return Match{}, err
	}
	if bot != "" {
		return l.withBots(ctx, who, spec, bot)
	}
	if match.Made {
		spec.Key = quickKey + fresh
		info, err := l.games.Create(ctx, spec)
		if err != nil {
			return Match{}, err
		}
		match.Game = info.ID
	}
	if !who.Known() {
		match.Ticket = ticket
	}
	return match, nil
}

// quickSpec completes the terms and returns the game that they ask for.
func (l *Lobby) quickSpec(t *Terms) (hub.Spec, error) {
	rules, ok := l.games.Rules(t.Rules)
	if ok && t.Seats == 0 {
		t.Seats = min(max(rules.Info().MinSeats, 2), rules.Info().MaxSeats)
	}
	if ok && (t.Seats < rules.Info().MinSeats || t.Seats > rules.Info().MaxSeats) {
		return hub.Spec{}, &hub.SpecError{Field: "seats", Text: fmt.Sprintf("%d seats, but %s has %d to %d", t.Seats, t.Rules, rules.Info().MinSeats, rules.Info().MaxSeats)}
	}
	return hub.Spec{Request: hub.Request{
		Rules: t.Rules, Seats: make([]hub.SeatSpec, t.Seats), Table: t.Table, BestOf: t.BestOf,
		TableOptions: protocol.TableOptions{Clock: t.Clock, Rated: t.Rated},
	}}, nil
}

// withBots returns a game against bots. Who has the first turn is drawn.
func (l *Lobby) withBots(ctx context.Context, who Player, spec hub.Spec, bot string) (Match, error) {
	seat := draw(len(spec.Seats))
	for i := range spec.Seats {
		if i != seat {
			spec.Seats[i].Bot = bot
		}
	}
	err := l.Check(who, &spec)
	if err == nil {
		err = l.Prepare(&spec)
	}
	if err != nil {
		return Match{}, err
	}
	info, err := l.games.Create(ctx, spec)
	return Match{Game: info.ID, Seat: &seat, Made: true}, err
}
