// Package client is for writing bots in Go. A bot is a function that chooses one
// of a decision's options; the same bot plays as a program that gamed starts, over
// its stdin and stdout, and as one that connects by WebSocket.
package client
