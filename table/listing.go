package table

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"gamed/state"
)

// A Listed caches the description, abilities and [CardsHash] of a ruleset. Computing
// them takes as long as half a game, so a server does it once per ruleset. Any
// goroutine may use it.
type Listed struct {
	state.Dealer
	info      state.Info
	cards     string
	abilities state.Abilities
}

// List returns a ruleset with its facts cached. The ruleset must not change afterwards.
func List(rules state.Dealer) *Listed {
	if l, ok := rules.(*Listed); ok {
		return l
	}
	info := rules.Info()
	return &Listed{rules, info, CardsHash(info), rules.Abilities()}
}

// Info describes the ruleset. The caller must not change it.
func (l *Listed) Info() state.Info { return l.info }

// Abilities returns the abilities of the ruleset beyond [state.Machine].
func (l *Listed) Abilities() state.Abilities { return l.abilities }

// Cards is the [CardsHash] of the ruleset.
func (l *Listed) Cards() string { return l.cards }

// CardsHash returns the first half of the SHA-256 of a card table and the version of
// its rules, in hexadecimal digits. A log replays only with the card table of its game.
// The hash covers the cards, their order and their texts, which define their effects.
// Titles may be corrected while games are in progress, so they do not count.
func CardsHash(info state.Info) string {
	info.Cards = slices.Clone(info.Cards)
	for i := range info.Cards {
		info.Cards[i].Title = ""
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
