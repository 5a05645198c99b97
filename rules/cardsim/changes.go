package cardsim

import (
	"math"
	"strconv"
	"strings"
)

// A tracedChange is a change of a stat by a choice or a rule.
type tracedChange struct {
	ChangeView
	hidden bool
}

// formatDelta returns the signed difference of two values of a stat, with as many decimals as
// the stat shows. It returns "" if the values are not numbers.
func formatDelta(from, to string) string {
	a, ok := parseNumber(from)
	b, ok2 := parseNumber(to)
	if !ok || !ok2 {
		return ""
	}
	text := formatDecimal(b-a, max(countDecimals(from), countDecimals(to)), 64)
	if !strings.HasPrefix(text, "-") {
		text = "+" + text
	}
	return text
}

// parseNumber parses a number as stats show it.
func parseNumber(s string) (float64, bool) {
	if strings.Trim(s, "-+.0123456789") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsInf(x, 0)
}

// countDecimals returns the number of decimals in s.
func countDecimals(s string) int {
	if at := strings.IndexByte(s, '.'); at >= 0 {
		return len(s) - at - 1
	}
	return 0
}

// A reading is a stat at one moment.
type reading struct {
	name, value string
	visible     bool
}

// appendReadings appends the current stats. It returns an error and appends nothing if Stats
// panics.
func (p *Player[C]) appendReadings(dst []reading) ([]reading, error) {
	from := len(dst)
	err := guard(func() error {
		for _, s := range p.Stats.Stats() {
			dst = append(dst, reading{s.StatName(), s.String(), s.Visible()})
		}
		return nil
	})
	if err != nil {
		dst = dst[:from]
	}
	return dst, err
}

// recordChanges records the stats that changed since its last call or since startNotes, with their
// cause. Reading stats costs more than most rules, so recordChanges does nothing without a log. After
// a failed reading it does nothing until the next request.
func (p *Player[C]) recordChanges(by cause) {
	if !p.traceChanges {
		return
	}
	n := len(p.lastReadings)
	var err error
	if p.lastReadings, err = p.appendReadings(p.lastReadings); err != nil {
		p.traceChanges = false
		return
	}
	before, after := p.lastReadings[:n], p.lastReadings[n:]
	for i, r := range after {
		if old := findReading(before, i, r.name); old.value != r.value {
			view := ChangeView{Stat: r.name, From: old.value, To: r.value, Delta: formatDelta(old.value, r.value), By: by.label()}
			p.changes = append(p.changes, tracedChange{view, !r.visible})
		}
	}
	p.lastReadings = append(p.lastReadings[:0], after...)
}

// findReading returns the reading with the given name. It tries index i first, which is correct
// unless stats were added or removed.
func findReading(all []reading, i int, name string) reading {
	if i < len(all) && all[i].name == name {
		return all[i]
	}
	for _, r := range all {
		if r.name == name {
			return r
		}
	}
	return reading{}
}
