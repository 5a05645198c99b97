package elements

// A View is a position as a seat sees it, in the form that the server sends to clients.
// appendView writes it without reflection. A test checks that View and appendView agree.
type View struct {
	Turn   int         `json:"turn"`
	Active int         `json:"active"` // the seat whose turn it is
	Seat   int         `json:"seat"`   // the viewer; -1 is a spectator, -2 sees all
	Asks   string      `json:"asks"`   // the viewer's open decision in words, or else the next seat's decision
	Stack  []FrameView `json:"stack"`  // the phases in progress, the current one last
	Sides  []SideView  `json:"sides"`  // by seat
}

// A FrameView shows one frame of the stack.
type FrameView struct {
	ID           string `json:"id"` // f0, f1, …
	Phase        string `json:"phase"`
	Seat         int    `json:"seat"`              // the owner
	Foe          *int   `json:"foe,omitempty"`     // the seat under attack
	Card         string `json:"card,omitempty"`    // the played card, or the card of the power
	By           string `json:"by,omitempty"`      // the token of the power, or the attacker
	Target       string `json:"on,omitempty"`      // the target, or the blocker
	SecondTarget string `json:"also,omitempty"`    // the second target, or the name of the target card in a Past
	Creates      string `json:"creates,omitempty"` // the element chosen at sunrise
	Owes         int    `json:"owes,omitempty"`    // elements still to pay, of any kind
	// Cancelled plays and triggers have no effect.
	Cancelled bool `json:"cancelled,omitempty"`
}

// A SideView describes the cards and counters of one seat.
type SideView struct {
	Seat    int            `json:"seat"`
	Out     bool           `json:"out,omitempty"` // no longer playing
	Life    int            `json:"life"`
	Karma   map[string]int `json:"karma"`  // active and spent karma by element
	Active  map[string]int `json:"active"` // active karma by element
	Future  int            `json:"future"` // number of cards
	Hand    int            `json:"hand"`   // number of cards
	Cards   []string       `json:"cards"`  // the cards of the hand that the viewer knows
	Top     []string       `json:"top"`    // the Future from the top down to the deepest known card; "" is unknown
	Past    []string       `json:"past"`   // the top card last
	Present []TokenView    `json:"present"`
	Skips   []string       `json:"skips,omitempty"` // phases that the seat will skip
}

// A TokenView is a Being or Item in play.
type TokenView struct {
	ID          string `json:"id"` // t1, t2, …
	Card        string `json:"card"`
	Type        string `json:"type"`
	Owner       int    `json:"owner"`
	Attack      int    `json:"attack"`
	Health      int    `json:"health"` // remaining health
	Hurt        int    `json:"hurt"`
	Awake       bool   `json:"awake"`
	Untouchable bool   `json:"untouchable,omitempty"`
	Borrowed    bool   `json:"borrowed,omitempty"`
	Copy        bool   `json:"copy,omitempty"` // leaves no card behind
}
