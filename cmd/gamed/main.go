// Gamed serves card games, and runs matches between bots that play them.
//
//	gamed               serve games over HTTP and WebSocket
//	gamed help          list the commands
//	gamed help COMMAND  explain one
package main

import "gamed"

func main() { gamed.Main() }
