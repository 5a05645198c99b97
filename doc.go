// Package gamed is the root of a module that serves card games and runs
// matches between the bots that play them. It holds no code, only the test
// that keeps imports running one way; docs/design.md says why the packages are
// cut as they are.
package gamed
