package dominion

import (
	"testing"

	"gamed/state/statetest"
)

// TestRules plays one script for each ruling, TestCards one for each card. To
// accept what they say now, run them with -update and read the diff.
func TestRules(t *testing.T) { statetest.Scripts(t, "testdata/rules", stageForScripts) }

func TestCards(t *testing.T) { statetest.Scripts(t, "testdata/cards", stageForScripts) }

var stageForScripts = statetest.Stage[Position]{Rules: Rules, Deal: scene, Stack: (*Position).stackText}
