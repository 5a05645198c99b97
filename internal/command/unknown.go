package command

import (
	"strings"

	"gamed/state"
)

// unknownName returns the error for a name that does not exist. The error suggests the most similar
// name, and lists all names.
func unknownName(what, name string, possible []string) error {
	if len(possible) == 0 {
		return usagef("unknown %s %q: there is no %s to choose", what, name, what)
	}
	list := "possible: " + strings.Join(possible, ", ")
	if near := state.Nearest(name, possible); near != "" {
		return usagef("unknown %s %q: did you mean %s? (%s)", what, name, near, list)
	}
	return usagef("unknown %s %q (%s)", what, name, list)
}
