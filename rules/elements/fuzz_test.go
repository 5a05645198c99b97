package elements

import (
	"testing"

	"gamed/state/statetest"
)

// FuzzRules plays games with legal and illegal requests.
func FuzzRules(f *testing.F) { statetest.Fuzz(f, kit()) }
