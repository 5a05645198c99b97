package table

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"

	"gamed/state"
)

// An Origin is the position of another game from which a game continues. It holds all records
// that lead to the position, so a replay does not need the log of the other game.
type Origin struct {
	Game string `json:"game"` // id of the other game
	Step int    `json:"step"` // number of the replay step
	// Log has the records that lead to the position, one per line, compressed with gzip.
	Log []byte `json:"log"`
}

// These constants limit the size of the records that lead to a position, in bytes, before and
// after compression. Every game that continues from a position has these records in its header.
const (
	maxFrom    = 16 << 20
	maxFromLog = 256 << 10
)

// ErrTooLong is returned when a game has too many records for another game to continue it.
var ErrTooLong = errors.New("the game has too many records for another game to continue it")

// From returns the current position of a replay, from which a new game can continue. The error
// is nil or [ErrTooLong].
func (r *Replay) From(step int) (*Origin, error) {
	var text bytes.Buffer
	w, size := gzip.NewWriter(&text), 0
	for _, line := range r.Past() {
		size += len(line) + 1
		// A bytes.Buffer never returns an error.
		_, _ = w.Write(line)
		_, _ = w.Write([]byte{'\n'})
	}
	_ = w.Close()
	if size > maxFrom || text.Len() > maxFromLog {
		return nil, ErrTooLong
	}
	return &Origin{Game: r.Header.Game, Step: step, Log: text.Bytes()}, nil
}

// Lines returns the records that lead to the position.
func (f *Origin) Lines() ([][]byte, error) {
	in, err := gzip.NewReader(bytes.NewReader(f.Log))
	var text bytes.Buffer
	if err == nil {
		_, err = text.ReadFrom(&limitedReader{in, maxFrom})
	}
	if err != nil {
		return nil, fmt.Errorf("the log of the continued game: %w", err)
	}
	lines := bytes.Split(text.Bytes(), []byte{'\n'})
	return lines[:len(lines)-1], nil
}

// A limitedReader returns an error if the text exceeds a maximum length. So a small compressed log
// cannot expand to a huge one.
type limitedReader struct {
	in   *gzip.Reader
	left int
}

func (l *limitedReader) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	if l.left -= n; l.left < 0 {
		return 0, errors.New("the log is too long")
	}
	return n, err
}

// machine replays the records and returns the position.
func (f *Origin) machine(find RulesFinder) (state.Machine, error) {
	lines, err := f.Lines()
	if err != nil {
		return nil, err
	}
	r, err := Restore(lines, find)
	if err != nil {
		return nil, fmt.Errorf("the log of the continued game: %w", err)
	}
	return r.Table.Machine, nil
}
