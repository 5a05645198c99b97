package arena

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"gamed/state"
)

// A Game is the result of one game in a match. It is a line of the results file.
type Game struct {
	Type   string   `json:"type"`            // always "game"
	Number int      `json:"game"`            // number of the game, counted from 0
	Pair   int      `json:"pair"`            // number of the pair or rotation, counted from 0
	Seats  []string `json:"seats"`           // the bots by seat
	Decks  []string `json:"decks,omitempty"` // deck of each seat, if the match compares decks
	First  int      `json:"first"`           // the seat with the first turn, or -1 if the game had none
	Won    []int    `json:"won"`             // the winning seats; empty if no seat won
	// Places lists the place of each seat in a game of three seats or more: 1 for the best, and
	// equal places for a tie. Places is nil in results of earlier versions.
	Places []int `json:"places,omitempty"`
	// Scores lists the points of each seat, if the ruleset has points.
	Scores []int `json:"points,omitempty"`
	End    End   `json:"end"` // how the last request ended the game
	// Conceded lists the seats that resigned voluntarily.
	Conceded []int   `json:"conceded,omitempty"`
	Faults   []Fault `json:"faults,omitempty"`
	Turns    int     `json:"turns"`
	Requests int     `json:"requests"`
	Digest   string  `json:"digest"` // XXH64 of the final position
	// Reached lists the turns in which the milestone's stages were reached.
	Reached []int          `json:"reached,omitempty"`
	Figures []state.Figure `json:"figures,omitempty"`
	Usage   *Usage         `json:"usage,omitempty"` // nil unless the match counts the usage
	// Error reports a panic in the rules. Statistics omit the whole pair if one of its games has
	// an error.
	Error string `json:"error,omitempty"`
	// Replay is the file name of the game's log in the match's FaultFolder, if the match kept the
	// log.
	Replay string `json:"replay,omitempty"`

	stack []byte     // stack trace of the panic in Error
	kept  *GameFiles // the log, if kept
}

// newGame returns the result of game n before its first turn. bots must equal h.botsBySeat(n).
func (h *Header) newGame(n int, bots []string) Game {
	pair := n / h.UnitSize()
	return Game{Type: "game", Number: n, Pair: pair, Seats: bots, Decks: h.decks(pair), First: -1, Won: []int{}, End: Normal}
}

// panickedGame returns the result of game n after the rules panicked with value v.
func (h *Header) panickedGame(n int, v any, stack []byte) Game {
	g := h.newGame(n, h.botsBySeat(n))
	g.End, g.Error, g.stack = EngineError, fmt.Sprint("the rules panicked: ", v), stack
	g.Digest = fmt.Sprintf("%016x", 0)
	return g
}

// Drawn reports whether no seat or every seat won. A game of one seat is never a draw.
func (g *Game) Drawn() bool {
	return len(g.Seats) > 1 && (len(g.Won) == 0 || len(g.Won) == len(g.Seats))
}

// Points returns 1 for a winning seat and 0 for any other.
func (g *Game) Points(seat int) float64 {
	if slices.Contains(g.Won, seat) {
		return 1
	}
	return 0
}

// Failed reports whether a seat had a fault.
func (g *Game) Failed(seat int) bool {
	return slices.ContainsFunc(g.Faults, func(f Fault) bool { return f.Seat == seat })
}

// EndOf returns how the game ended for a seat.
func (g *Game) EndOf(seat int) End {
	for _, f := range g.Faults {
		if f.Lost && f.Seat == seat {
			return End(f.Kind)
		}
	}
	switch {
	case slices.Contains(g.Conceded, seat):
		return Conceded
	case g.End == Adjudicated:
		return Adjudicated
	}
	return Normal
}

// check returns an error if g has values that are impossible for a game in the match.
func (g *Game) check(h *Header) error {
	bad := func(seat int) bool { return seat < 0 || seat >= len(h.Bots) }
	digest, err := hex.DecodeString(g.Digest)
	switch {
	case slices.ContainsFunc(g.Won, bad), slices.ContainsFunc(g.Conceded, bad), g.First != -1 && bad(g.First),
		slices.ContainsFunc(g.Faults, func(f Fault) bool { return bad(f.Seat) || f.N < 1 }):
		return fmt.Errorf("a seat outside 0 to %d, or a fault without occurrences", len(h.Bots)-1)
	case g.Places != nil && len(g.Places) != len(h.Bots), slices.ContainsFunc(g.Places, func(n int) bool { return n < 1 || n > len(h.Bots) }):
		return fmt.Errorf("invalid places %v of %d seats", g.Places, len(h.Bots))
	case g.Turns < 0 || g.Requests < 0:
		return errors.New("the number of turns or requests is negative")
	case len(g.Reached) > h.Stages:
		return fmt.Errorf("%d milestone stages instead of at most %d", len(g.Reached), h.Stages)
	case err != nil || len(digest) != 8:
		return fmt.Errorf("digest %q is not 16 hexadecimal digits", g.Digest)
	case g.Usage != nil:
		return g.Usage.check(len(h.Bots))
	}
	return nil
}

// encoded returns v as JSON.
func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and finite numbers always encode
	}
	return b
}
