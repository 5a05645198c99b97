package elements

// A View is what a seat may know of a position, as it goes over the wire.
// appendView writes it without reflection; a test holds the two together.
type View struct {
	Turn   int         `json:"turn"`
	Active int         `json:"active"` // the seat whose turn it is
	Seat   int         `json:"seat"`   // the seat that sees this; -1 is a spectator, -2 sees all
	Stack  []FrameView `json:"stack"`  // what is happening, the current phase last
	Sides  []SideView  `json:"sides"`  // by seat
}

// A FrameView is a phase of the stack.
type FrameView struct {
	ID      string `json:"id"` // f0, f1, …
	Phase   string `json:"phase"`
	Seat    int    `json:"seat"`              // whose it is
	Foe     *int   `json:"foe,omitempty"`     // the seat under attack
	Card    string `json:"card,omitempty"`    // the card that is played, or whose power it is
	By      string `json:"by,omitempty"`      // the token whose power it is, or that attacks
	On      string `json:"on,omitempty"`      // the target, or the token that blocks
	Also    string `json:"also,omitempty"`    // the second target; for a card in a Past its name
	Creates string `json:"creates,omitempty"` // the element chosen at sunrise
	Owes    int    `json:"owes,omitempty"`    // elements still to be paid, of any kind its seat chooses
	// Cancelled plays and triggers will do nothing.
	Cancelled bool `json:"cancelled,omitempty"`
}

// A SideView is what a seat has.
type SideView struct {
	Seat    int            `json:"seat"`
	Out     bool           `json:"out,omitempty"` // no longer playing
	Life    int            `json:"life"`
	Karma   map[string]int `json:"karma"`  // by element, active or spent
	Active  map[string]int `json:"active"` // by element
	Future  int            `json:"future"` // how many cards
	Hand    int            `json:"hand"`   // how many cards
	Cards   []string       `json:"cards"`  // those of the hand that the viewer knows
	Top     []string       `json:"top"`    // the cards of the Future from the top down, "" where not known, as far down as one is
	Past    []string       `json:"past"`   // the top last
	Present []TokenView    `json:"present"`
	Skips   []string       `json:"skips,omitempty"` // phases that it will skip
}

// A TokenView is a Being or Item in play.
type TokenView struct {
	ID          string `json:"id"` // t1, t2, …
	Card        string `json:"card"`
	Type        string `json:"type"`
	Owner       int    `json:"owner"`
	Attack      int    `json:"attack"`
	Health      int    `json:"health"` // what is left of it
	Hurt        int    `json:"hurt"`
	Awake       bool   `json:"awake"`
	Untouchable bool   `json:"untouchable,omitempty"`
	Borrowed    bool   `json:"borrowed,omitempty"`
	Copy        bool   `json:"copy,omitempty"` // no card behind it
}
