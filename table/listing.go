package table

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"gamed/state"
)

// A Listed is a ruleset with its description, abilities and [CardsHash] at hand. Working
// them out takes as long as half a game, so a server does it once for each ruleset.
// Any goroutine may use it.
type Listed struct {
	state.Dealer
	info      state.Info
	cards     string
	abilities state.Abilities
}

// List returns a ruleset with its facts at hand. The ruleset must not change any more.
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
// its rules, in hexadecimal digits. A log replays only on the table it was played with.
// The hash covers which cards there are, their order and their texts, which say what
// they do. Titles may be corrected while games are in progress, so they do not count.
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
