// Package external plays with bots outside this process: a child process that
// speaks over its stdin and stdout, a line of JSON a message, or a program that
// connects by WebSocket, a text frame a message. Both are clients of
// docs/protocol.md. A bot is started once and plays game after game.
//
// Whatever a bot does or fails to do is a [Fault] with a kind and a text, and
// keeps nobody waiting for longer than the [Limits] say. Answers are timed on
// this side.
package external
