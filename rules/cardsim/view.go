package cardsim

// A View is what a player sees, as it goes over the wire.
type View struct {
	Turn       int          `json:"turn"`
	Actions    int          `json:"actions"` // left this turn
	Stats      []StatView   `json:"stats"`
	Hand       []CardView   `json:"hand"`
	Abilities  []ChoiceView `json:"abilities"` // what can be done without a card
	Deck       int          `json:"deck"`      // how many cards
	Prompt     []string     `json:"prompt,omitempty"`
	Panels     []PanelView  `json:"panels,omitempty"`
	Notes      []NoteView   `json:"notes"`   // of the last choice
	Changes    []ChangeView `json:"changes"` // of the stats, by the turn so far or, as one begins, by the last one
	Ending     string       `json:"ending,omitempty"`
	EndingText string       `json:"ending_text,omitempty"`
	Won        bool         `json:"won,omitempty"`
	Summary    []string     `json:"summary,omitempty"` // once it is over
	Nations    []NationView `json:"nations,omitempty"` // of a table with several seats, the best first
	Debug      int          `json:"debug,omitempty"`   // the level
	Rules      []string     `json:"rules,omitempty"`   // in debug mode
}

// A StatView is a stat. Hidden ones are there in debug mode and in replays that show all.
type StatView struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Delta  string `json:"delta,omitempty"` // the sum of its changes, of numbers
	Hidden bool   `json:"hidden,omitempty"`
}

// A CardView is a card in hand.
type CardView struct {
	ID      string       `json:"id"` // h1, h2, …
	Name    string       `json:"name"`
	Title   string       `json:"title"`
	Text    string       `json:"text"`
	Urgent  bool         `json:"urgent,omitempty"`
	Expires int          `json:"expires,omitempty"` // in so many turns
	Dismiss string       `json:"dismiss,omitempty"`
	Options []ChoiceView `json:"options"`
}

// A ChoiceView is something that can be chosen, or why it cannot. Effects are the
// stats that it would move.
type ChoiceView struct {
	Text    string       `json:"text"`
	Enabled bool         `json:"enabled"`
	Reason  string       `json:"reason,omitempty"`
	Effects []EffectView `json:"effects,omitempty"`
}

// An EffectView is a stat that a choice would move at once, without the direction.
type EffectView struct {
	Stat string `json:"stat"`
	Size string `json:"size"` // small, middling or great
}

// A PanelView is an info panel.
type PanelView struct {
	Title string   `json:"title"`
	Lines []string `json:"lines"`
}

// A NoteView is a message, a warning and the like.
type NoteView struct {
	Kind string `json:"kind"` // see NoteKind
	Text string `json:"text"`
}

// A ChangeView is what moved a stat.
type ChangeView struct {
	Stat  string `json:"stat"`
	From  string `json:"from"`
	To    string `json:"to"`
	Delta string `json:"delta,omitempty"` // of numbers, with the sign
	By    string `json:"by"`
}

// A NationView is a player of a table with several.
type NationView struct {
	Rank   int    `json:"rank"` // equal values share one
	Seat   int    `json:"seat"`
	Name   string `json:"name,omitempty"`
	Turn   int    `json:"turn"`
	Value  int    `json:"value"` // from 0 to 1000
	Ending string `json:"ending,omitempty"`
	Left   bool   `json:"left,omitempty"`
}
