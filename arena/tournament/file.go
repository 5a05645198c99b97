package tournament

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"gamed/arena"
	"gamed/internal/filelock"
)

// A Header is the first line of a tournament's results. The pairings follow, each as
// the results of a match.
type Header struct {
	Type     string   `json:"type"` // tournament
	Format   Format   `json:"format"`
	Rules    string   `json:"rules"`
	Bots     []string `json:"bots"`
	Seats    int      `json:"seats"`
	Games    int      `json:"games"` // per pairing
	Seed     uint64   `json:"seed"`
	Pairings int      `json:"pairings,omitempty"` // maximum
	Rounds   int      `json:"rounds,omitempty"`   // of a ladder
}

func (t *Tournament) header() Header {
	h := Header{Type: "tournament", Format: t.Format, Rules: t.Match.Rules.Info().Name, Seats: t.Seats, Games: t.Match.Games, Seed: t.Match.Seed}
	if t.Format == Ladder {
		h.Rounds = t.Rounds
	} else {
		h.Pairings = t.Pairings
	}
	for _, bot := range t.Bots {
		h.Bots = append(h.Bots, bot.Name)
	}
	return h
}

// A file reads the results of a tournament pairing by pairing.
type file struct {
	*os.File
	end  int64 // offset behind the lines read
	from int64 // offset of the current pairing
}

// open locks a file and checks its header, which it writes to a new file.
func open(out *os.File, h Header) (*file, error) {
	f := &file{File: out}
	if err := filelock.Lock(out); err != nil {
		return nil, err
	}
	want, err := json.Marshal(h)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	err = f.begin(append(want, '\n'))
	if err != nil {
		f.unlock()
	}
	return f, err
}

func (f *file) begin(want []byte) error {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	line, err := bufio.NewReader(f).ReadBytes('\n')
	switch {
	case err == nil && bytes.Equal(line, want):
	case err == io.EOF && bytes.HasPrefix(want, line): // the writer was interrupted
		if err := f.Truncate(0); err != nil {
			return err
		}
		if _, err := f.WriteAt(want, 0); err != nil {
			return err
		}
	case err == nil || err == io.EOF:
		return differs(want, line)
	default:
		return err
	}
	f.end = int64(len(want))
	return nil
}

// differs returns an error that lists the differences of two headers.
func differs(want, file []byte) error {
	var h Header
	if json.Unmarshal(file, &h) != nil || h.Type != "tournament" {
		return errors.New("line 1: not a tournament: name another file")
	}
	return fmt.Errorf("the file holds another tournament (%s): name another file", strings.Join(arena.DifferentFields(want, file), ", "))
}

// pairing reads the games of the next pairing; after cut, of the same one.
func (f *file) pairing(m arena.Match) (*arena.Results, error) {
	f.from = f.end
	if _, err := f.Seek(f.from, io.SeekStart); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	r := bufio.NewReader(f)
	for {
		line, err := r.ReadBytes('\n')
		if err == io.EOF || err == nil && text.Len() > 0 && bytes.HasPrefix(line, []byte(`{"type":"match"`)) {
			break
		}
		if err != nil {
			return nil, err
		}
		text.Write(line)
	}
	f.end = f.from + int64(text.Len())
	if text.Len() == 0 {
		return &arena.Results{Header: m.Header()}, nil
	}
	played, err := arena.ReadGames(&text)
	if err != nil {
		return nil, fmt.Errorf("%s: from byte %d: %w", f.Name(), f.from, err)
	}
	if err := m.Header().Differs(played.Header); err != nil {
		return nil, fmt.Errorf("%s: from byte %d: %w", f.Name(), f.from, err)
	}
	return played, nil
}

// cut moves back to the start of the current pairing, to resume its match.
func (f *file) cut() error {
	f.end = f.from
	_, err := f.Seek(f.from, io.SeekStart)
	return err
}

// unlock releases the lock. The file stays open.
func (f *file) unlock() { filelock.Unlock(f.File) }
