package tournament

import (
	"fmt"
	"slices"
	"strings"
)

// A Format selects the pairings.
type Format string

const (
	RoundRobin Format = "roundrobin" // every possible table
	Gauntlet   Format = "gauntlet"   // every possible table with the first bot
	Ladder     Format = "ladder"     // in each round, tables of bots with similar ratings
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
