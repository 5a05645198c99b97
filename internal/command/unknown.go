package command

import (
	"strings"

	"gamed/state"
)

// unknown returns the error for an unknown name, with the nearest name and all names.
func unknown(what, name string, possible []string) error {
	if len(possible) == 0 {
		return usagef("unknown %s %q: there is none", what, name)
	}
	list := "possible: " + strings.Join(possible, ", ")
	if near := state.Nearest(name, possible); near != "" {
		return usagef("unknown %s %q: did you mean %s? (%s)", what, name, near, list)
	}
	return usagef("unknown %s %q (%s)", what, name, list)
}
