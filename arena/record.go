package arena

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gamed/protocol"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// header returns the header of the log of game n.
func (t *seated) header(n int, key table.Key, setup state.Setup) table.Header {
	info := t.rules.Info()
	h := table.Header{
		Format: table.Format, Program: "arena", Game: gameID(n), Rules: info.Name,
		Version: info.Version, Cards: t.rules.Cards(), Key: key, Setup: setup,
	}
	for i := range t.match.Bots {
		h.Seats = append(h.Seats, table.Seat{Kind: protocol.SeatBot, Name: t.match.Bots[t.bot(n, state.Seat(i))].Name})
	}
	return h
}

// A record holds the requests of a game of the direct lane, to write its log on
// demand.
type record struct {
	header   table.Header
	requests []state.Request
}

func (r *record) begin(h table.Header) { r.header, r.requests = h, r.requests[:0] }

// add records a request before m applies it.
func (r *record) add(m state.Machine, q state.Request) {
	q.Decision = m.Decision(q.Seat)
	r.requests = append(r.requests, q)
}

// lines returns the log of a game that ended at m.
func (r *record) lines(m state.Machine, o *outcome) [][]byte {
	records := []table.Record{{T: "header", Header: &r.header}}
	for _, q := range r.requests {
		request := table.RequestOf(q)
		if q.Salt == 0 { // a further card of a pick
			pick := records[len(records)-1].Request
			pick.Also = append(pick.Also, request.Option)
			continue
		}
		records = append(records, table.Record{T: "request", Request: request})
	}
	switch o.end {
	case EngineError:
		records = append(records, table.Record{T: "fault", Fault: o.broken})
	case Adjudicated: // the rules have not ended it
	default:
		records = append(records, table.Record{T: "end", End: &table.End{Won: numbers(o.won), Digest: table.Digest(m)}})
	}
	var lines [][]byte
	var chain store.Chain
	for i := range records {
		line, err := records[i].Encode()
		if err == nil {
			line = chain.Seal(line)
			err = chain.Next(line)
		}
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
func (t *seated) keep(log [][]byte) *Kept {
	k := &Kept{Stderr: map[int]string{}}
	for _, line := range log {
		k.Log = append(k.Log, string(line))
	}
	for i := range t.match.Bots {
		if g := &t.bots[i]; g.remote != nil && g.faults != nil {
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
