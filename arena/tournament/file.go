package tournament

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"gamed/arena"
	"gamed/internal/filelock"
)

// A Header is the first line of the results of a tournament. The matches of the
// pairings follow, each as in the results of a match.
type Header struct {
	Type     string   `json:"type"` // tournament
	Format   Format   `json:"format"`
	Rules    string   `json:"rules"`
	Bots     []string `json:"bots"`
	Seats    int      `json:"seats"`
	Games    int      `json:"games"` // of a pairing
	Seed     uint64   `json:"seed"`
	Pairings int      `json:"pairings,omitempty"` // at most
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

// A file is the results of a tournament, read one pairing after the other.
type file struct {
	*os.File
	end  int64 // of what has been read, whole lines all
	from int64 // where the last pairing begins that was asked for
}

// open locks a file and reads its header, or writes it.
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
	case err == io.EOF && bytes.HasPrefix(want, line): // it was being written
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

// differs says in what the headers of two tournaments differ.
func differs(here, there []byte) error {
	var mine, theirs map[string]json.RawMessage
	if json.Unmarshal(there, &theirs) != nil || string(theirs["type"]) != `"tournament"` {
		return errors.New("line 1: this is not the header of a tournament: name another file")
	}
	if err := json.Unmarshal(here, &mine); err != nil {
		return err
	}
	both := maps.Clone(mine)
	maps.Copy(both, theirs)
	var differences []string
	for _, name := range slices.Sorted(maps.Keys(both)) {
		if a, b := cmp.Or(string(mine[name]), "not said"), cmp.Or(string(theirs[name]), "not said"); a != b {
			differences = append(differences, fmt.Sprintf("%s is %s there and %s here", name, b, a))
		}
	}
	return fmt.Errorf("these are the results of another tournament: %s: name another file", strings.Join(differences, ", "))
}

// pairing reads what there is of the pairing after the one that was asked for
// last, or of that one if it was cut.
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

// cut takes the file back to where the last pairing begins, for its match to go on
// from there.
func (f *file) cut() error {
	f.end = f.from
	_, err := f.Seek(f.from, io.SeekStart)
	return err
}

// unlock lets other processes have the file, which stays open.
func (f *file) unlock() { filelock.Unlock(f.File) }
