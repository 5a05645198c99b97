// Package protocol is what goes over the wire: every message between the
// server and a client or bot, as one JSON object each with a "type". The same
// set runs over WebSockets, over the pipes of a bot process and, as values,
// to bots in this process. docs/protocol.md is written for people who have no
// Go; [Schema] is the machine's version of it.
package protocol

// Version is the version of the message set. It is raised when a client that
// kept to the documents would no longer work; new fields do not raise it.
const Version = 1
