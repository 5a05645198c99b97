// Package protocol defines every message between the server and a client or bot. Each message
// is one JSON object with a "type". The same messages travel over WebSockets, over the pipes
// of a bot process and, as Go values, within one process. docs/protocol.md describes them for
// people, and [Schema] describes them for programs.
package protocol

// Version is the protocol version. It increases with each change that breaks conforming
// clients. A new field does not break them.
const Version = 1
