package tournament

import (
	"fmt"
	"strings"
)

// A Format says who meets whom.
type Format string

const (
	RoundRobin Format = "roundrobin" // each with each
	Gauntlet   Format = "gauntlet"   // the first with each of the others
	Ladder     Format = "ladder"     // in each round those that are rated alike
)

// Formats are the formats there are.
var Formats = []string{string(RoundRobin), string(Gauntlet), string(Ladder)}

// ParseFormat returns the format of that name.
func ParseFormat(name string) (Format, error) {
	for _, known := range Formats {
		if name == known {
			return Format(name), nil
		}
	}
	return "", fmt.Errorf("no format is called %q: there are %s", name, strings.Join(Formats, ", "))
}
