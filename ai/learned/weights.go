package learned

import (
	"embed"
	"fmt"

	"gamed/state"
)

// The files begin with the command that makes them again.
//
//go:embed weights/*.net
var files embed.FS

// Load returns the net that comes with the program for a ruleset with that name and
// layout. An error says what is wrong with it: of other features it is a *LayoutError.
func Load(rules string, layout *state.Layout) (*Net, error) {
	file, err := files.ReadFile("weights/" + rules + ".net")
	if err != nil {
		return nil, fmt.Errorf("there are no weights for %s: make them with gamed train %s", rules, rules)
	}
	return Parse(file, rules, layout)
}
