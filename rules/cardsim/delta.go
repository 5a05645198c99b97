package cardsim

import (
	"math"
	"strconv"
	"strings"
)

// A Change is what a choice or a rule did to a stat.
type Change struct {
	Stat     string
	From, To string
	By       string // rule "growth", card "The Strike", …
	hidden   bool
}

// Delta returns the difference of a change of numbers, with its sign and as many
// decimals as they are shown with, and false if they are no numbers.
func (c Change) Delta() (string, bool) {
	from, ok := parseNumber(c.From)
	to, ok2 := parseNumber(c.To)
	if !ok || !ok2 {
		return "", false
	}
	text := decimal(to-from, max(decimals(c.From), decimals(c.To)), 64)
	if !strings.HasPrefix(text, "-") {
		text = "+" + text
	}
	return text, true
}

// parseNumber reads a number as stats show it.
func parseNumber(s string) (float64, bool) {
	if strings.Trim(s, "-+.0123456789") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsInf(x, 0)
}

// decimals returns how many decimals a number is shown with.
func decimals(s string) int {
	if at := strings.IndexByte(s, '.'); at >= 0 {
		return len(s) - at - 1
	}
	return 0
}

// A reading is a stat as it stood.
type reading struct {
	name, value string
	visible     bool
}

// readings appends the stats as they stand, or nothing and an error if they panic.
func (p *Player[C]) readings(dst []reading) ([]reading, error) {
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

// observe notes which stats have moved since it was called before, and puts that
// down to by. It does nothing while nobody looks: reading the stats costs more than
// most rules do. Nor does it once they cannot be read.
func (p *Player[C]) observe(by cause) {
	if !p.tracing {
		return
	}
	n := len(p.last)
	var err error
	if p.last, err = p.readings(p.last); err != nil {
		p.tracing = false
		return
	}
	before, after := p.last[:n], p.last[n:]
	for i, r := range after {
		if old := find(before, i, r.name); old.value != r.value {
			p.changes = append(p.changes, Change{r.name, old.value, r.value, by.short(), !r.visible})
		}
	}
	p.last = append(p.last[:0], after...)
}

// find returns the reading of that name, which is at place i unless stats have come
// or gone.
func find(all []reading, i int, name string) reading {
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
