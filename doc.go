// Package gamed is the program gamed as a library. A module with its own games gets
// every command from a short main function:
//
//	func main() { gamed.Main(gamed.WithRuleset(nim.Ruleset())) }
//
// The module in examples/owngame is such a program. docs/design.md explains how the
// packages of this module divide the work.
package gamed
