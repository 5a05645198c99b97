package lobby

import (
	"crypto/rand"
	"fmt"
	"math/big"

	"gamed/server/hub"
)

// Check reports why a player may not create a game. Rated games need a known player, and
// their bots are named by level: otherwise each number of searches would have a rating.
func (l *Lobby) Check(who Player, spec *hub.Spec) error {
	if !spec.Rated {
		return nil
	}
	if !who.Known() {
		return ErrUnknownPlayer
	}
	for i, seat := range spec.Seats {
		if seat.Bot != "" && !IsLevel(seat.Bot) {
			return &hub.SpecError{Field: fmt.Sprintf("seats[%d].bot", i), Text: "in a rated game, name the bot by its level, as in medium"}
		}
	}
	return nil
}

// draw returns a random number from 0 to n-1.
func draw(n int) int {
	i, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		panic(err) // never happens
	}
	return int(i.Int64())
}
