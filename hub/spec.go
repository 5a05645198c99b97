package hub

import (
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// A Spec is what somebody asks for who creates a game.
type Spec struct {
	Rules   string            `json:"rules"`             // the name of a ruleset
	Seats   []SeatSpec        `json:"seats"`             // in turn order
	Table   map[string]string `json:"table,omitempty"`   // the ruleset's own options
	Clock   *protocol.Clock   `json:"clock,omitempty"`   // nobody is timed without one
	Private bool              `json:"private,omitempty"` // found by its id only, never listed
	// Forks lets seats play on in worlds that look to them as the game does, within
	// a budget. Without it there is no forward model.
	Forks *protocol.Budget `json:"forks,omitempty"`
}

// A SeatSpec is who is to sit in a seat: whoever comes, unless Bot is set.
type SeatSpec struct {
	Bot  string `json:"bot,omitempty"`  // the name of a bot, as in "ismcts:2000"
	Deck string `json:"deck,omitempty"` // a ready deck's name or a deck file's text; empty is the ruleset's default
}

// SpecError says what in a [Spec] cannot be had.
type SpecError struct {
	Field string // as in the JSON: "rules", "seats", "seats[1].bot", …
	Text  string
}

func (e *SpecError) Error() string { return e.Field + ": " + e.Text }

// maxIterations bounds how long a bot may think on a server that others use as
// well: about a tenth of a second a decision.
const maxIterations = 20_000

// maxClock bounds each time of a clock, in milliseconds.
const maxClock = int64(7 * 24 * time.Hour / time.Millisecond)

// What a table's forward model may have at most. 64 worlds are some 300 KB of
// memory in the largest games, and 100,000 steps less than a second.
const (
	maxWorlds = 64
	maxSteps  = 100_000
)

// check returns the ruleset that spec names, or a *SpecError.
func (h *Hub) check(spec *Spec) (state.Dealer, error) {
	rules, ok := h.Rules(spec.Rules)
	if !ok {
		return nil, &SpecError{"rules", fmt.Sprintf("no rules are called %.40q; there are: %s", spec.Rules, strings.Join(h.names(), ", "))}
	}
	info := rules.Info()
	if n := len(spec.Seats); n < info.MinSeats || n > info.MaxSeats {
		return nil, &SpecError{"seats", fmt.Sprintf("%d seats, but %s has %d to %d", n, info.Name, info.MinSeats, info.MaxSeats)}
	}
	for i, seat := range spec.Seats {
		if seat.Bot == "" {
			continue
		}
		field := fmt.Sprintf("seats[%d].bot", i)
		if _, err := h.c.Bots.New(spec.Rules, seat.Bot, 0); err != nil {
			return nil, &SpecError{field, err.Error()}
		}
		_, arg, _ := strings.Cut(seat.Bot, ":")
		if strings.ContainsAny(arg, ",=") {
			return nil, &SpecError{field, "here a bot takes a number alone, as in ismcts:1000: its parameters are for matches"}
		}
		if n, _ := strconv.Atoi(arg); n > maxIterations {
			return nil, &SpecError{field, fmt.Sprintf("a bot may search %d times a decision here, not %d", maxIterations, n)}
		}
	}
	if c := spec.Clock; c != nil {
		if c.Absent == "" {
			c.Absent = protocol.AbsentForfeit
		}
		if !slices.Contains([]string{protocol.AbsentForfeit, protocol.AbsentBot, protocol.AbsentWait}, c.Absent) {
			return nil, &SpecError{"clock.absent", fmt.Sprintf("%.40q is none of forfeit, bot, wait", c.Absent)}
		}
		for _, ms := range []int64{c.Bank, c.PerDecision, c.Increment} {
			if ms < 0 || ms > maxClock {
				return nil, &SpecError{"clock", fmt.Sprintf("%d ms: a time is 0 to %d, a week", ms, maxClock)}
			}
		}
		if c.Bank+c.PerDecision == 0 {
			return nil, &SpecError{"clock", "without a bank_ms or a per_decision_ms there is no time at all"}
		}
	}
	if spec.Forks != nil && !info.Worlds {
		return nil, &SpecError{"forks", fmt.Sprintf("%s hides what cannot be dealt again: it has no forward model", info.Name)}
	}
	if f := spec.Forks; f != nil && (f.Worlds < 1 || f.Worlds > maxWorlds || f.Steps < 1 || f.Steps > maxSteps) {
		return nil, &SpecError{"forks", fmt.Sprintf("worlds is 1 to %d and steps 1 to %d, not %d and %d", maxWorlds, maxSteps, f.Worlds, f.Steps)}
	}
	return rules, nil
}

// names lists the rulesets.
func (h *Hub) names() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(maps.Keys(h.rules))
}

// header returns the first record of a new game, but for the seed of its deal.
func (s *Spec) header(info state.Info, program string) game.Header {
	header := game.Header{
		Format: game.Format, Program: program, Game: newID(), Rules: info.Name, Version: info.Version, Cards: game.CardsHash(info),
		Setup: state.Setup{Seats: len(s.Seats), Table: s.Table}, Clock: s.Clock, Private: s.Private, Forks: s.Forks, At: time.Now().UnixMilli(),
	}
	_, _ = rand.Read(header.Key[:]) // never fails: it ends the program instead
	for _, seat := range s.Seats {
		header.Setup.Decks = append(header.Setup.Decks, seat.Deck)
		who := game.Seat{Kind: protocol.SeatOpen}
		if seat.Bot != "" {
			who = game.Seat{Kind: protocol.SeatBot, Name: seat.Bot}
		}
		header.Seats = append(header.Seats, who)
	}
	return header
}
