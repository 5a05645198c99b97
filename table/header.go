package table

import (
	"slices"

	"gamed/protocol"
	"gamed/state"
)

var headerKind = kind{
	hasField: func(r *Record) bool { return r.Header != nil },
	at:       func(r *Record) int64 { return r.Header.At },
	summarize: func(s *Summary, r *Record) {
		s.Header, s.Seats = r.Header, slices.Clone(r.Header.Seats)
		s.Decks = make([]string, len(s.Seats))
		copy(s.Decks, r.Header.Setup.Decks)
	},
}

// A Header is the first record of a log. A game without open seats is dealt from its header alone. A
// game with open seats is dealt from the header and the nonces and decks in the seat records.
type Header struct {
	Format  int    `json:"format"`
	Program string `json:"program"` // version of gamed that created the game
	Game    string `json:"game"`    // the game's id
	Rules   string `json:"rules"`   // name of the ruleset
	Version int    `json:"version"` // of the ruleset
	Cards   string `json:"cards"`   // hash of the card table: see CardsHash
	// File is the SHA-256 of the file that defines the ruleset, "" for a ruleset in Go.
	File           string      `json:"file,omitempty"`
	Key            Key         `json:"key"`
	CommitmentSalt Key         `json:"salt,omitzero"` // for the [Commitment]
	Setup          state.Setup `json:"setup"`
	From           *Origin     `json:"from,omitempty"` // the continued game, or nil
	Seats          []Seat      `json:"seats"`
	At             int64       `json:"at_ms"` // creation time, in ms since 1970
	protocol.TableOptions
	Idempotency *Idempotency `json:"made,omitempty"` // nil for a game without an idempotency key
	Series      *Series      `json:"series,omitempty"`
	// ListedFrom is the time from which lists of games may contain the game, in ms since 1970, or 0
	// for always. In a series with delayed spectators, it is the time at which these spectators
	// have seen the end of the previous game.
	ListedFrom int64 `json:"listed_ms,omitempty"`
	// Reserved[i] is the hash of the player for whom seat i is reserved, or "". Package hub computes
	// the hash. Reserved is nil if any player may take any seat.
	Reserved []string `json:"kept,omitempty"`
}

// An Idempotency identifies the request that created a game, so that the same request, sent again,
// returns the same game.
type Idempotency struct {
	Key  string `json:"key"`  // SHA-256 of the request's key, in hexadecimal digits
	Spec string `json:"spec"` // SHA-256 of the requested game
}

// A Series tells to which series a game belongs, and which game of the series it is. A series is
// several games between the same players.
type Series struct {
	ID     string `json:"id"`     // id of the first game of the series
	BestOf int    `json:"of"`     // maximum number of games, draws not counted
	Number int    `json:"number"` // number of this game in the series, from 1
}

// A Seat describes a seat and its player.
type Seat struct {
	Kind string `json:"kind"` // open, person or bot
	// Name is a bot's name. Logs before format 3 also contain the names of people. Since format
	// 3, these names are outside the log, where they can be erased.
	Name string `json:"name,omitempty"`
	// Face names the portrait that the person has chosen: see [protocol.Seat]. The log does not
	// contain it.
	Face string `json:"-"`
	// KeyHash is the SHA-256 of the key or claim with which a person reconnects, in hexadecimal
	// digits. The hash identifies the person within this game.
	KeyHash string `json:"key_hash,omitempty"`
}
