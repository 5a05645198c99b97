package game

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"gamed/state"
)

// A Listed is a ruleset whose description and [CardsHash] are at hand. To work them out takes
// as long as half a game does, so whoever makes or brings back many games does that once.
type Listed struct {
	state.Dealer
	info      state.Info
	cards     string
	abilities state.Abilities
}

// List works out what is to be at hand. The ruleset must not change any more.
func List(rules state.Dealer) *Listed {
	if l, ok := rules.(*Listed); ok {
		return l
	}
	info := rules.Info()
	return &Listed{rules, info, CardsHash(info), rules.Abilities()}
}

// Info describes the ruleset. Nobody may change what it refers to.
func (l *Listed) Info() state.Info { return l.info }

// Abilities returns what the ruleset offers beyond [state.Machine].
func (l *Listed) Abilities() state.Abilities { return l.abilities }

// Cards is the [CardsHash] of the ruleset.
func (l *Listed) Cards() string { return l.cards }

// CardsHash is the first half of the SHA-256 of a card table and the rules'
// version, in hexadecimal digits: a log of one table does not replay on another.
// It covers what a replay may depend on: which cards there are, in their order, and
// what they do, where their texts are made of that. Titles are left out, which can
// be put right while games are in progress.
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
