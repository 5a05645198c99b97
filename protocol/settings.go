package protocol

// Settings says what the server is to answer for your seat by itself. What is left out
// stays as it is, and at first all is off. It answers at once, so that the others can
// tell that it does.
type Settings struct {
	// Until passes for you until the stack is empty, until your turn, or until something
	// happens that others do; "off" asks you again. It stops by itself there, when something
	// happens to you, when you can do what should not be missed, and when you choose.
	Until string `json:"until,omitempty" jsonschema:"enum=off,enum=stack,enum=turn,enum=something"`
	// Alone is whether to pass for you whenever there is nothing else that you can do.
	// What is in your hand may be guessed from that.
	Alone *bool `json:"alone,omitempty"`
	// Forget takes all answers back that were given with Always.
	Forget bool `json:"forget,omitempty"`
}

// Always answers a decision, as Choose does, and from then on every decision with the
// same options in the same way, until it is forgotten.
type Always struct {
	Decision uint32 `json:"decision"`                      // the id of the decision
	Option   int    `json:"option" jsonschema:"minimum=0"` // the id of one of its options
}

// Kept is what the server keeps for your seat: told to it alone, when it comes back and
// whenever that has changed.
type Kept struct {
	Until  string   `json:"until" jsonschema:"enum=off,enum=stack,enum=turn,enum=something"` // see Settings
	Alone  bool     `json:"alone"`                                                           // see Settings
	Always []string `json:"always"`                                                          // the texts of the options that are taken, in the order in which they were told
	Muted  []int    `json:"muted"`                                                           // the seats that you do not hear; -1 for all spectators
}

// Until what a seat passes by itself.
const (
	UntilOff       = "off"       // it does not
	UntilStack     = "stack"     // the stack is empty
	UntilTurn      = "turn"      // it is the seat's turn
	UntilSomething = "something" // somebody else does something
)
