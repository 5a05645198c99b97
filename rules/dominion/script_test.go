package dominion

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state/statetest"
)

// TestRules plays one script for each ruling, TestCards one for each card. To
// accept what they say now, run them with -update and read the diff.
func TestRules(t *testing.T) { statetest.Scripts(t, "testdata/rules", stageForScripts) }

func TestCards(t *testing.T) { statetest.Scripts(t, "testdata/cards", stageForScripts) }

var stageForScripts = statetest.Stage[Position]{Rules: Rules, Deal: scene, Stack: (*Position).stackText}

// TestEveryCardHasAScript finds a file of its own for each row of the card table.
func TestEveryCardHasAScript(t *testing.T) {
	for _, d := range cards[1:] {
		name := strings.NewReplacer(" ", "_", "'", "").Replace(strings.ToLower(d.Name))
		_, err := os.Stat("testdata/cards/" + name + ".txt")
		assert.NoError(t, err, d.Name)
	}
}
