// Gamed serves card games, and runs matches between bots that play them.
//
//	gamed               serve games over HTTP and WebSocket
//	gamed help          list the commands
//	gamed help COMMAND  explain one
//
// This package is where everything is wired together: it alone knows every
// ruleset, every kind of agent and every store.
package main
