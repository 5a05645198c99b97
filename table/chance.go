package table

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Key is the secret that determines, with the players' nonces, all randomness of a game. The
// log contains the key. No player learns it before the end of the game, except in a lesson. The
// salt of a [Commitment] has the same type.
type Key [32]byte

// KeyFrom derives the key of game n from the seed of a match, so that matches are
// reproducible.
func KeyFrom(seed, n uint64) Key {
	b := binary.LittleEndian.AppendUint64([]byte("gamed match key v1\x00"), seed)
	return sha256.Sum256(binary.LittleEndian.AppendUint64(b, n))
}

// String returns the key as hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// MarshalText writes the key as hexadecimal digits.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads a key in the form that MarshalText writes.
func (k *Key) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != len(k) {
		return fmt.Errorf("a key is %d hexadecimal digits", 2*len(k))
	}
	copy(k[:], b)
	return nil
}

// A Chance is the random source of a game. It is a ChaCha8 stream, so that players cannot
// predict numbers from earlier ones. Its first number is the seed of the deal. Each choice then
// uses one number as its salt. Only one goroutine at a time may use a Chance.
type Chance struct{ rand.ChaCha8 }

// NewChance returns the random source of a key, before its first number.
func NewChance(key Key) *Chance { return &Chance{*rand.NewChaCha8(key)} }

// Next returns the next number. This is never 0, because a salt of 0 stands for no salt.
func (c *Chance) Next() uint64 { return c.Uint64() | 1 }

// Commitment returns the SHA-256 of key and salt in hexadecimal digits. The server publishes
// the commitment before the deal. A game without a salt has no commitment, and the result is
// "".
func Commitment(key, salt Key) string {
	if salt == (Key{}) {
		return ""
	}
	sum := sha256.Sum256(append(key[:], salt[:]...))
	return hex.EncodeToString(sum[:])
}

// Mix returns the key from which a game is dealt, given the game's key and the nonces of its players by
// seat. The result is the HMAC-SHA256 of the nonces under the game's key, or without nonces the game's
// key itself. The server commits to the key before it receives the nonces, and players do not know the
// key. So no player can choose the deal. Only a server that takes the last seat itself could try several
// nonces.
func Mix(key Key, nonces []string) Key {
	if strings.Join(nonces, "") == "" {
		return key
	}
	mac := hmac.New(sha256.New, key[:])
	mac.Write([]byte("gamed nonces v1\x00"))
	for _, nonce := range nonces {
		mac.Write(binary.AppendUvarint(nil, uint64(len(nonce))))
		mac.Write([]byte(nonce))
	}
	return Key(mac.Sum(nil))
}
