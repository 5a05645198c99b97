package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Batch holds the results of a range of pairs in a match, played by a [Worker].
type Batch struct {
	First int         `json:"first"` // number of the first pair
	Games string      `json:"games"` // the lines of the games; see [Game]
	Times []Histogram `json:"times"` // decision times by bot
	// Logs maps game numbers to logs. Logs has the games with a fault or a panic in the rules, or
	// all games if the match keeps all logs.
	Logs map[int]*GameFiles `json:"kept,omitempty"`
	// Stacks holds the stack traces of panics in the rules, by game number.
	Stacks map[int]string `json:"stacks,omitempty"`

	played []Game // the games; in a batch of another process, Read parses them from Games
}

// Read returns the games of b. It returns an error unless b holds the given number of pairs from
// pair firstPair on, in the format that the match writes. It cannot detect fabricated results.
func (b *Batch) Read(h *Header, firstPair, pairs int) ([]Game, error) {
	if b.First != firstPair {
		return nil, fmt.Errorf("the batch starts at pair %d instead of %d", b.First, firstPair)
	}
	for _, times := range b.Times {
		if slices.ContainsFunc(times, func(b Bucket) bool { return b.N < 0 || b.Nanoseconds < 0 }) {
			return nil, errors.New("a decision time or its count is negative")
		}
	}
	lines := strings.SplitAfter(b.Games, "\n")
	if len(lines) != pairs*h.UnitSize()+1 || lines[len(lines)-1] != "" {
		return nil, fmt.Errorf("the batch has %d lines instead of %d games", len(lines)-1, pairs*h.UnitSize())
	}
	b.played = b.played[:0]
	for i, line := range lines[:len(lines)-1] {
		n := firstPair*h.UnitSize() + i
		g, err := b.parseGame(h, n, line)
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", n, err)
		}
		b.played = append(b.played, g)
	}
	return b.played, nil
}

// parseGame parses the line of game n.
func (b *Batch) parseGame(h *Header, n int, line string) (g Game, err error) {
	if err := json.Unmarshal([]byte(line), &g); err != nil {
		return g, err
	}
	if err := g.check(h); err != nil {
		return g, err
	}
	own := h.newGame(n, h.botsBySeat(n))
	g.Type, g.Number, g.Pair, g.Seats, g.Decks = own.Type, own.Number, own.Pair, own.Seats, own.Decks
	g.Won, g.Conceded = ascending(g.Won), ascending(g.Conceded)
	g.Digest = strings.ToLower(g.Digest)
	g.stack = []byte(b.Stacks[n])
	if g.Replay != "" {
		g.Replay = logFileName(n)
		if g.kept = b.Logs[n]; g.kept == nil {
			return g, errors.New("the batch lacks the log of this game")
		}
		for seat := range g.kept.Stderr {
			if seat < 0 || seat >= len(h.Bots) {
				return g, fmt.Errorf("stderr of seat %d: the seats are 0 to %d", seat, len(h.Bots)-1)
			}
		}
	} else {
		g.kept = b.Logs[n] // the match may keep all logs
	}
	if again := string(encoded(&g)) + "\n"; again != line {
		return g, fmt.Errorf("its line is %q instead of %q", line, again)
	}
	return g, nil
}

// ascending returns the distinct seats in ascending order. The result is never nil.
func ascending(seats []int) []int {
	set := append([]int{}, seats...)
	slices.Sort(set)
	return slices.Compact(set)
}

// deliver passes a batch from another process to the match. Read must have accepted the batch.
func (f *sharedState) deliver(ctx context.Context, b *Batch) error {
	select {
	case <-f.tokens:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case f.batches <- b:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
