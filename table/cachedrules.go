package table

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"gamed/state"
)

// CachedRules caches the description, abilities and hashes of a ruleset. Computing these facts
// takes as long as half a game, so a server does it once per ruleset. Any goroutine may use a
// CachedRules.
type CachedRules struct {
	state.Dealer
	info      state.Info
	cards     string
	file      string
	abilities state.Abilities
}

// Cache returns a ruleset with its description, abilities and hashes cached. The ruleset must not
// change afterwards.
func Cache(rules state.Dealer) *CachedRules {
	if l, ok := rules.(*CachedRules); ok {
		return l
	}
	l := &CachedRules{Dealer: rules, info: rules.Info(), abilities: rules.Abilities()}
	l.cards = CardsHash(l.info)
	if f := l.abilities.File; f != nil {
		sum := sha256.Sum256(f.Text)
		l.file = hex.EncodeToString(sum[:])
	}
	return l
}

// Info describes the ruleset. The caller must not change the slices in the result.
func (l *CachedRules) Info() state.Info { return l.info }

// Abilities returns the optional features of the ruleset.
func (l *CachedRules) Abilities() state.Abilities { return l.abilities }

// Cards is the [CardsHash] of the ruleset.
func (l *CachedRules) Cards() string { return l.cards }

// File is the SHA-256 of the ruleset's file, "" for a ruleset in Go.
func (l *CachedRules) File() string { return l.file }

// CardsHash returns the first half of the SHA-256 of a card table and the version of
// its rules, in hexadecimal digits. A log replays only with the card table of its game. The hash
// covers the cards, their order and their texts, which describe what the cards do. Titles may be
// corrected while games are in progress, so the hash leaves them out. It also leaves out Play and
// Use, which repeat the texts.
func CardsHash(info state.Info) string {
	info.Cards = slices.Clone(info.Cards)
	for i := range info.Cards {
		c := &info.Cards[i]
		c.Title, c.Play, c.Use = "", nil, nil
	}
	b, err := json.Marshal(struct {
		Version int
		Cards   []state.CardInfo
	}{info.Version, info.Cards})
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}
