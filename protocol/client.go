package protocol

// messageID is the part that all messages of a client share.
type messageID struct {
	// ID is a string that the client chooses. The answer repeats it. See "Message ids".
	ID string `json:"id,omitempty" jsonschema:"minLength=1,maxLength=64,pattern=^[A-Za-z0-9_-]*$"`
}

func (m *messageID) id() string { return m.ID }

// Hello is the first message of a client.
type Hello struct {
	messageID
	Protocol int    `json:"protocol"`                                    // the protocol version of the client
	Name     string `json:"name,omitempty" jsonschema:"maxLength=60"`    // the name to show at the table if the client has no identity: up to 60 bytes on one line
	Author   string `json:"author,omitempty" jsonschema:"maxLength=60"`  // the author of the bot: up to 60 bytes
	Version  string `json:"version,omitempty" jsonschema:"maxLength=60"` // the version of the bot: up to 60 bytes
	// Repeats states that the bot is deterministic: the same seed and the same messages lead
	// to the same answers.
	Repeats bool `json:"repeats,omitempty"`
	// Forks states that the bot needs the forward model. If the game has no forward model, the server
	// refuses the bot's join with the error no_forks.
	Forks bool `json:"forks,omitempty"`
	// Patches states that the client accepts a Patch in place of an Update. See "Patches".
	Patches bool `json:"patches,omitempty"`
}

// Join takes a seat or reconnects to it.
type Join struct {
	messageID
	Game string `json:"game" jsonschema:"maxLength=64"`                      // the id of the game
	Seat *int   `json:"seat,omitempty" jsonschema:"minimum=0,maximum=5"`     // the seat; any open seat if absent
	Key  string `json:"key,omitempty" jsonschema:"minLength=1,maxLength=64"` // the key of the seat to reconnect to
	// Claim is a random string that the client generates. The first join with a claim takes an open
	// seat. A later join with the same claim reconnects the client to that seat. So a client can
	// retry when no answer arrives.
	Claim string `json:"claim,omitempty" jsonschema:"minLength=22,maxLength=64,pattern=^[A-Za-z0-9_-]*$"`
	// After is the number of the last event that the client has received. If it is absent,
	// the client receives all events so far, but at most the latest 2,000.
	After *uint64 `json:"after,omitempty" jsonschema:"maximum=9007199254740991"`
	// Nonce is a random string that the client generates. The server mixes it into the game's
	// randomness before the deal. See "Fair chance".
	Nonce string `json:"nonce,omitempty" jsonschema:"minLength=1,maxLength=64,pattern=^[A-Za-z0-9_-]*$"`
	// Deck is the name of a ready deck or the text of a deck file, up to 8 KiB. The server
	// refuses it if the table has chosen the deck of the seat.
	Deck string `json:"deck,omitempty" jsonschema:"maxLength=8192"`
}

// Watch makes the client a spectator of a game.
type Watch struct {
	messageID
	Game string `json:"game" jsonschema:"maxLength=64"` // the id of the game
}

// Choose answers a decision.
type Choose struct {
	messageID
	Decision uint32 `json:"decision"`                      // the id of the decision
	Option   int    `json:"option" jsonschema:"minimum=0"` // the id of an option of the decision
	// Info is a bot's note on its choice: up to 4 KiB of plain text, or of JSON encoded as a
	// string. Until the game is over, and always in a private game, only the bot's owner can read
	// the note.
	Info string `json:"info,omitempty" jsonschema:"maxLength=4096"`
}

// Pick answers a decision that asks for cards, with all of the cards at once.
type Pick struct {
	messageID
	Decision uint32 `json:"decision"` // the id of the decision
	// Cards has the ids of the picked cards: the ids in the pick of the decision. Each id may
	// appear once. The order of the ids matters if the pick is ordered.
	Cards []int `json:"cards" jsonschema:"minimum=0"`
	// Info is a bot's note, as in Choose.
	Info string `json:"info,omitempty" jsonschema:"maxLength=4096"`
}

// Always chooses an option as Choose does. The server then answers every later decision with the
// same options in the same way, until a Settings message cancels this.
type Always struct {
	messageID
	Decision uint32 `json:"decision"`                      // the id of the decision
	Option   int    `json:"option" jsonschema:"minimum=0"` // the id of an option of the decision
}

// Settings sets which decisions the server answers for your seat. Absent fields keep their
// values. The server answers 300 ms after the decision opened, whatever your hand is.
type Settings struct {
	messageID
	// Stops lists the situations in which the server waits for you, by the names in GET /api/rules.
	// ["*"] stands for all of them. In the other situations the server passes for you. It passes
	// only if the default of the decision is to pass.
	Stops []string `json:"stops,omitzero" jsonschema:"maxItems=64,maxLength=60"`
	// Alone sets whether the server passes for you whenever you have no other option. Other
	// players may draw conclusions about your hand from such passes.
	Alone *bool `json:"alone,omitempty"`
	// Forget cancels all answers given with Always.
	Forget bool `json:"forget,omitempty"`
}

// AllStops in [Settings] stands for all stops of the game.
const AllStops = "*"

// Chat sends a message to the table. The message does not affect the game.
type Chat struct {
	messageID
	Text string `json:"text" jsonschema:"minLength=1,maxLength=500"` // up to 500 bytes, not blank; line breaks are allowed, other control characters and invisible characters are not
}

// Mute hides another seat's chat messages from your seat, or shows them again.
type Mute struct {
	messageID
	Seat int  `json:"seat" jsonschema:"minimum=-1,maximum=5"` // the seat, or -1 for all spectators
	On   bool `json:"on"`                                     // whether to hide the messages
}

