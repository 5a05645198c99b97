package arena

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"gamed/state"
)

// A Game is the line of a game in the results of a match.
type Game struct {
	Type   string   `json:"type"`            // game
	Number int      `json:"game"`            // counts from 0
	Pair   int      `json:"pair"`            // or rotation; counts from 0
	Seats  []string `json:"seats"`           // the bots by seat
	Decks  []string `json:"decks,omitempty"` // by seat, if the match compares decks
	First  int      `json:"first"`           // the seat with the first turn, -1 if the game had none
	Won    []int    `json:"won"`             // the winning seats, empty for a draw
	End    End      `json:"end"`             // by the last request
	// Conceded lists the seats that resigned voluntarily.
	Conceded []int   `json:"conceded,omitempty"`
	Faults   []Fault `json:"faults,omitempty"`
	Turns    int     `json:"turns"`
	Requests int     `json:"requests"`
	Digest   string  `json:"digest"` // XXH64 of the final position
	// Reached lists the turns in which the milestone's stages were reached.
	Reached []int        `json:"reached,omitempty"`
	Figures []GameFigure `json:"figures,omitempty"`
	// Error reports a panic in the rules. Statistics omit the whole pair of a game with an error.
	Error string `json:"error,omitempty"`
	// Replay is the file name of the game's log in the Faults folder, if kept.
	Replay string `json:"replay,omitempty"`
}

// A GameFigure is a [state.Figure] in the line of a game.
type GameFigure struct {
	Group string  `json:"group"`
	Name  string  `json:"name"`
	N     float64 `json:"n"`
}

// line returns the line of game n.
func (h *Header) line(n int, o *outcome) *Game {
	s := h.seating()
	g := &Game{
		Type: "game", Number: n, Pair: s.pair(n), Decks: h.decks(s.pair(n)), First: -1, Won: numbers(o.won), End: o.end,
		Faults: o.faults, Turns: o.turns, Requests: o.requests, Digest: fmt.Sprintf("%016x", o.digest), Reached: o.reached, Error: o.broken,
	}
	if o.conceded != 0 {
		g.Conceded = numbers(o.conceded)
	}
	if o.first != noSeat {
		g.First = int(o.first)
	}
	for seat := range state.Seat(s.bots) {
		g.Seats = append(g.Seats, h.Bots[s.bot(n, seat)])
	}
	for _, f := range o.figures {
		g.Figures = append(g.Figures, GameFigure(f))
	}
	if o.kept != nil {
		g.Replay = replayName(n)
	}
	return g
}

// outcome returns the inverse of line, without the kept log.
func (g *Game) outcome() (o outcome, err error) {
	o = outcome{
		turns: g.Turns, requests: g.Requests, first: noSeat, won: seats(g.Won), conceded: seats(g.Conceded),
		end: g.End, faults: g.Faults, reached: g.Reached, broken: g.Error,
	}
	if g.First >= 0 {
		o.first = state.Seat(g.First)
	}
	for _, f := range g.Figures {
		o.figures = append(o.figures, state.Figure(f))
	}
	if o.digest, err = strconv.ParseUint(g.Digest, 16, 64); err != nil {
		return o, fmt.Errorf("game %d: digest %q is not hexadecimal", g.Number, g.Digest)
	}
	return o, nil
}

func seats(numbers []int) (ss state.Seats) {
	for _, n := range numbers {
		ss |= state.Only(state.Seat(n))
	}
	return ss
}

// An encoder appends the lines of games. Common games bypass encoding/json and take
// a fraction of its time: a match of quick bots writes tens of thousands a second.
type encoder struct {
	header *Header
	seats  [][]byte // the bots by seat as JSON, by game within a unit
}

func newEncoder(h *Header) *encoder {
	e := &encoder{header: h}
	s := h.seating()
	for n := range s.size() {
		var names []string
		for seat := range state.Seat(s.bots) {
			names = append(names, h.Bots[s.bot(n, seat)])
		}
		e.seats = append(e.seats, encoded(names))
	}
	return e
}

func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and finite numbers always encode
	}
	return b
}

// append appends the line of game n.
func (e *encoder) append(dst []byte, n int, o *outcome) []byte {
	s := e.header.seating()
	if o.conceded != 0 || o.faults != nil || o.reached != nil || o.figures != nil || o.broken != "" || o.kept != nil || len(e.header.Decks) > 1 {
		return append(append(dst, encoded(e.header.line(n, o))...), '\n')
	}
	dst = strconv.AppendInt(append(dst, `{"type":"game","game":`...), int64(n), 10)
	dst = strconv.AppendInt(append(dst, `,"pair":`...), int64(s.pair(n)), 10)
	dst = append(append(dst, `,"seats":`...), e.seats[n%len(e.seats)]...)
	first := int64(-1)
	if o.first != noSeat {
		first = int64(o.first)
	}
	dst = strconv.AppendInt(append(dst, `,"first":`...), first, 10)
	dst = append(dst, `,"won":[`...)
	for ss, begin := o.won, true; ss != 0; ss, begin = ss&(ss-1), false {
		if !begin {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(ss.First()), 10)
	}
	dst = append(append(append(dst, `],"end":"`...), o.end...), '"')
	dst = strconv.AppendInt(append(dst, `,"turns":`...), int64(o.turns), 10)
	dst = strconv.AppendInt(append(dst, `,"requests":`...), int64(o.requests), 10)
	dst = append(dst, `,"digest":"`...)
	at := len(dst)
	dst = strconv.AppendUint(dst, o.digest, 16)
	for len(dst)-at < 16 {
		dst = slices.Insert(dst, at, '0')
	}
	return append(dst, "\"}\n"...)
}
