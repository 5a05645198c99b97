package game

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// Commitment is what is told of a game's key before anything that comes from it: the
// SHA-256 of key and salt, one behind the other, in hexadecimal digits. It is empty
// without a salt, for games of which nothing was told.
func Commitment(key, salt Key) string {
	if salt == (Key{}) {
		return ""
	}
	sum := sha256.Sum256(append(key[:], salt[:]...))
	return hex.EncodeToString(sum[:])
}

// Mix returns the key from which a game is dealt whose players have brought these
// nonces, by seat: the HMAC-SHA256 of them under the game's own key. Without any it is
// that key. Neither the server alone, which had to commit itself before it knew them, nor
// the players, who do not know the key, can choose what comes of it.
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
