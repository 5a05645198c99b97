package conformance

import (
	"fmt"
	"strings"
	"unicode"
)

// An Outcome is the result of a step.
type Outcome string

const (
	OK       Outcome = "ok"
	Failed   Outcome = "FAILED"
	Warned   Outcome = "warning"   // the behaviour is valid but could be improved
	NotTried Outcome = "not tried" // the step does not apply, or a step that it depends on failed
)

// A Step is the outcome of one named check.
type Step struct {
	Part string // heading of a group of steps
	Name string
	Outcome
	Note     string // one line, set for any outcome
	Error    string
	Sent     string // last line sent to the bot, shortened
	Received string // last line received from the bot, shortened
	Fix      string // how to fix the error
	// Position is the position in a failed game. Log is the game's log for gamed replay.
	Position string
	Log      []byte
}

// String formats the step as one or more lines.
func (s Step) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %-9s  %s", s.Outcome, s.Name)
	if s.Note != "" {
		fmt.Fprintf(&b, ": %s", s.Note)
	}
	b.WriteByte('\n')
	for _, line := range []struct{ name, text string }{
		{"error", s.Error}, {"sent", s.Sent}, {"got", s.Received}, {"fix", s.Fix}, {"at", s.Position},
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

// A Report lists the completed steps in order.
type Report []Step

// Count returns the number of steps with the given outcome.
func (r Report) Count(o Outcome) (n int) {
	for _, s := range r {
		if s.Outcome == o {
			n++
		}
	}
	return n
}

// String returns a one-line summary.
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

// visible replaces invalid UTF-8 and all control characters but line breaks, which could disturb a terminal.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// clip makes a line visible. It shortens a long line to 300 bytes and adds the length of the whole line.
func clip(line string) string {
	const most = 300
	line = visible(line)
	if len(line) <= most {
		return line
	}
	return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(line[:most], ""), len(line))
}
