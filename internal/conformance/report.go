package conformance

import (
	"fmt"
	"strings"
	"unicode"
)

// An Outcome is what has become of a step.
type Outcome string

const (
	OK       Outcome = "ok"
	Failed   Outcome = "FAILED"
	Warned   Outcome = "warning"   // it works, and could work better
	NotTried Outcome = "not tried" // it does not apply, or what it needs has failed
)

// A Step is one thing that was tried.
type Step struct {
	Part string // what it is listed under
	Name string
	Outcome
	Note string // what there is to know all the same, one line
	What string // what is wrong
	Sent string // the last line that was sent to a bot, clipped
	Came string // the last line that came from it, clipped
	Mend string // what to do
	// Position is where a game went wrong, and Log its log, which gamed replay
	// shows.
	Position string
	Log      []byte
}

// String writes the step in as many lines as it takes.
func (s Step) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %-9s  %s", s.Outcome, s.Name)
	if s.Note != "" {
		fmt.Fprintf(&b, ": %s", s.Note)
	}
	b.WriteByte('\n')
	for _, line := range []struct{ name, text string }{
		{"what", s.What}, {"sent", s.Sent}, {"came", s.Came}, {"mend", s.Mend}, {"there", s.Position},
	} {
		if line.text != "" {
			fmt.Fprintf(&b, "             %-6s %s\n", line.name+":", indent(line.text))
		}
	}
	return b.String()
}

func indent(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n                    ")
}

// A Report is the steps in their order.
type Report []Step

// Count returns how many steps have come out so.
func (r Report) Count(o Outcome) (n int) {
	for _, s := range r {
		if s.Outcome == o {
			n++
		}
	}
	return n
}

// String sums up.
func (r Report) String() string {
	parts := []string{fmt.Sprintf("%d ok", r.Count(OK))}
	for _, o := range []struct {
		Outcome
		text string
	}{{Failed, "failed"}, {Warned, "with a warning"}, {NotTried, "not tried"}} {
		if n := r.Count(o.Outcome); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, o.text))
		}
	}
	return fmt.Sprintf("%d steps: %s", len(r), strings.Join(parts, ", "))
}

// visible replaces what would do something to a terminal.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// clip shortens a line to what can be read.
func clip(line string) string {
	const most = 300
	line = visible(line)
	if len(line) <= most {
		return line
	}
	return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(line[:most], ""), len(line))
}
