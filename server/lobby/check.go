package lobby

import (
	"crypto/rand"
	"fmt"
	"math/big"

	"gamed/server/hub"
)

// Check says why a player may not have such a game, whatever the rules say of it. A bot
// of this program plays rated games by its level only: otherwise there would be a rating for
// each number of searches.
func (l *Lobby) Check(who Player, spec *hub.Spec) error {
	if !spec.Rated {
		return nil
	}
	if !who.Known() {
		return ErrUnknownPlayer
	}
	for i, seat := range spec.Seats {
		if seat.Bot != "" && !IsLevel(seat.Bot) {
			return &hub.SpecError{Field: fmt.Sprintf("seats[%d].bot", i), Text: "in a rated game a bot is named by its level, as in medium"}
		}
	}
	return nil
}

// draw returns a number from 0 to n-1.
func draw(n int) int {
	i, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		panic(err) // it never fails
	}
	return int(i.Int64())
}
