// Package protocol defines every message between the server and a client or bot: one JSON
// object each, with a "type". The same messages travel over WebSockets, over the pipes of
// a bot process and, as values, within this process. docs/protocol.md describes them for
// people, [Schema] for programs.
package protocol

// Version is the version of the protocol. A change that breaks a conforming client raises
// it; a new field does not.
const Version = 1
