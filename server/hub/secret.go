package hub

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
)

// alphabet is Crockford's: lower case, without the letters that are taken for
// digits. Game ids are read out and typed in.
var alphabet = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// idLength is the letters of a game's id: 50 bits, too many to try them all
// through a server.
const idLength = 10

// newID returns a random game id.
func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: it ends the program instead
	return alphabet.EncodeToString(b[:])[:idLength]
}

// IsID reports whether s has the form of a game's id.
func IsID(s string) bool {
	if len(s) != idLength {
		return false
	}
	for i := range len(s) {
		if !isIDLetter(s[i]) {
			return false
		}
	}
	return true
}

func isIDLetter(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' && c != 'i' && c != 'l' && c != 'o' && c != 'u'
}

// hashKey is what the server keeps of a seat's key: the key itself, 130 bits, is the
// player's alone.
func hashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}
