package arena

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gamed/arena/stats"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A Header is the first line of a match's results. It holds all settings that the games depend
// on. A match resumes only from a file with an equal header.
type Header struct {
	Type    string            `json:"type"` // always "match"
	Format  int               `json:"format"`
	Rules   string            `json:"rules"`
	Version int               `json:"version"` // version of the rules
	Cards   string            `json:"cards"`   // hash of the card table; see table.CardsHash
	Bots    []string          `json:"bots"`
	Sources []string          `json:"sources,omitempty"` // full name of each bot, if any bot has an alias; see Player
	Terms   []string          `json:"terms,omitempty"`   // terms of each bot; see Player
	Seed    state.Seed        `json:"seed"`
	Games   int               `json:"games"`
	Table   map[string]string `json:"table,omitempty"`
	Decks   [][]string        `json:"decks,omitempty"` // pair p uses entry p modulo the number of entries
	NoSwap  bool              `json:"no_swap,omitempty"`
	Limit   int               `json:"limit,omitempty"` // maximum number of turns, or 0 for no limit
	OnFault string            `json:"on_fault"`
	Budget  *protocol.Budget  `json:"budget,omitempty"`
	SPRT    *stats.SPRT       `json:"sprt,omitempty"`
	// Milestone is the name of the milestone. Stages is the number of its stages.
	Milestone string `json:"milestone,omitempty"`
	Stages    int    `json:"stages,omitempty"`
	// Simultaneous is set if there are several seats and each of them takes every turn.
	Simultaneous bool `json:"simultaneous,omitempty"`
}

// format is the version of the file format.
const format = 1

// Header returns the first line of the results of m.
func (m Match) Header() Header {
	info := m.Rules.Info()
	h := Header{
		Type: "match", Format: format, Rules: info.Name, Version: info.Version, Cards: table.CardsHash(info),
		Seed: state.Seed(m.Seed), Table: m.Table, Decks: m.Decks, NoSwap: m.NoSwap, Limit: m.Limit,
		OnFault: m.OnFault.String(), SPRT: m.SPRT,
	}
	terms, aliases := false, false
	for _, bot := range m.Bots {
		h.Bots, h.Terms = append(h.Bots, bot.Name), append(h.Terms, bot.Terms)
		h.Sources = append(h.Sources, bot.FullName())
		terms, aliases = terms || bot.Terms != "", aliases || bot.AliasOf != ""
		if bot.Open != nil {
			h.Budget = m.Budget
		}
	}
	if !terms {
		h.Terms = nil
	}
	if !aliases {
		h.Sources = nil
	}
	if m.Milestone != nil {
		h.Milestone, h.Stages = m.Milestone.Name, m.Milestone.Most
	}
	h.Simultaneous = len(m.Bots) > 1 && m.Rules.Abilities().Simultaneous
	h.Games = (m.Games + h.UnitSize() - 1) / h.UnitSize() * h.UnitSize()
	return h
}

// UnitSize returns the number of games in a unit. A unit is a pair, a rotation, or one game if bots
// keep their seats.
func (h *Header) UnitSize() int {
	if h.NoSwap {
		return 1
	}
	return len(h.Bots)
}

// BotIndex returns the index in Bots of the bot at a seat in game n.
func (h *Header) BotIndex(n, seat int) int {
	if h.NoSwap {
		return seat
	}
	return (n + seat) % len(h.Bots)
}

// botsBySeat returns the names of the bots by seat in game n.
func (h *Header) botsBySeat(n int) []string {
	names := make([]string, len(h.Bots))
	for seat := range names {
		names[seat] = h.Bots[h.BotIndex(n, seat)]
	}
	return names
}

// decks returns the names of a pair's decks by seat, or nil unless the match compares decks. If the
// match has only one list of decks, a deck given as the text of a file gets the name of its seat.
func (h *Header) decks(pair int) []string {
	switch len(h.Decks) {
	case 0:
		return nil
	case 1:
	default:
		return h.Decks[pair%len(h.Decks)]
	}
	names := slices.Clone(h.Decks[0])
	if len(slices.Compact(names)) < 2 {
		return nil
	}
	for seat, deck := range h.Decks[0] {
		if names[seat] = deck; strings.Contains(deck, "\n") {
			names[seat] = fmt.Sprintf("deck of seat %d", seat)
		}
	}
	return names
}

// CheckEqual compares h with other, the header of a file. It returns an error that lists the
// differences, or nil if there are none.
func (h Header) CheckEqual(other Header) error {
	differences := Differences(h, other)
	if differences == nil {
		return nil
	}
	return fmt.Errorf("the file holds another match (%s): name another file", strings.Join(differences, ", "))
}

// Differences lists the JSON fields in which a header from a file or a coordinator differs from
// the expected header.
func Differences(want, file any) (differences []string) {
	var mine, theirs map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(encoded(want), &mine), json.Unmarshal(encoded(file), &theirs)); err != nil {
		return []string{err.Error()}
	}
	both := maps.Clone(mine)
	maps.Copy(both, theirs)
	for _, name := range slices.Sorted(maps.Keys(both)) {
		if a, b := cmp.Or(string(mine[name]), "not set"), cmp.Or(string(theirs[name]), "not set"); a != b {
			differences = append(differences, fmt.Sprintf("%s is %s instead of %s", name, b, a))
		}
	}
	return differences
}

// Distinct returns the names with a number after each repetition: random, random#2.
func Distinct(names []string) []string {
	names = slices.Clone(names)
	for i, name := range names {
		for n := 2; slices.Contains(names[:i], names[i]); n++ {
			names[i] = fmt.Sprintf("%s#%d", name, n)
		}
	}
	return names
}
