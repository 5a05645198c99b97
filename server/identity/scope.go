package identity

import (
	"fmt"
	"slices"
	"strings"
)

// A Scope is a thing that a token may be for.
type Scope string

const (
	Play    Scope = "play"    // take seats, and answer for them
	Watch   Scope = "watch"   // watch games
	Create  Scope = "create"  // make games
	Inspect Scope = "inspect" // see what the bot decided, and why
)

// scopes are all of them, in the order in which they are named.
var scopes = []Scope{Play, Watch, Create, Inspect}

// Scopes is a set of scopes, as text with spaces between: "play watch". It is compared
// with ==.
type Scopes string

// DefaultScopes are those of a token for which none are asked.
const DefaultScopes = Scopes("play watch create")

// NewScopes returns the set of some scopes. The error names one that there is not.
func NewScopes(names []string) (Scopes, error) {
	for _, name := range names {
		if !slices.Contains(scopes, Scope(name)) {
			return "", fmt.Errorf("identity: no scope is called %.40q: there are %s, %s, %s and %s", name, Play, Watch, Create, Inspect)
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

// Names returns the names of its scopes.
func (s Scopes) Names() []string { return strings.Fields(string(s)) }

func (s Scopes) list() (list []Scope) {
	for name := range strings.FieldsSeq(string(s)) {
		list = append(list, Scope(name))
	}
	return list
}
