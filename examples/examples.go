// Package examples holds small games that are data files, as examples for those who
// write one.
package examples

import _ "embed"

// Tortoise is the game that docs/write-a-decision-game.md ends with.
//
//go:embed tortoise.yaml
var Tortoise []byte
