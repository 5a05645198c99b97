// Package identity identifies the clients of a server: a guest by the secret in a cookie, a
// bot by a token. All other clients are anonymous, and may play as well. The
// package stores digests of secrets only, in a [store.KV] that the servers of a cluster share.
package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
)

// A Kind is the kind of an identity.
type Kind string

const (
	Anonymous Kind = "anonymous" // a client without an ID
	Guest     Kind = "guest"     // a person, with a name made by the server
	Bot       Kind = "bot"       // a program with a token
	Operator  Kind = "operator"  // runs the server from the command line
)

// An Identity identifies a client across games. A table shows its name only. The zero value
// is an anonymous client.
type Identity struct {
	ID     string `json:"id,omitempty"` // empty for an anonymous client
	Name   string `json:"name,omitempty"`
	Kind   Kind   `json:"kind,omitempty"`
	Owner  string `json:"owner,omitempty"`  // of a bot: the ID of its maker
	Scopes Scopes `json:"scopes,omitempty"` // of a bot: the scopes of its token

	key        [32]byte // of its seats
	credential string   // the key in the store of its session or token
}

// TheOperator runs the server. It owns the tokens made at the command line, and may see and
// revoke all tokens.
var TheOperator = Identity{ID: "operator", Name: "operator", Kind: Operator}

// Known reports whether the client is not anonymous.
func (i Identity) Known() bool { return i.ID != "" }

// May reports whether the scopes of the identity include s. Only bots are limited by
// scopes.
func (i Identity) May(s Scope) bool { return i.Kind != Bot || slices.Contains(i.Scopes.list(), s) }

// Claim returns the key of a seat that the identity takes: the base64url of an HMAC-SHA256,
// under a key of the identity, over "seat", its ID, the game and its wish, separated by
// zero bytes. The wish is a seat number or empty. The claim is always the same and cannot
// be forged. A log contains its digest, which does not reveal the identity.
func (i Identity) Claim(game, wish string) string {
	mac := hmac.New(sha256.New, i.key[:])
	_, _ = mac.Write([]byte("seat\x00" + i.ID + "\x00" + game + "\x00" + wish)) // never fails
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// digest is the stored form of a secret. Secrets have 256 bits, too many to guess.
func digest(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
