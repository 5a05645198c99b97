package identity

import (
	"fmt"
	"slices"
	"strings"
)

// A Scope is a permission of a token.
type Scope string

const (
	Play    Scope = "play"    // take seats, and answer for them
	Watch   Scope = "watch"   // watch games
	Create  Scope = "create"  // make games
	Inspect Scope = "inspect" // see what the bot decided, and why
)

// scopes lists all scopes in their usual order.
var scopes = []Scope{Play, Watch, Create, Inspect}

// Scopes is a set of scopes as text with spaces between: "play watch". Sets are comparable.
type Scopes string

// DefaultScopes are the scopes of a token made without any.
const DefaultScopes = Scopes("play watch create")

// NewScopes returns the set of some scopes, or an error that names an unknown one.
func NewScopes(names []string) (Scopes, error) {
	for _, name := range names {
		if !slices.Contains(scopes, Scope(name)) {
			return "", fmt.Errorf("identity: unknown scope %.40q; the scopes are %s, %s, %s and %s", name, Play, Watch, Create, Inspect)
		}
	}
	var set []string
	for _, s := range scopes {
		if slices.Contains(names, string(s)) {
			set = append(set, string(s))
		}
	}
	return Scopes(strings.Join(set, " ")), nil
}

// Names returns the names of the scopes.
func (s Scopes) Names() []string { return strings.Fields(string(s)) }

func (s Scopes) list() (list []Scope) {
	for name := range strings.FieldsSeq(string(s)) {
		list = append(list, Scope(name))
	}
	return list
}
