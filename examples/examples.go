// Package examples contains games in data files.
package examples

import _ "embed"

// Tortoise is the larger example of docs/write-a-decision-game.md.
//
//go:embed tortoise.yaml
var Tortoise []byte
