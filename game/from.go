package game

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"gamed/state"
	"gamed/store"
)

// From is the position that a game begins from which is not dealt: another one's, as it
// stood after some step. All that leads there is in it, so nobody needs the log of that
// other game any more.
type From struct {
	Game string `json:"game"`
	Step int    `json:"step"` // after how many requests
	// Log is the records that led there, a line each, compressed by gzip.
	Log []byte `json:"log"`
}

// maxFrom bounds the records that lead to a position, in bytes, before they are
// compressed and after: each game that begins from a position has them in its header.
const (
	maxFrom    = 16 << 20
	maxFromLog = 256 << 10
)

// ErrTooLong is a game that has too many records for another one to begin from it.
var ErrTooLong = errors.New("the game is too long for another one to begin there")

// FromOf returns the position in which a replay stands, for another game to begin
// from.
func FromOf(r *Replay, step int) (*From, error) {
	var text bytes.Buffer
	w, size := gzip.NewWriter(&text), 0
	for _, line := range r.Past() {
		size += len(line) + 1
		// A buffer takes everything.
		_, _ = w.Write(line)
		_, _ = w.Write([]byte{'\n'})
	}
	_ = w.Close()
	if size > maxFrom || text.Len() > maxFromLog {
		return nil, ErrTooLong
	}
	return &From{Game: r.Header.Game, Step: step, Log: text.Bytes()}, nil
}

// Begin returns what a new game is to run on, but for its log and who is told: as its
// header says, whose seed it sets. The error is of what cannot be dealt, or played
// again, or wraps that of rules.
func Begin(h Header, rules func(name string) (state.Dealer, error)) (Config, error) {
	h.Setup.Seed = NewChance(h.Key).Next()
	dealer, err := rules(h.Rules)
	if err != nil {
		return Config{}, err
	}
	c := Config{Header: h, Rules: dealer, Seats: h.Seats}
	if h.From != nil {
		c.Machine, err = h.From.machine(rules)
	} else {
		c.Machine, err = dealer.Deal(h.Setup)
	}
	return c, err
}

// Past returns the records of what has been run so far.
func (r *Replay) Past() [][]byte {
	if r.next != nil {
		return r.records[:r.line-1]
	}
	return r.records[:r.line]
}

// Records returns the records that led to the position.
func (f *From) Records() ([][]byte, error) {
	in, err := gzip.NewReader(bytes.NewReader(f.Log))
	var records [][]byte
	if err == nil {
		records, err = store.Lines(io.LimitReader(in, maxFrom))
	}
	if err != nil {
		return nil, fmt.Errorf("what led to its position: %w", err)
	}
	return records, nil
}

// machine plays up to the position.
func (f *From) machine(rules func(name string) (state.Dealer, error)) (state.Machine, error) {
	records, err := f.Records()
	if err != nil {
		return nil, err
	}
	r, err := Open(records, rules)
	if err == nil {
		err = r.Run()
	}
	if err != nil {
		return nil, fmt.Errorf("what led to its position: %w", err)
	}
	return r.Machine, nil
}
