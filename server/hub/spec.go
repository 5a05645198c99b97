package hub

import (
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// A Request is the body of a client's request to create a game. Its JSON is hashed into the
// game's log, so that a retry is recognized: the order of the fields must not change.
type Request struct {
	Rules string            `json:"rules"`           // the name of a ruleset
	Seats []SeatSpec        `json:"seats"`           // in turn order
	Table map[string]string `json:"table,omitempty"` // the ruleset's own options
	protocol.TableOptions
	// BestOf makes a series of 3, 5 or 7 games between the same players. The server creates
	// each game when the one before ends. 0 is a single game.
	BestOf int `json:"best_of,omitempty"`
}

// A Spec is a game to create: a client's request and the facts that only the server may set.
type Spec struct {
	Request
	Series *game.Series // the series of a game that follows another one, or nil
	From   *game.From   // the position to begin from, nil for a dealt game
	// Chance is the key of the game's random stream. The zero key draws a secret one.
	Chance game.Key
	Kept   []Keeping // the reservation of each seat; nil leaves all open seats free
	// Key makes creation idempotent: see [Hub.Create]. It must be hard to guess. Without a
	// key each call creates a game.
	Key string
}

// A SeatSpec describes a seat: open unless Bot is set.
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
func (h *Hub) check(spec *Spec) (*game.Listed, error) {
	rules, ok := h.listed(spec.Rules)
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
		if err := h.checkBot(spec.Rules, seat.Bot); err != nil {
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
	if spec.Clock != nil {
		c := new(protocol.Clock) // the caller's stays as it is: by that a game is known again that a key has made
		*c = *spec.Clock
		spec.Clock = c
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
	if err := spec.checkTable(); err != nil {
		return nil, err
	}
	if spec.Forks != nil && !info.Worlds {
		return nil, &SpecError{"forks", fmt.Sprintf("%s hides what cannot be dealt again: it has no forward model", info.Name)}
	}
	if f := spec.Forks; f != nil && (f.Worlds < 1 || f.Worlds > maxWorlds || f.Steps < 1 || f.Steps > maxSteps) {
		return nil, &SpecError{"forks", fmt.Sprintf("worlds is 1 to %d and steps 1 to %d, not %d and %d", maxWorlds, maxSteps, f.Worlds, f.Steps)}
	}
	return rules, nil
}

// maxName is how many bytes the name of a table may have.
const maxName = 60

// checkTable says what is wrong with what is asked of a table in any ruleset.
func (s *Spec) checkTable() error {
	if len(s.Name) > maxName || strings.ContainsFunc(s.Name, protocol.Unseen) || !utf8.ValidString(s.Name) {
		return &SpecError{"name", fmt.Sprintf("the name of a table is up to %d bytes of text on one line", maxName)}
	}
	if !slices.Contains([]int{0, 3, 5, 7}, s.BestOf) {
		return &SpecError{"best_of", fmt.Sprintf("%d: it is 3, 5 or 7", s.BestOf)}
	}
	if len(s.Seats) < 2 && (s.Rated || s.BestOf > 0) {
		return &SpecError{"seats", "a game of one seat cannot be rated or one of a series: there is nobody to play against"}
	}
	return nil
}

// names lists the rulesets.
func (h *Hub) names() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(maps.Keys(h.rules))
}

// header returns the first record of a new game of that id, but for the seed of its deal.
func (s *Spec) header(id string, rules *game.Listed, program string) game.Header {
	info := rules.Info()
	header := game.Header{
		Format: game.Format, Program: program, Game: id, Rules: info.Name, Version: info.Version, Cards: rules.Cards(),
		Setup: state.Setup{Seats: len(s.Seats), Table: s.Table}, At: time.Now().UnixMilli(), TableOptions: s.TableOptions, Series: s.Series, From: s.From,
	}
	for _, k := range s.Kept {
		header.Kept = append(header.Kept, k.mark(id))
	}
	if s.BestOf > 0 && s.Series == nil {
		header.Series = &game.Series{ID: id, BestOf: s.BestOf, Number: 1}
	}
	header.Key = s.Chance
	if header.Key == (game.Key{}) {
		_, _ = rand.Read(header.Key[:]) // never fails: it ends the program instead
	}
	_, _ = rand.Read(header.Salt[:])
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
