package hub

import (
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A Request is the body of a client's request to create a game. The game's log contains a hash
// of its JSON to identify retries, so the order of the fields must not change.
type Request struct {
	Rules        string            `json:"rules"`           // the name of a ruleset
	Seats        []SeatSpec        `json:"seats"`           // in turn order
	RulesOptions map[string]string `json:"table,omitempty"` // the ruleset's own options
	protocol.TableOptions
	// BestOf makes a series between the same players: the best of 3, 5 or 7 games. The server
	// creates each game when the previous one ends, until the series is over. 0 means a single game.
	BestOf int `json:"best_of,omitempty" jsonschema:"minimum=0,maximum=7"`
}

// A Spec describes a game to create: a client's request and the options that only the server
// may set.
type Spec struct {
	Request
	Series *table.Series // the series of a game that follows another one, or nil
	From   *table.Origin // the starting position, or nil for a newly dealt game
	// Chance is the key of the game's random stream. If it is zero, the server generates a
	// secret key.
	Chance       table.Key
	Reservations []Reservation // by seat; nil reserves no seats
	ListedFrom   int64         // the Unix time in ms from which lists may show the game, or 0
	// Key makes creation idempotent: see [Hub.Create]. It must be hard to guess. Without a
	// key each call creates a game.
	Key string
}

// A SeatSpec describes a seat: open unless Bot is set.
type SeatSpec struct {
	Bot  string `json:"bot,omitempty"`  // the name of a bot, as in "ismcts:2000"
	Deck string `json:"deck,omitempty"` // a ready deck's name or a deck file's text; empty is the ruleset's default
}

// A SpecError reports an invalid field of a request.
type SpecError struct {
	Field string // as in the JSON: "rules", "seats", "seats[1].bot", …
	Text  string
}

func (e *SpecError) Error() string { return e.Field + ": " + e.Text }

// Limits of a request.
const (
	maxIterations = 20_000                                       // of a bot's search per decision: about 0.1 s
	maxClock      = int64(7 * 24 * time.Hour / time.Millisecond) // for each time setting of a clock
	maxWorlds     = 64                                           // of a forward model: about 300 KB in the largest games
	maxSteps      = 100_000                                      // of a forward model: less than a second
	maxName       = 60                                           // bytes in the name of a table
)

// check validates a request and completes its clock. It returns the ruleset or a *SpecError.
func (h *Hub) check(r *Request) (*table.CachedRules, error) {
	rules, ok := h.Rules(r.Rules)
	if !ok {
		return nil, &SpecError{"rules", fmt.Sprintf("unknown ruleset %.40q; available: %s", r.Rules, strings.Join(h.rulesetNames(), ", "))}
	}
	info := rules.Info()
	if err := info.CheckSeats(len(r.Seats)); err != nil {
		return nil, &SpecError{"seats", err.Error()}
	}
	for i, seat := range r.Seats {
		if err := h.checkBot(r.Rules, seat.Bot); err != nil {
			return nil, &SpecError{fmt.Sprintf("seats[%d].bot", i), err.Error()}
		}
	}
	if r.Clock != nil {
		c := *r.Clock // a copy: the caller's request must keep its hash
		r.Clock = &c
		if err := checkClock(&c); err != nil {
			return nil, err
		}
	}
	switch f := r.Forks; {
	case f == nil:
	case !info.Worlds:
		return nil, &SpecError{"forks", info.Name + " has no forward model, because its hidden cards cannot be dealt again"}
	case f.Worlds < 1 || f.Worlds > maxWorlds || f.Steps < 1 || f.Steps > maxSteps:
		return nil, &SpecError{"forks", fmt.Sprintf("worlds is 1 to %d and steps 1 to %d, not %d and %d", maxWorlds, maxSteps, f.Worlds, f.Steps)}
	}
	if ranks := rules.Abilities().Ranks; r.Rated && ranks != nil && !ranks(r.setup()) {
		return nil, &SpecError{"rated", "a game in debug mode is never rated; leave out rated, or debug in table"}
	}
	return rules, r.checkTable()
}

// setup returns the setup of the deal, without its decks and its seed.
func (r *Request) setup() state.Setup { return state.Setup{Seats: len(r.Seats), Table: r.RulesOptions} }

// checkClock validates a clock and sets its default for absent players.
func checkClock(c *protocol.Clock) error {
	if c.Absent == "" {
		c.Absent = protocol.AbsentForfeit
	}
	if !slices.Contains([]string{protocol.AbsentForfeit, protocol.AbsentBot, protocol.AbsentWait}, c.Absent) {
		return &SpecError{"clock.absent", fmt.Sprintf("%.40q is not forfeit, bot or wait", c.Absent)}
	}
	for _, ms := range []int64{c.Bank, c.PerDecision, c.Increment} {
		if ms < 0 || ms > maxClock {
			return &SpecError{"clock", fmt.Sprintf("%d ms is not between 0 and %d (a week)", ms, maxClock)}
		}
	}
	if c.Bank+c.PerDecision == 0 {
		return &SpecError{"clock", "bank_ms or per_decision_ms must be positive"}
	}
	return nil
}

// checkTable validates the fields that do not depend on the ruleset.
func (r *Request) checkTable() error {
	switch {
	case len(r.Name) > maxName || !utf8.ValidString(r.Name):
		return &SpecError{"name", fmt.Sprintf("a table's name is UTF-8 of at most %d bytes", maxName)}
	case r.Name != "" && protocol.Blank(r.Name):
		return &SpecError{"name", "the table's name has no visible character: leave it out instead"}
	case protocol.TextProblem(r.Name) != "":
		return &SpecError{"name", "the table's name " + protocol.TextProblem(r.Name)}
	case !slices.Contains([]int{0, 3, 5, 7}, r.BestOf):
		return &SpecError{"best_of", fmt.Sprintf("%d is not 3, 5 or 7", r.BestOf)}
	case len(r.Seats) < 2 && (r.Rated || r.BestOf > 0):
		return &SpecError{"seats", "a rated game or a series needs at least two seats"}
	}
	return nil
}

// checkBot returns an error if a bot cannot play a ruleset on this server, or would search too
// long.
func (h *Hub) checkBot(rules, name string) error {
	if name == "" {
		return nil
	}
	if h.externalBot(rules, name) == nil {
		if _, err := h.c.Bots.New(rules, name, 0); err != nil {
			if len(h.c.Programs) == 0 {
				return err
			}
			var names []string
			for _, p := range h.c.Programs {
				names = append(names, p.Name)
			}
			return fmt.Errorf("%w; external bots: %s", err, strings.Join(names, ", "))
		}
	}
	_, arg, _ := strings.Cut(name, ":")
	if n, err := strconv.Atoi(arg); err != nil && arg != "" {
		return errors.New("only a number may follow the name, as in ismcts:1000; games on a server accept no other parameters")
	} else if n > maxIterations {
		return fmt.Errorf("a bot may search at most %d iterations per decision here, not %d", maxIterations, n)
	}
	return nil
}

// rulesetNames returns the names of the rulesets in alphabetical order.
func (h *Hub) rulesetNames() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(maps.Keys(h.rules))
}

