// Package report writes the results of a match or a tournament as a single HTML page.
//
// The page loads no external resources and is readable without JavaScript. Bot names are always
// escaped.
package report
