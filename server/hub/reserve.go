package hub

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"gamed/game"
	"gamed/protocol"
)

// A Reservation reserves a seat for a known player or for the holder of a seat key. The zero
// value is used for bot seats.
type Reservation struct {
	Player  string // the player's id
	KeyHash string // the SHA-256 of the key, in hexadecimal digits
	// Person is shown at the open seat.
	Person game.Person
}

// hashFor returns the hash that stands for the reservation in the game's header. The header
// contains no player id, since logs become public.
func (r Reservation) hashFor(game string) string {
	if r.Player == "" {
		return r.KeyHash
	}
	return Hash("gamed kept seat v1\x00" + game + "\x00" + r.Player)
}

// expected returns the people for whom seats are reserved, by seat, or nil without reservations.
func (s *Spec) expected() (people []game.Person) {
	for _, r := range s.Reservations {
		people = append(people, r.Person)
	}
	return people
}

// reservedSeat returns the seat that is reserved for a player. The argument wish is the seat number
// that the client asks for, or negative for any seat. reservedSeat also returns the wish if it is a
// bot's seat or does not exist; the game then refuses it.
func (e *entry) reservedSeat(wish int, player, keyHash string) (int, error) {
	isOwn := func(mark string) bool {
		return mark == keyHash || player != "" && mark == Reservation{Player: player}.hashFor(e.id)
	}
	own := slices.IndexFunc(e.reserved, isOwn)
	text := "the seats of this game are reserved for the players of the previous game; join or create another game"
	switch {
	case wish >= len(e.reserved), wish >= 0 && (e.reserved[wish] == "" || isOwn(e.reserved[wish])):
		return wish, nil
	case own >= 0 && wish < 0:
		return own, nil
	case own >= 0:
		text = fmt.Sprintf("seat %d is reserved for another player; your seat is %d", wish, own)
	}
	return 0, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: text}
}

// Hash returns the SHA-256 of a text in hexadecimal digits. Logs store keys in this form.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// letters is Crockford's base32 alphabet in lower case. It lacks i, l and o, which look like digits,
// and u. People read game ids aloud and type them.
const letters = "0123456789abcdefghjkmnpqrstvwxyz"

var alphabet = base32.NewEncoding(letters).WithPadding(base32.NoPadding)

// idLength is the number of characters in a game's id. They hold 50 random bits, too many to guess
// through a server.
const idLength = 10

// newID returns a random game id.
func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return alphabet.EncodeToString(b[:])[:idLength]
}

// IsID reports whether s has the form of a game's id.
func IsID(s string) bool { return len(s) == idLength && strings.Trim(s, letters) == "" }
