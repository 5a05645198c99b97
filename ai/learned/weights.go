package learned

import (
	"embed"
	"fmt"

	"gamed/state"
)

// files holds the built-in nets. The header of each file has the command that reproduces the file.
//
//go:embed weights/*.net
var files embed.FS

// Load returns the built-in net for the named ruleset with the given layout.
func Load(rules string, layout *state.Layout) (*Net, error) {
	file, err := files.ReadFile("weights/" + rules + ".net")
	if err != nil {
		return nil, fmt.Errorf("this program has no built-in weights for %s: run gamed train %s, and name its file with weights=FILE", rules, rules)
	}
	return Parse(file, rules, layout)
}
