package check

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

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

// String is the report as people read it.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d random games and %d guided ones, %d turns, seed %d\n", r.Game, r.Games, r.Guided, r.Turns, r.Seed)
	l := r.Lengths
	fmt.Fprintf(&b, "  a game takes %d to %d turns, half of them %d to %d, %.1f in the mean\n", l.Least, l.Most, l.Quarter, l.ThreeQuarters, l.Mean)

	rows := table{{"endings", "games", "share"}}
	for _, e := range r.Endings {
		row := []string{"  " + e.Name, fmt.Sprint(e.Games), share(e.Games, r.Games)}
		if e.Games == 0 && e.Guided > 0 {
			row = append(row, fmt.Sprintf("guided games: %d", e.Guided))
		}
		rows = append(rows, row)
	}
	rows.write(&b)

	rows = table{{"stats", "least", "mean", "most", "at the end"}}
	for _, s := range r.Stats {
		if s.Text {
			continue
		}
		rows = append(rows, []string{"  " + s.Name, number(s.Least), number(s.Mean), number(s.Most), number(s.Last), s.note()})
	}
	rows.write(&b)

	rows = table{{"cards", "in games", "share", "decided", "dismissed", "each option"}}
	for _, c := range r.Cards {
		row := []string{"  " + c.Name, fmt.Sprint(c.Games), share(c.Games, r.Games), fmt.Sprint(c.Decided), fmt.Sprint(c.Dismissed)}
		rows = append(rows, append(row, c.chosen()))
	}
	for _, a := range r.Actions {
		rows = append(rows, []string{"  action " + a.Name, "", "", fmt.Sprint(a.Random)})
	}
	rows.write(&b)

	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "  warning, %d times: %s\n", w.Count, w.Text)
	}
	for _, f := range r.Findings {
		b.WriteString(f.String())
	}
	if r.OK() {
		b.WriteString("  nothing is wrong\n")
	}
	return b.String()
}

// String is a finding with how to see it again.
func (f Finding) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %s", f.Kind)
	if f.Kind != Unreached && f.Kind != Idle {
		fmt.Fprintf(&b, ", %d times", f.Count)
	}
	fmt.Fprintf(&b, ": %s\n", f.Text)
	if f.Example == nil {
		return b.String()
	}
	choices := "no choices"
	if len(f.Choices) > 0 {
		choices = "choices " + strings.Trim(fmt.Sprint(f.Choices), "[]")
	}
	fmt.Fprintf(&b, "    seed %d, %s\n", f.Seed, choices)
	const last = 6
	for _, line := range f.Log[max(0, len(f.Log)-last):] {
		fmt.Fprintf(&b, "      %s\n", line)
	}
	return b.String()
}

// note says what is strange about a stat.
func (s StatReport) note() string {
	switch {
	case s.NotFinite > 0:
		return fmt.Sprintf("no finite number %d times", s.NotFinite)
	case s.RunsOff != nil:
		return fmt.Sprintf("runs off: %s from its start at turn %d", number(s.RunsOff.Distance), s.RunsOff.Turn)
	case s.Hidden:
		return "hidden"
	}
	return ""
}

// chosen lists how often each option was chosen.
func (c CardReport) chosen() string {
	var all []string
	for _, o := range c.Options {
		all = append(all, fmt.Sprint(o.Random))
	}
	return strings.Join(all, " ")
}

func share(part, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(of, 1))) }

// number writes a number with as many decimals as say something.
func number(x float64) string {
	if x == float64(int64(x)) {
		return fmt.Sprint(int64(x))
	}
	return fmt.Sprintf("%.2f", x)
}

// A table is text in columns. The first one is aligned to the left, and so are cells
// beyond the heading.
type table [][]string

func (t table) write(b *strings.Builder) {
	if len(t) < 2 { // only a heading
		return
	}
	width := 0
	for _, row := range t {
		width = max(width, utf8.RuneCountInString(row[0]))
	}
	columns := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range t {
		row[0] = fmt.Sprintf("%-*s", width, row[0])
		last := min(len(row), len(t[0]))
		line := strings.Join(row[:last], "\t") + "\t"
		for _, note := range row[last:] {
			if note != "" {
				line += "  " + note
			}
		}
		fmt.Fprintln(columns, line)
	}
	_ = columns.Flush() // a strings.Builder never fails
}
