package learned

import (
	"embed"
	"fmt"

	"gamed/state"
)

// Each file begins with the command that reproduces it.
//
//go:embed weights/*.net
var files embed.FS

// Load returns the built-in net of a ruleset with the given name and layout.
func Load(rules string, layout *state.Layout) (*Net, error) {
	file, err := files.ReadFile("weights/" + rules + ".net")
	if err != nil {
		return nil, fmt.Errorf("no weights for %s: run gamed train %s", rules, rules)
	}
	return Parse(file, rules, layout)
}
