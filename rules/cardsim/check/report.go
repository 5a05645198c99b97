package check

// A Report is what a check has come to. Counts are of random games unless they say
// something else.
type Report struct {
	Game    string `json:"game"`
	Seed    uint64 `json:"seed"`
	Games   int    `json:"games"`  // with random choices
	Guided  int    `json:"guided"` // games that went after what was missing
	Turns   int    `json:"turns"`
	Choices int    `json:"choices"`

	Lengths  Lengths        `json:"lengths"`
	Endings  []EndingReport `json:"endings"`
	Stats    []StatReport   `json:"stats"`
	Cards    []CardReport   `json:"cards"`
	Actions  []ActionReport `json:"actions,omitempty"`
	Warnings []Finding      `json:"warnings,omitempty"` // the most frequent first, of all games
	// Findings are what is wrong, of all games.
	Findings []Finding `json:"findings"`
}

// OK reports whether nothing is wrong. Warnings, endings that are on no list and
// stats that run off may be meant.
func (r Report) OK() bool { return len(r.Findings) == 0 }

// Lengths is how many turns games took.
type Lengths struct {
	Least         int     `json:"least"`
	Quarter       int     `json:"quarter"` // a quarter of the games took at most so many
	Median        int     `json:"median"`
	ThreeQuarters int     `json:"three_quarters"`
	Most          int     `json:"most"`
	Mean          float64 `json:"mean"`
}

// An EndingReport is how often an ending came.
type EndingReport struct {
	Name   string `json:"name"`
	Games  int    `json:"games"`
	Guided int    `json:"guided"`
	Listed bool   `json:"listed"` // among the game's Endings

	example *Example
}

// A StatReport is how far a stat went. Text stats have no numbers.
type StatReport struct {
	Name   string  `json:"name"`
	Hidden bool    `json:"hidden,omitempty"`
	Text   bool    `json:"text,omitempty"`
	Least  float64 `json:"least"`
	Mean   float64 `json:"mean"` // of all turns
	Most   float64 `json:"most"`
	Last   float64 `json:"last"` // the mean at the end of a game
	// NotFinite counts the times that it was infinite or no number at all.
	NotFinite int `json:"not_finite,omitempty"`
	// RunsOff is set for a stat that goes further and further with the turns.
	RunsOff *RunsOff `json:"runs_off,omitempty"`
}

// RunsOff is how far a stat was, at the latest turn that enough games have seen,
// from where it started.
type RunsOff struct {
	Turn     int     `json:"turn"`
	Distance float64 `json:"distance"` // the mean
}

// A CardReport is how often a card came and what was done about it.
type CardReport struct {
	Name      string         `json:"name"`
	Secret    bool           `json:"secret,omitempty"`
	Games     int            `json:"games"`  // in which it was in hand
	Guided    int            `json:"guided"` // likewise, of the guided ones
	Decided   int            `json:"decided"`
	Dismissed int            `json:"dismissed"`
	Options   []OptionReport `json:"options"`
}

// An OptionReport is how often an option was there and was taken, in all games but
// for Random.
type OptionReport struct {
	Text   string `json:"text"`
	Shown  int    `json:"shown"`
	Open   int    `json:"open"` // it could be chosen
	Chosen int    `json:"chosen"`
	Random int    `json:"random"` // chosen in random games
}

// An ActionReport is how often an action was there and was taken.
type ActionReport struct {
	Name string `json:"name"`
	OptionReport
}

// Kind is what a finding is about.
type Kind string

const (
	Fault     Kind = "failure"   // an error or a panic in what the designer wrote
	SoftLock  Kind = "soft lock" // the player can do nothing for many turns
	Endless   Kind = "endless"   // a game does not end
	Unreached Kind = "unreached" // a card, option, action or ending that nothing leads to
	Idle      Kind = "idle"      // a rule that does nothing
	Warned    Kind = "warning"   // is no finding: see Report.Warnings
)

// A Finding is something that the designer should look at.
type Finding struct {
	Kind  Kind   `json:"kind"`
	Text  string `json:"text"`
	Count int    `json:"count"`
	// Example is the shortest game that shows it, nil if there is none.
	*Example
}

// An Example is a game, for Repeat.
type Example struct {
	Seed    uint64   `json:"seed"`
	Choices []int    `json:"choices"`
	Log     []string `json:"log"` // the choices in words, and what came of them
}

func (c *cardCount) report() CardReport {
	r := CardReport{Name: c.name, Secret: c.secret, Games: c.random, Guided: c.games - c.random, Decided: c.decided, Dismissed: c.dismissed}
	for _, o := range c.options {
		r.Options = append(r.Options, o.report())
	}
	return r
}

func (o *optionCount) report() OptionReport {
	return OptionReport{Text: o.text, Shown: o.shown, Open: o.open, Chosen: o.chosen, Random: o.random}
}
