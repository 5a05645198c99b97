package table

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
)

// A Key is the secret from which all chance of a game comes. The log holds it; no
// player learns it before the end.
type Key [32]byte

// KeyFrom derives the key of game n from the seed of a match, so that matches repeat.
func KeyFrom(seed, n uint64) Key {
	b := binary.LittleEndian.AppendUint64([]byte("gamed match key v1\x00"), seed)
	return sha256.Sum256(binary.LittleEndian.AppendUint64(b, n))
}

// String returns the key as hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// MarshalText writes the key as hexadecimal digits.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (k *Key) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != len(k) {
		return fmt.Errorf("game: a key is %d hexadecimal digits", 2*len(k))
	}
	copy(k[:], b)
	return nil
}

// A Chance is the random source of a game: a ChaCha8 stream, so that players cannot
// predict it from what they have seen. Its first number is the seed of the deal; then
// each choice takes one salt. It is for one goroutine.
type Chance struct{ rand.ChaCha8 }

// NewChance returns the source of a key, at its start.
func NewChance(key Key) *Chance { return &Chance{*rand.NewChaCha8(key)} }

// Next returns the next number. It is never 0, which means no salt.
func (c *Chance) Next() uint64 { return c.Uint64() | 1 }
