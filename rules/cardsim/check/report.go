package check

import (
	"fmt"
	"slices"
	"strings"

	"gamed/internal/columns"
	"gamed/state"
)

// A Report is the result of a check. Counts cover random games unless a comment says
// otherwise.
type Report struct {
	Game    string     `json:"game"`
	Seed    state.Seed `json:"seed"`
	Games   int        `json:"games"`  // random games
	Guided  int        `json:"guided"` // guided games
	Turns   int        `json:"turns"`
	Choices int        `json:"choices"`

	Lengths  Lengths        `json:"lengths"`
	Endings  []EndingReport `json:"endings"`
	Stats    []StatReport   `json:"stats"`
	Cards    []CardReport   `json:"cards"`
	Actions  []ActionReport `json:"actions,omitempty"`
	Warnings []Finding      `json:"warnings,omitempty"` // too rare for Findings; in all games, most frequent first
	// Findings lists the possible faults found in all games.
	Findings []Finding `json:"findings"`
}

// OK reports whether there are no findings. Rare warnings, unlisted endings and stats
// without limit do not count, because a designer may intend them.
func (r Report) OK() bool { return len(r.Findings) == 0 }

// Lengths summarizes the lengths of games in turns.
type Lengths struct {
	Least         int     `json:"least"`
	Quarter       int     `json:"quarter"` // lower quartile
	Median        int     `json:"median"`
	ThreeQuarters int     `json:"three_quarters"`
	Most          int     `json:"most"`
	Mean          float64 `json:"mean"`
}

// An EndingReport counts an ending.
type EndingReport struct {
	Name   string `json:"name"`
	Games  int    `json:"games"`
	Guided int    `json:"guided"`
	Listed bool   `json:"listed"` // listed in the game's Endings

	example    *Example
	endedTurn1 int // random games that reached this ending in turn 1
}

// A StatReport summarizes the values of a stat. The numbers of a text stat are 0.
type StatReport struct {
	Name      string  `json:"name"`
	Hidden    bool    `json:"hidden,omitempty"`
	Text      bool    `json:"text,omitempty"`
	Least     float64 `json:"least"`
	Mean      float64 `json:"mean"` // over all turns
	Most      float64 `json:"most"`
	FinalMean float64 `json:"last"` // mean at the end of a game
	// NotFinite counts infinite values and NaN.
	NotFinite int `json:"not_finite,omitempty"`
	// RunsOff is set for a stat that keeps moving away from its start.
	RunsOff *RunsOff `json:"runs_off,omitempty"`
}

// RunsOff describes how far a stat is from its start in the latest of the turns 1, 2, 4, 8, … that
// enough games reached.
type RunsOff struct {
	Turn     int     `json:"turn"`
	Distance float64 `json:"distance"` // the mean
}

// A CardReport counts a card.
type CardReport struct {
	Name      string         `json:"name"`
	Secret    bool           `json:"secret,omitempty"`
	Games     int            `json:"games"`  // games with the card in hand
	Guided    int            `json:"guided"` // the same for guided games
	Decided   int            `json:"decided"`
	Dismissed int            `json:"dismissed"`
	Options   []OptionReport `json:"options"`
}

// An OptionReport counts an option. RandomChosen counts random games only, and the other fields count
// all games.
type OptionReport struct {
	Text         string `json:"text"`
	Shown        int    `json:"shown"`
	Possible     int    `json:"open"` // could be chosen
	Chosen       int    `json:"chosen"`
	RandomChosen int    `json:"random"` // chosen in random games
}

// An ActionReport counts an action.
type ActionReport struct {
	Name string `json:"name"`
	OptionReport
}

// Kind is the kind of a finding.
type Kind string

const (
	Fault           Kind = "failure"   // an error or a panic in the designer's code
	Mistake         Kind = "mistake"   // in a game file, found at loading or during a game
	SoftLock        Kind = "soft lock" // nothing to do for many turns
	Endless         Kind = "endless"   // a turn or a game does not end
	Cycle           Kind = "cycle"     // the same positions repeat until time is up
	BadEnding       Kind = "ending"    // most games end in turn 1, or a game runs out of cards
	BadHeadline     Kind = "headline"  // the game's Value, the headline of a data file, does not rank the players
	Unreached       Kind = "unreached" // a card, option, action or ending that was never reached
	Idle            Kind = "idle"      // a part without effect: see idleFindings
	FrequentWarning Kind = "warning"   // a frequent warning; see also Report.Warnings
)

// A Finding is a possible fault of the game.
type Finding struct {
	Kind Kind `json:"kind"`
	// Place is the place in the game file, if known.
	Place string `json:"at,omitempty"`
	Text  string `json:"text"` // the fault and what to do
	Count int    `json:"count"`
	// Example is a short game with the finding, or nil.
	*Example
}

