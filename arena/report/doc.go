// Package report writes the results of a match or a tournament as a single page of
// HTML.
//
// The page loads nothing from a network and is readable without scripts. Names of
// bots are escaped everywhere.
package report
