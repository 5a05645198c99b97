// Package identity knows who a client of a server is: a guest by the secret in a
// cookie, a bot by a token. Who has neither is anonymous, and may play all the same.
//
// Of secrets it keeps digests only. All of it is in a [store.KV], so that it is there
// after a restart, and the same for all servers of a cluster.
package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
)

// A Kind is what an identity is of.
type Kind string

const (
	Anonymous Kind = "anonymous" // a client without one: it has no ID
	Guest     Kind = "guest"     // a person, with a name made by the server
	Bot       Kind = "bot"       // a program with a token
	Operator  Kind = "operator"  // whoever runs the server, from its command line
)

// An Identity is who a client is, beyond one game. It is never shown at a table, but
// for its name. The zero value is somebody anonymous.
type Identity struct {
	ID     string `json:"id,omitempty"` // empty for somebody anonymous
	Name   string `json:"name,omitempty"`
	Kind   Kind   `json:"kind,omitempty"`
	Owner  string `json:"owner,omitempty"`  // of a bot: the ID of who made it
	Scopes Scopes `json:"scopes,omitempty"` // of a bot: what its token is for

	key        [32]byte // of its seats
	credential string   // the key in the store of what it was known by
}

// TheOperator is whoever runs the server. It owns the tokens made at the command line, and
// may see and revoke those of others.
var TheOperator = Identity{ID: "operator", Name: "operator", Kind: Operator}

// Known reports whether the identity is anybody's.
func (i Identity) Known() bool { return i.ID != "" }

// May reports whether the identity may do what a scope is for. It is bots that are held
// to theirs.
func (i Identity) May(s Scope) bool { return i.Kind != Bot || slices.Contains(i.Scopes.list(), s) }

// Claim returns the key to a seat of a game that the identity takes: base64url of
// HMAC-SHA256 with a key of its own over "seat", its ID, the game and its wish, which is
// the seat's number or nothing, with a 0 between them. Nobody else can make it, it is the
// same each time, and what a game's log has of it, a digest, leads to nobody.
func (i Identity) Claim(game, wish string) string {
	mac := hmac.New(sha256.New, i.key[:])
	_, _ = mac.Write([]byte("seat\x00" + i.ID + "\x00" + game + "\x00" + wish)) // never fails
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// digest is what is kept of a secret. Secrets have 256 bits, so that none can be found
// from it by trying.
func digest(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
