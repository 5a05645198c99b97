package arena

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// A Batch is a range of pairs of a match, played by a [Worker].
type Batch struct {
	First int         `json:"first"` // pair
	Games string      `json:"games"` // their lines, see [Game]
	Times []Histogram `json:"times"` // decision times by bot
	// Kept holds the logs of games with a fault, by number of the game.
	Kept map[int]*Kept `json:"kept,omitempty"`
	// Stacks holds the stacks of panics of the rules, by number of the game.
	Stacks map[int]string `json:"stacks,omitempty"`

	outcomes []outcome // set by Read
}

// Read checks that l holds the pairs from first on, formatted as the match writes
// them. It cannot detect invented results.
func (l *Batch) Read(h *Header, first, pairs int) ([]Game, error) {
	size := h.seating().size()
	if l.First != first {
		return nil, fmt.Errorf("pairs from %d instead of %d", l.First, first)
	}
	for _, times := range l.Times {
		if slices.ContainsFunc(times, func(b Bucket) bool { return b.N < 0 || b.Nanoseconds < 0 }) {
			return nil, errors.New("negative decision time")
		}
	}
	lines := bytes.SplitAfter([]byte(l.Games), []byte{'\n'})
	if len(lines) != pairs*size+1 || len(lines[len(lines)-1]) > 0 {
		return nil, fmt.Errorf("%d lines instead of %d games", len(lines)-1, pairs*size)
	}
	encoder, again := newEncoder(h), []byte(nil)
	var games []Game
	l.outcomes = l.outcomes[:0]
	for i, line := range lines[:len(lines)-1] {
		n := first*size + i
		var g Game
		if err := json.Unmarshal(line, &g); err != nil {
			return nil, fmt.Errorf("game %d: %w", n, err)
		}
		if err := g.fits(h); err != nil {
			return nil, fmt.Errorf("game %d: %w", n, err)
		}
		o, err := g.outcome()
		if err != nil {
			return nil, err
		}
		o.stack = []byte(l.Stacks[n])
		if g.Replay != "" {
			if o.kept = l.Kept[n]; o.kept == nil {
				return nil, fmt.Errorf("game %d: its log is missing", n)
			}
			for seat := range o.kept.Stderr {
				if seat < 0 || seat >= len(h.Bots) {
					return nil, fmt.Errorf("game %d: stderr of seat %d of %d", n, seat, len(h.Bots))
				}
			}
		}
		if again = encoder.append(again[:0], n, &o); !bytes.Equal(again, line) {
			return nil, fmt.Errorf("game %d: the line is %q instead of %q", n, line, again)
		}
		games, l.outcomes = append(games, g), append(l.outcomes, o)
	}
	return games, nil
}

// fits returns an error if no game of the match can have such values.
func (g *Game) fits(h *Header) error {
	seats := len(h.Bots)
	bad := func(seat int) bool { return seat < 0 || seat >= seats }
	switch {
	case slices.ContainsFunc(g.Won, bad), slices.ContainsFunc(g.Conceded, bad), g.First != -1 && bad(g.First),
		slices.ContainsFunc(g.Faults, func(f Fault) bool { return bad(f.Seat) || f.N < 1 }):
		return fmt.Errorf("invalid seat (of %d) or empty fault", seats)
	case g.Turns < 0 || g.Requests < 0:
		return errors.New("negative turns or requests")
	case len(g.Reached) > h.Stages:
		return fmt.Errorf("%d milestone stages instead of at most %d", len(g.Reached), h.Stages)
	}
	return nil
}

// take delivers a span that was played elsewhere. Read must have accepted it.
func (f *field) take(ctx context.Context, l *Batch) error {
	select {
	case <-f.free:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case f.played <- span{from: l.First, games: l.outcomes, times: l.Times}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
