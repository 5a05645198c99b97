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
	"gamed/internal/textfile"
	"gamed/state"
)

// A Header is the first line of a tournament's results. The results of each pairing follow, in
// the format of a match.
type Header struct {
	Type     string     `json:"type"` // always "tournament"
	Format   Format     `json:"format"`
	Rules    string     `json:"rules"`
	Bots     []string   `json:"bots"`
	Seats    int        `json:"seats"`
	Games    int        `json:"games"` // number of games per pairing
	Seed     state.Seed `json:"seed"`
	Pairings int        `json:"pairings,omitempty"` // maximum number of pairings
	Rounds   int        `json:"rounds,omitempty"`   // number of rounds of a ladder
}

func (t *Tournament) header() Header {
	h := Header{Type: "tournament", Format: t.Format, Rules: t.Match.Rules.Info().Name, Seats: t.Seats, Games: t.Match.Games, Seed: state.Seed(t.Match.Seed)}
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

// open locks a file and checks its header. It writes the header to an empty file. It leaves the file
// offset behind the header.
func open(out *os.File, h Header) error {
	if err := filelock.Lock(out); err != nil {
		return err
	}
	want, err := json.Marshal(h)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	if err = checkOrWriteHeader(out, append(want, '\n')); err != nil {
		filelock.Unlock(out)
	}
	return err
}

func checkOrWriteHeader(out *os.File, want []byte) error {
	if _, err := out.Seek(0, io.SeekStart); err != nil {
		return err
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	switch {
	case err == io.EOF && bytes.HasPrefix(want, line): // an empty file, or the writer of the header was interrupted
		if err := out.Truncate(0); err != nil {
			return err
		}
		if _, err := out.WriteAt(want, 0); err != nil {
			return err
		}
		line = want
	case err == io.EOF:
		return errNoTournament
	case err != nil:
		return err
	}
	if err := checkHeader(want, line); err != nil {
		return err
	}
	_, err = out.Seek(int64(len(line)), io.SeekStart)
	return err
}

var errNoTournament = errors.New("line 1: not a tournament: name another file")

// checkHeader returns an error that lists the differences between two headers, or nil if they are
// equal. It does not compare bytes, because versions of the program may write equal headers
// differently.
func checkHeader(want, file []byte) error {
	var h Header
	if json.Unmarshal(textfile.TrimByteOrderMark(file), &h) != nil || h.Type != "tournament" {
		return errNoTournament
	}
	differences := arena.Differences(json.RawMessage(want), h)
	if differences == nil {
		return nil
	}
	return fmt.Errorf("the file holds another tournament (%s): name another file", strings.Join(differences, ", "))
}
