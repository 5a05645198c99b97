package protocol

// TableOptions are the options of a table that apply to every ruleset. The same fields
// stand in a request to create a game, in the header of its log and in listings.
type TableOptions struct {
	Clock   *Clock `json:"clock,omitempty"`   // nil for an untimed game
	Private bool   `json:"private,omitempty"` // found by its id only, never listed
	// Forks is the budget of each seat's forward model, nil for none.
	Forks *Budget `json:"forks,omitempty"`
	// Spectators limits watching. Nil lets everybody watch live.
	Spectators *Spectators `json:"spectators,omitempty"`
	Name       string      `json:"name,omitempty"` // of the table: up to 60 bytes on one line
	// Rated makes the result count for the players' ratings. Only players with a session
	// or a token may join.
	Rated bool `json:"rated,omitempty"`
}

// Delay returns by how many milliseconds spectators see the game late.
func (o *TableOptions) Delay() int64 {
	if o.Spectators == nil {
		return 0
	}
	return o.Spectators.Delay
}
