// Package report writes what came of a match or a tournament as one page of HTML.
//
// The page needs nothing but itself: no network, and no script to be read. Its
// charts are SVG that package html/template fills in, so whatever a bot is called,
// it is text there.
package report
