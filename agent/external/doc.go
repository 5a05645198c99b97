// Package external plays with bots outside this process: a child process that
// speaks over its stdin and stdout, a line of JSON a message, or a program that
// connects by WebSocket, a text frame a message. Both are clients of
// docs/protocol.md. In a match a [Bot] is started once and plays game after game; on a
// server a [Player] has a process for its seat alone.
//
// Whatever a bot does or fails to do is a [Fault] with a kind and a text, and
// keeps nobody waiting for longer than the [Limits] say. Answers are timed on
// this side.
package external
