package table

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// Commitment returns what players are told of a game's key before the deal: the
// SHA-256 of key and salt, in hexadecimal digits. It is "" without a salt, for games
// that promise nothing.
func Commitment(key, salt Key) string {
	if salt == (Key{}) {
		return ""
	}
	sum := sha256.Sum256(append(key[:], salt[:]...))
	return hex.EncodeToString(sum[:])
}

// Mix returns the key that deals a game whose players brought nonces, by seat: the
// HMAC-SHA256 of the nonces under the game's own key, or that key without any. The
// server commits to its key before it sees the nonces, and players do not know the key,
// so neither can choose the deal.
func Mix(key Key, nonces []string) (mixed Key) {
	mac, any := hmac.New(sha256.New, key[:]), false
	mac.Write([]byte("gamed nonces v1\x00"))
	for _, nonce := range nonces {
		mac.Write(binary.AppendUvarint(nil, uint64(len(nonce))))
		mac.Write([]byte(nonce))
		any = any || nonce != ""
	}
	if !any {
		return key
	}
	copy(mixed[:], mac.Sum(nil))
	return mixed
}