// header returns the header of a new game, without the seed of its deal.
func (s *Spec) header(id string, rules *table.CachedRules, program string) table.Header {
	info := rules.Info()
	header := table.Header{
		Format: table.Format, Program: program, Game: id, Rules: info.Name, Version: info.Version, Cards: rules.Cards(), File: rules.File(),
		Setup: s.setup(), At: time.Now().UnixMilli(), TableOptions: s.TableOptions,
		Series: s.Series, From: s.From, Key: s.Chance, ListedFrom: s.ListedFrom,
	}
	for _, r := range s.Reservations {
		header.Reserved = append(header.Reserved, r.hashFor(id))
	}
	if s.BestOf > 0 && s.Series == nil {
		header.Series = &table.Series{ID: id, BestOf: s.BestOf, Number: 1}
	}
	if header.Key == (table.Key{}) {
		_, _ = rand.Read(header.Key[:]) // never fails
	}
	_, _ = rand.Read(header.CommitmentSalt[:])
	for _, seat := range s.Seats {
		header.Setup.Decks = append(header.Setup.Decks, seat.Deck)
		who := table.Seat{Kind: protocol.SeatOpen}
		if seat.Bot != "" {
			who = table.Seat{Kind: protocol.SeatBot, Name: seat.Bot}
		}
		header.Seats = append(header.Seats, who)
	}
	return header
}
