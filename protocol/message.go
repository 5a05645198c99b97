package protocol

// A Message is a [ClientMessage] or a [ServerMessage]. The structs have no field for the
// message's "type". [Append] writes it and [Parse] reads it.
type Message interface {
	kind() string // the "type"
}

// A ClientMessage is a message that a client may send: [*Hello], [*Join], [*Watch],
// [*Choose], [*Pick], [*Chat], [*Resign], [*Offer], [*Respond], [*Exit], [*Mute], [*Who],
// [*Settings], [*Always], [*Fork], [*Apply], [*Rollouts], [*Release], [*Refresh], [*Ping], [*Pong] or [*Bye].
type ClientMessage interface {
	Message
	id() string // the message id, or ""
	// check returns an [*Error] if a value is invalid.
	check() error
}

// A ServerMessage is a message that the server may send: [*Welcome], [*Joined], [*Table],
// [*Update], [*Patch], [*Error], [*Done], [*ChatMessage], [*SeatSettings], [*Over], [*World],
// [*Values], [*Ping], [*Pong], [*Bye], or any of them as an [*Encoded].
type ServerMessage interface {
	Message
	fromServer()
}

func (*Hello) kind() string        { return "hello" }
func (*Join) kind() string         { return "join" }
func (*Watch) kind() string        { return "watch" }
func (*Choose) kind() string       { return "choose" }
func (*Pick) kind() string         { return "pick" }
func (*Chat) kind() string         { return "chat" }
func (*Resign) kind() string       { return "resign" }
func (*Offer) kind() string        { return "offer" }
func (*Respond) kind() string      { return "respond" }
func (*Exit) kind() string         { return "exit" }
func (*Mute) kind() string         { return "mute" }
func (*Who) kind() string          { return "who" }
func (*Settings) kind() string     { return "settings" }
func (*Always) kind() string       { return "always" }
func (*Fork) kind() string         { return "fork" }
func (*Apply) kind() string        { return "apply" }
func (*Rollouts) kind() string     { return "rollouts" }
func (*Release) kind() string      { return "release" }
func (*Refresh) kind() string      { return "refresh" }
func (*Ping) kind() string         { return "ping" }
func (*Pong) kind() string         { return "pong" }
func (*Bye) kind() string          { return "bye" }
func (*Welcome) kind() string      { return "welcome" }
func (*Joined) kind() string       { return "joined" }
func (*Table) kind() string        { return "table" }
func (*Update) kind() string       { return "update" }
func (*Patch) kind() string        { return "patch" }
func (*Error) kind() string        { return "error" }
func (*Done) kind() string         { return "done" }
func (*ChatMessage) kind() string  { return "chat" }
func (*SeatSettings) kind() string { return "settings" }
func (*Over) kind() string         { return "over" }
func (*World) kind() string        { return "world" }
func (*Values) kind() string       { return "values" }
func (*Encoded) kind() string      { return "" } // its Data already has a "type"

func (*Welcome) fromServer()      {}
func (*Joined) fromServer()       {}
func (*Table) fromServer()        {}
func (*Update) fromServer()       {}
func (*Patch) fromServer()        {}
func (*Error) fromServer()        {}
func (*Done) fromServer()         {}
func (*ChatMessage) fromServer()  {}
func (*SeatSettings) fromServer() {}
func (*Over) fromServer()         {}
func (*Values) fromServer()       {}
func (*World) fromServer()        {}
func (*Ping) fromServer()         {}
func (*Pong) fromServer()         {}
func (*Bye) fromServer()          {}
func (*Encoded) fromServer()      {}
