package dominion

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state/statetest"
)

// TestRules plays a script for each ruling, and TestCards plays one for each card. Both tests
// compare the output with the output in the script. To accept changes, run the tests with -update
// and review the diff.
func TestRules(t *testing.T) { statetest.Scripts(t, "testdata/rules", scriptKit) }

func TestCards(t *testing.T) { statetest.Scripts(t, "testdata/cards", scriptKit) }

var scriptKit = statetest.ScriptKit[Position]{Rules: Rules, Deal: scene, Stack: (*Position).stackText}

// TestEveryCardHasAScript checks that each card has a script.
func TestEveryCardHasAScript(t *testing.T) {
	for _, d := range cards[1:] {
		name := strings.NewReplacer(" ", "_", "'", "").Replace(strings.ToLower(d.Name))
		_, err := os.Stat("testdata/cards/" + name + ".txt")
		assert.NoError(t, err, d.Name)
	}
}
