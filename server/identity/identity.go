// Package identity identifies the clients of a server: a guest by the secret in a cookie, a bot or
// the operator by a token. All other clients are anonymous, and may also play. The package stores
// only digests of secrets, in a [store.KV] that the servers in a cluster share.
package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
)

// A Kind is the way in which a client is identified.
type Kind string

const (
	Anonymous Kind = "anonymous" // a client without an ID
	Guest     Kind = "guest"     // a person with a session; the server generates the first name
	Bot       Kind = "bot"       // a program with a token
	Operator  Kind = "operator"  // the person who runs the server from the command line
)

// An Identity identifies a client across games. A table shows only its name and face. The zero value is
// an anonymous client.
type Identity struct {
	ID     string `json:"id,omitempty"` // empty for an anonymous client
	Name   string `json:"name,omitempty"`
	Face   string `json:"face,omitempty"` // one of Faces, or "" before the guest has chosen one
	Kind   Kind   `json:"kind,omitempty"`
	Hidden bool   `json:"hidden,omitempty"` // of a guest: other players do not see the guest's presence
	Owner  string `json:"owner,omitempty"`  // of a bot: the ID of its owner
	Scopes Scopes `json:"scopes,omitempty"` // of a bot: the scopes of its token

	key        [32]byte // for its claims: see Claim
	credential string   // the store key of its session or token
}

// OperatorIdentity is the identity of the server's operator. The operator owns the tokens created on the
// command line, and may list and revoke all tokens.
var OperatorIdentity = Identity{ID: "operator", Name: "operator", Kind: Operator}

// Known reports whether the client has an ID, so that it is not anonymous.
func (i Identity) Known() bool { return i.ID != "" }

// May reports whether the scopes of the identity include s. Only bots are limited by
// scopes.
func (i Identity) May(s Scope) bool { return i.Kind != Bot || slices.Contains(i.Scopes.list(), s) }

// Claim returns the key of a seat that the identity takes. It is the base64url encoding of an
// HMAC-SHA256 with the identity's key. The message is "seat", the identity's ID, the game and
// the wish, separated by zero bytes. The wish is a seat number or empty. The claim is always
// the same and cannot be forged. A log contains its digest, which does not reveal the
// identity.
func (i Identity) Claim(game, wish string) string {
	mac := hmac.New(sha256.New, i.key[:])
	_, _ = mac.Write([]byte("seat\x00" + i.ID + "\x00" + game + "\x00" + wish)) // never fails
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// digest returns the SHA-256 in hexadecimal digits: the stored form of secrets, and the key of
// names. A secret has 256 bits, so its digest does not help to guess it.
func digest(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
