package protocol

// TableOptions are the options of a table that apply to every ruleset. The same fields appear
// in a request to create a game, in the header of its log and in listings.
type TableOptions struct {
	Clock   *Clock `json:"clock,omitempty"`   // or nil for an untimed game
	Private bool   `json:"private,omitempty"` // reachable by its id only, and never listed
	// Forks is the budget of each seat's forward model, or nil for no forward model.
	Forks *Budget `json:"forks,omitempty"`
	// Spectators limits watching. If it is nil, everyone may watch live.
	Spectators *Spectators `json:"spectators,omitempty"`
	Name       string      `json:"name,omitempty"` // name of the table: up to 60 bytes on one line
	// Rated makes the result count towards the players' ratings. Only players with a session
	// or a token may join.
	Rated bool `json:"rated,omitempty"`
}

// Delay returns the spectators' delay in milliseconds.
func (o *TableOptions) Delay() int64 {
	if o.Spectators == nil {
		return 0
	}
	return o.Spectators.Delay
}
