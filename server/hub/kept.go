package hub

import (
	"crypto/sha256"
	"encoding/hex"

	"gamed/protocol"
)

// A Keeping is for whom a seat is kept: a player of whom the server knows who it is, or
// whoever has the key with that SHA-256; the zero value is for seats of bots.
type Keeping struct {
	Player  string // the id
	KeyHash string
}

// mark is what a game's header says of it. The id of a player is in no log.
func (k Keeping) mark(game string) string {
	if k.Player == "" {
		return k.KeyHash
	}
	sum := sha256.Sum256([]byte("gamed kept seat v1\x00" + game + "\x00" + k.Player))
	return hex.EncodeToString(sum[:])
}

// keptSeat returns the seat that somebody is to have in a game whose seats are kept.
func (e *entry) keptSeat(wish int, player, keyHash string) (int, error) {
	for i, mark := range e.kept {
		mine := mark == keyHash || player != "" && mark == Keeping{Player: player}.mark(e.id)
		if mine && (wish < 0 || wish == i) {
			return i, nil
		}
	}
	return 0, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "that seat is kept for who sat in the game before this one"}
}
