// Package examples contains example games written as data files.
package examples

import _ "embed"

// Tortoise is the larger example of docs/write-a-decision-game.md.
//
//go:embed tortoise.yaml
var Tortoise []byte
