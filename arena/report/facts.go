package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gamed/arena"
	"gamed/arena/figure"
)

// facts returns the facts at the top of the page.
func (d *data) facts() []Fact {
	facts := []Fact{}
	add := func(name, format string, args ...any) {
		facts = append(facts, Fact{name, fmt.Sprintf(format, args...)})
	}
	if len(d.Matches) == 0 {
		return facts
	}
	h := &d.Matches[0].Header
	add("game", "%s, version %d", h.Rules, h.Version)
	failed, seconds := 0, 0.
	for _, r := range d.results {
		failed += r.EngineErrors
		seconds += r.Seconds
	}
	if len(d.Matches) > 1 {
		add("pairings", "%s", figure.Count(len(d.Matches)))
	}
	add("games", "%s", figure.Count(d.pooled.Games))
	if bots := d.standings.ReliabilityWarnings(); bots != nil {
		add("unreliable", "%s", strings.Join(bots, ", "))
	}
	for _, b := range d.standings.Bots {
		if f := b.FirstFault; f != nil {
			pairing := ""
			if len(d.Matches) > 1 {
				pairing = fmt.Sprintf("pairing %d, ", f.Match)
			}
			add("first fault of "+b.Name, "%s%s", pairing, f.Describe(""))
		}
	}
	if failed > 0 {
		add("rules failed in", "%s; their pairs do not count", figure.Plural(failed, "game"))
	}
	if len(d.Matches) > 1 && !h.Simultaneous && d.pooled.Games > 0 {
		add("first seat wins", "%s", figure.Rate(d.pooled.FirstSeat()))
	}
	if s := &d.standings; s.UnratedReason == "" {
		add("first-turn advantage in Elo", "%s", figure.Elo(s.FirstSeat, 1).Typeset())
	}
	if d.onlyMatch != nil {
		add("seed", "%d", h.Seed)
	}
	for _, option := range slices.Sorted(maps.Keys(h.Table)) {
		add(option, "%s", strings.ReplaceAll(h.Table[option], ",", ", "))
	}
	if len(h.Decks) == 1 {
		var names []string
		for _, deck := range h.Decks[0] {
			if strings.Contains(deck, "\n") {
				deck = "of a file"
			}
			names = append(names, deck)
		}
		add("decks by seat", "%s", strings.Join(names, ", "))
	}
	if h.NoSwap {
		add("seats", "each bot at its own")
	}
	if h.Limit > 0 {
		add("limit", "%s", figure.Plural(h.Limit, "turn"))
	}
	add("a fault costs", "%s", map[bool]string{true: "the game", false: h.OnFault}[h.OnFault == arena.Lose.String()])
	if seconds > 0 {
		add("played for", "%s, %s games/s", formatSeconds(seconds), figure.Approx(float64(d.pooled.Games)/seconds))
	}
	if d.Digest != "" {
		add("digest", "%s", d.Digest)
	}
	return facts
}