// An Example is a game that Repeat can replay.
type Example struct {
	Seed    state.Seed `json:"seed"`
	Choices []int      `json:"choices"`
	Log     []string   `json:"log"` // the choices and their results
}

// String formats the report.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d random and %d guided games, %d turns, seed %d\n", r.Game, r.Games, r.Guided, r.Turns, r.Seed)
	l := r.Lengths
	fmt.Fprintf(&b, "  a game takes %d–%d turns, half of the games %d–%d, mean %.1f\n", l.Least, l.Most, l.Quarter, l.ThreeQuarters, l.Mean)

	rows := table{{"endings", "games", "share"}}
	for _, e := range r.Endings {
		row := []string{"  " + e.Name, fmt.Sprint(e.Games), percentage(e.Games, r.Games)}
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
		rows = append(rows, []string{"  " + s.Name, formatNumber(s.Least), formatNumber(s.Mean), formatNumber(s.Most), formatNumber(s.FinalMean), s.note()})
	}
	rows.write(&b)

	rows = table{{"cards", "in games", "share", "decided", "dismissed", "each option"}}
	for _, c := range r.Cards {
		row := []string{"  " + c.Name, fmt.Sprint(c.Games), percentage(c.Games, r.Games), fmt.Sprint(c.Decided), fmt.Sprint(c.Dismissed)}
		rows = append(rows, append(row, c.timesChosen()))
	}
	for _, a := range r.Actions {
		rows = append(rows, []string{"  action " + a.Name, "", "", fmt.Sprint(a.RandomChosen)})
	}
	rows.write(&b)

	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "  warning, %d times: %s\n", w.Count, w.Text)
	}
	for _, f := range r.Findings {
		b.WriteString(f.String())
	}
	if r.OK() {
		b.WriteString("  no findings\n")
	}
	return b.String()
}

// String formats a finding and how to reproduce it.
func (f Finding) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %s", f.Kind)
	if f.Count > 1 {
		fmt.Fprintf(&b, ", %d times", f.Count)
	}
	b.WriteString(": ")
	if f.Place != "" {
		fmt.Fprintf(&b, "%s: ", f.Place)
	}
	b.WriteString(f.Text + "\n")
	if f.Example == nil {
		return b.String()
	}
	fmt.Fprintf(&b, "    seed %d, %s\n", f.Seed, f.choices())
	const last = 6
	for _, line := range f.Log[max(0, len(f.Log)-last):] {
		fmt.Fprintf(&b, "      %s\n", line)
	}
	return b.String()
}

// choices lists up to 40 choices of an example.
func (e *Example) choices() string {
	const most = 40
	switch {
	case len(e.Choices) == 0:
		return "no choices"
	case len(e.Choices) > most:
		return fmt.Sprintf("choices %s … and %d more, which --json lists", strings.Trim(fmt.Sprint(e.Choices[:most]), "[]"), len(e.Choices)-most)
	}
	return "choices " + strings.Trim(fmt.Sprint(e.Choices), "[]")
}

// note returns the most important remark about a stat, or "".
func (s StatReport) note() string {
	switch {
	case s.NotFinite > 0:
		return fmt.Sprintf("not a finite number %d times", s.NotFinite)
	case s.RunsOff != nil:
		return fmt.Sprintf("keeps growing: %s from its start at turn %d", formatNumber(s.RunsOff.Distance), s.RunsOff.Turn)
	case s.Hidden:
		return "hidden"
	}
	return ""
}

// timesChosen lists how often each option was chosen in random games.
func (c CardReport) timesChosen() string {
	var all []string
	for _, o := range c.Options {
		all = append(all, fmt.Sprint(o.RandomChosen))
	}
	return strings.Join(all, " ")
}

func percentage(part, of int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(of, 1)))
}

// formatNumber formats a number with at most two decimals.
func formatNumber(x float64) string {
	if x == float64(int64(x)) {
		return fmt.Sprint(int64(x))
	}
	return fmt.Sprintf("%.2f", x)
}

// A table is text in columns. The first column is left-aligned and other columns are
// right-aligned. Cells beyond the last heading are left-aligned.
type table [][]string

func (t table) write(b *strings.Builder) {
	if len(t) < 2 { // only a heading
		return
	}
	numbers := len(t[0]) - 1
	var rows columns.Table
	for _, row := range t {
		last := min(len(row), len(t[0]))
		notes := slices.DeleteFunc(slices.Clone(row[last:]), func(note string) bool { return note == "" })
		rows.Row(append(slices.Clone(row[:last]), strings.Join(notes, "  "))...)
	}
	b.WriteString(rows.Format("  ", "l"+strings.Repeat("r", numbers)+"l"))
}
