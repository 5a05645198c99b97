package dominion

import (
	"testing"

	"gamed/state/statetest"
)

// FuzzRules drives games by bytes, legal and illegal requests alike.
func FuzzRules(f *testing.F) { statetest.Fuzz(f, kit()) }
