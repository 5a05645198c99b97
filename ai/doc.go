// Package ai holds the bots that play any ruleset. They depend only on [state.Machine], not on
// servers, clocks or matches.
//
// A bot has no access to the game being played. An [Ask] gives a bot its options and
// determinizations. A determinization is a world that looks like the game to the bot's seat. All
// information hidden from that seat is sampled.
//
// The strength of a search is usually a number of iterations per decision, which makes matches
// reproducible. A search may have a time budget instead, and then its choices depend on time.
package ai
