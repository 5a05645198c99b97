package elements

import (
	"testing"

	"gamed/state/statetest"
)

// TestRules checks one script per rule, and TestCards one script per card. To accept changes, run
// the tests with -update and review the diff.
func TestRules(t *testing.T) { statetest.Scripts(t, "testdata/rules", scriptKit) }

func TestCards(t *testing.T) { statetest.Scripts(t, "testdata/cards", scriptKit) }

var scriptKit = statetest.ScriptKit[Position]{Rules: Rules, Deal: scene, Stack: (*Position).stackText}
