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

// record returns the header of the log of game n.
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

// A record holds the requests of a game of the direct lane, to write its log on
// demand.
type record struct {
	header   game.Header
	requests []state.Request
}

func (r *record) begin(h game.Header) { r.header, r.requests = h, r.requests[:0] }

// add records a request before m applies it.
func (r *record) add(m state.Machine, q state.Request) {
	q.Decision = m.Decision(q.Seat)
	r.requests = append(r.requests, q)
}

// lines returns the log of a game that ended at m.
func (r *record) lines(m state.Machine, o *outcome) [][]byte {
	records := []game.Record{{T: "header", Header: &r.header}}
	for _, q := range r.requests {
		records = append(records, game.Record{T: "request", Request: game.RequestOf(q)})
	}
	switch o.end {
	case EngineError:
		records = append(records, game.Record{T: "fault", Fault: o.broken})
	case Adjudicated: // the rules have not ended it
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

// Kept is the log of a game with a fault.
type Kept struct {
	Log    []string       `json:"log"`              // its lines
	Stderr map[int]string `json:"stderr,omitempty"` // by seat, of bots outside this process
}

// keep returns the Kept of the current game.
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

// write writes the files of game n into a folder. stack is the stack of a panic of
// the rules, or nil.
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

// replayName returns the file name of game n's log.
func replayName(n int) string { return fmt.Sprintf("game-%d.jsonl", n) }
