package arena

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gamed/game"
	"gamed/state"
)

// record is what the log of game n begins with.
func (m *Match) record(n int, key game.Key, setup state.Setup) game.Header {
	info := m.Rules.Info()
	h := game.Header{
		Format: game.Format, Program: "arena", Game: gameID(n), Rules: info.Name,
		Version: info.Version, Cards: game.CardsHash(info), Key: key, Setup: setup,
	}
	for i := range m.Bots {
		h.Seats = append(h.Seats, game.Seat{Kind: "bot", Name: m.Bots[m.seating().bot(n, state.Seat(i))].Name})
	}
	return h
}

// A record is what is needed to write the log of a game of the direct lane, if
// that turns out to be wanted.
type record struct {
	header   game.Header
	requests []state.Request
}

func (r *record) begin(h game.Header) { r.header, r.requests = h, r.requests[:0] }

// add notes a request that m is about to apply.
func (r *record) add(m state.Machine, q state.Request) {
	q.Decision = m.Decision(q.Seat)
	r.requests = append(r.requests, q)
}

// lines returns the log of a game that has ended at m.
func (r *record) lines(m state.Machine, o *outcome) [][]byte {
	records := []game.Record{{T: "header", Header: &r.header}}
	for _, q := range r.requests {
		records = append(records, game.Record{T: "request", Request: game.RequestOf(q)})
	}
	switch o.end {
	case EngineError:
		records = append(records, game.Record{T: "fault", Fault: o.broken})
	case Adjudicated: // it is not over by the rules
	default:
		records = append(records, game.Record{T: "end", End: &game.End{Won: numbers(o.won), Digest: game.Digest(m)}})
	}
	var lines [][]byte
	for i := range records {
		line, err := json.Marshal(&records[i])
		if err != nil {
			panic(err) // strings and numbers always encode
		}
		lines = append(lines, line)
	}
	return lines
}

// Kept is what is kept of a game in which something failed.
type Kept struct {
	Log    []string       `json:"log"`              // its lines
	Stderr map[int]string `json:"stderr,omitempty"` // by seat, of bots outside this process
}

// keep puts together what is kept of the game at the table.
func (t *table) keep(log [][]byte) *Kept {
	k := &Kept{Stderr: map[int]string{}}
	for _, line := range log {
		k.Log = append(k.Log, string(line))
	}
	for i := range t.match.Bots {
		if g := &t.guards[i]; g.remote != nil && g.faults != nil {
			if text := g.remote.log(); text != "" {
				k.Stderr[i] = text
			}
		}
	}
	return k
}

// write writes the files of game n into a folder. stack is where its rules
// panicked, nil if they did not.
func (k *Kept) write(dir string, n int, stack []byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	files := map[string][]byte{replayName(n): nil}
	for _, line := range k.Log {
		files[replayName(n)] = append(append(files[replayName(n)], line...), '\n')
	}
	if stack != nil {
		files[fmt.Sprintf("game-%d.stack", n)] = stack
	}
	for seat, text := range k.Stderr {
		files[fmt.Sprintf("game-%d-seat-%d.stderr", n, seat)] = []byte(strings.ToValidUTF8(text, "�"))
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// replayName is the file of game n in the folder of what is kept.
func replayName(n int) string { return fmt.Sprintf("game-%d.jsonl", n) }
