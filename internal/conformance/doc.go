// Package conformance tests games and bots from outside, as a list of named steps:
// [Game] holds a ruleset to what every ruleset is held to, and [Bot] goes with a
// program through all that may come to a bot, from hello to bye. A step that fails
// says what was wrong, how to see it again, and how to mend it.
package conformance