// Resign leaves the game permanently.
type Resign struct{ messageID }

// Offer proposes a draw or an undo. The other players answer with Respond. Bots accept every undo.
// Bots accept a draw only if no other person must be asked, and never in a rated game against bots
// alone. A draw offer remains open for the current turn and the next turn. An undo offer remains
// open until the game changes.
type Offer struct {
	messageID
	// Kind is "draw" to end the game without a winner, or "undo" to take back your latest
	// choice and everything after it. An undo needs no consent if the game is not rated, no
	// other seat has acted since, and neither hidden information nor randomness is involved.
	Kind string `json:"kind" jsonschema:"enum=draw,enum=undo"`
}

// Respond answers another seat's offer, or withdraws your own. A spectator of a game with an open
// seat sends Respond with the kind "invitation" to decline the seat.
type Respond struct {
	messageID
	Kind   string `json:"kind" jsonschema:"enum=draw,enum=undo,enum=invitation"` // the kind of the offer
	Accept bool   `json:"accept"`                                                // whether to accept; false closes the offer
}

// The kinds of [Offer] and [Respond]. Only Respond may have the kind Invitation, with which a
// spectator declines an open seat.
const (
	OfferDraw  = "draw"
	OfferUndo  = "undo"
	Invitation = "invitation"
)

// Exit ends the wait for a seat that delays the game. An Exit is allowed once the seat's exit_ms
// in the table message has elapsed.
type Exit struct {
	messageID
	Seat int `json:"seat" jsonschema:"minimum=0,maximum=5"` // the seat that delays the game
	// Way selects what happens. "win": the seat that delays the game resigns. "draw": the server
	// offers a draw to the present players. "bot": a bot plays for that seat until its player
	// returns.
	Way string `json:"way" jsonschema:"enum=win,enum=draw,enum=bot"`
}

// The values of Way in [Exit].
const (
	ExitWin  = "win"  // the seat resigns
	ExitDraw = "draw" // offer a draw
	ExitBot  = "bot"  // a bot plays for the seat
)

// Who requests a Table, which shows the seats that the game waits for, and how long it has
// waited.
type Who struct{ messageID }

// Fork samples a new world or copies an existing one. To your seat, a sampled world looks
// exactly like the game. The answer is a World. Your seat must have an open decision. All
// worlds are released when that decision closes.
type Fork struct {
	messageID
	// From is the world to copy. If it is absent, the server samples a world: it draws at random
	// everything that the seat cannot know.
	From *uint32 `json:"from,omitempty"`
	// Seed determines the sample: equal seeds give equal worlds. A copy keeps the randomness
	// of its original.
	Seed uint64 `json:"seed,omitempty" jsonschema:"maximum=9007199254740991"`
	View bool   `json:"view,omitempty"` // whether to include the view in the answer
}

// Apply chooses an option for the seat that must decide in a world. The answer is a World.
type Apply struct {
	messageID
	WorldID uint32 `json:"fork"`                          // the id of the world
	Option  int    `json:"option" jsonschema:"minimum=0"` // the id of an option of the world
	// Seed is mixed into the world's randomness before the option is applied, unless it is 0.
	Seed uint64 `json:"seed,omitempty" jsonschema:"maximum=9007199254740991"`
	View bool   `json:"view,omitempty"` // whether to include the view in the answer
}

// Rollouts plays ahead in several worlds with one message. There is a rollout for each seed and each
// path. Each rollout starts in a world as after a Fork, applies the options of its path, and plays on
// until its end. The answer is Values. The server keeps none of these worlds.
type Rollouts struct {
	messageID
	// From is the world to start from. If it is absent, each seed samples a world.
	From *uint32 `json:"from,omitempty"`
	// Seeds has 1 to 1024 seeds. A seed determines the sampled world, and the options of a random
	// rollout. If the message names a world to start from, the seed is mixed into the randomness
	// of that world before the first option.
	Seeds []uint64 `json:"seeds" jsonschema:"minItems=1,maxItems=1024,maximum=9007199254740991"`
	// Paths lists the ids of options to apply one after another, each for the seat that the world
	// asks then. If it is absent, there is one empty path.
	Paths [][]int `json:"paths,omitempty" jsonschema:"maxItems=1024,minimum=0"`
	// Until is the end of a rollout: "now" directly after the path (default), "turn" when another
	// turn begins, "game" at the end of the game.
	Until string `json:"until,omitempty" jsonschema:"enum=now,enum=turn,enum=game"`
	// Play selects the options after the path: "default" for option 0 (default), or "random".
	Play string `json:"play,omitempty" jsonschema:"enum=default,enum=random"`
}

// The values of Rollouts.Until and Play.
const (
	UntilNow    = "now"
	UntilTurn   = "turn"
	UntilGame   = "game"
	PlayDefault = "default"
	PlayRandom  = "random"
)

// Release discards a world to make room for another one. A server answers a release only if it
// has an id: with Done, or with the error no_world. An arena never answers a release.
type Release struct {
	messageID
	WorldID uint32 `json:"fork"` // the id of the world
}

// Refresh requests the latest Update in full. A client sends it when a patch does not fit.
type Refresh struct{ messageID }

// Ping requests a Pong. Either side may send it.
type Ping struct {
	messageID
	T int64 `json:"t" jsonschema:"maximum=9007199254740991"` // returned unchanged
}

// Bye closes the connection. Either side may send it. The client keeps its seat.
type Bye struct {
	messageID
	Reason string `json:"reason,omitempty" jsonschema:"maxLength=500"` // the reason as text
}
