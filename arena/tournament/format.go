package tournament

import (
	"fmt"
	"slices"
	"strings"
)

// A Format selects the pairings.
type Format string

const (
	RoundRobin Format = "roundrobin" // all pairs of bots
	Gauntlet   Format = "gauntlet"   // the first bot against each other bot
	Ladder     Format = "ladder"     // in each round, bots of similar rating
)

// Formats lists the names of all formats.
var Formats = []string{string(RoundRobin), string(Gauntlet), string(Ladder)}

// ParseFormat returns the named format.
func ParseFormat(name string) (Format, error) {
	if slices.Contains(Formats, name) {
		return Format(name), nil
	}
	return "", fmt.Errorf("unknown format %q: use %s", name, strings.Join(Formats, ", "))
}
