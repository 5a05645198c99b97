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

// logHeader returns the header of the log of game n.
func (t *laneBase) logHeader(n int, key table.Key, setup state.Setup) table.Header {
	info := t.rules.Info()
	h := table.Header{
		Format: table.Format, Program: "arena", Game: gameID(n), Rules: info.Name,
		Version: info.Version, Cards: t.rules.Cards(), Key: key, Setup: setup,
	}
	for i := range t.match.Bots {
		h.Seats = append(h.Seats, table.Seat{Kind: protocol.SeatBot, Name: t.header.Bots[t.header.BotIndex(n, i)]})
	}
	return h
}

// A requestLog holds the requests of a game in the direct lane, which become a log on demand.
type requestLog struct {
	header   table.Header
	requests []state.Request
}

// add records a request before m applies it.
func (r *requestLog) add(m state.Machine, q state.Request) {
	q.Decision = m.Decision(q.Seat)
	r.requests = append(r.requests, q)
}

// lines returns the log of a game that ended in the position of m.
func (r *requestLog) lines(m state.Machine, g *Game) [][]byte {
	records := []table.Record{{Kind: "header", Header: &r.header}}
	for _, q := range r.requests {
		request := table.RequestOf(q)
		if q.Salt == 0 { // a further card of a pick
			pick := records[len(records)-1].Request
			pick.FurtherOptions = append(pick.FurtherOptions, request.Option)
			continue
		}
		records = append(records, table.Record{Kind: "request", Request: request})
	}
	switch g.End {
	case EngineError:
		records = append(records, table.Record{Kind: "fault", Fault: g.Error})
	case Adjudicated: // a log has no record for the match's turn limit
	default:
		records = append(records, table.Record{Kind: "end", End: &table.End{Won: g.Won, Digest: table.Digest(m)}})
	}
	var lines [][]byte
	var chain store.Chain
	for i := range records {
		line, err := records[i].Encode()
		if err == nil {
			line = chain.Seal(line)
			chain = store.After(line)
		}
		if err != nil {
			panic(err) // strings and numbers always encode
		}
		lines = append(lines, line)
	}
	return lines
}

// GameFiles holds the log of a game and its bots' stderr.
type GameFiles struct {
	Log    []string       `json:"log"`              // lines of the log
	Stderr map[int]string `json:"stderr,omitempty"` // stderr by seat, for bots outside this process
}

// keeps reports whether the match keeps the log of a finished game.
func (t *laneBase) keeps(g *Game) bool { return t.match.KeepLogs || t.keepsFiles(g) }

// keepsFiles reports whether the match keeps the files of g in its folder for faults.
func (t *laneBase) keepsFiles(g *Game) bool {
	return t.match.FaultFolder != "" && (g.Faults != nil || g.Error != "")
}

// keep attaches to g the log of the current game, and the stderr of the bots that had faults.
func (t *laneBase) keep(g *Game, log [][]byte) {
	if t.keepsFiles(g) {
		g.Replay = logFileName(g.Number)
	}
	g.kept = &GameFiles{Stderr: map[int]string{}}
	for _, line := range log {
		g.kept.Log = append(g.kept.Log, string(line))
	}
	for i := range t.match.Bots {
		if bot := &t.bots[i]; bot.remote != nil && bot.faults != nil {
			if text := bot.remote.stderrText(); text != "" {
				g.kept.Stderr[i] = text
			}
		}
	}
}

// write writes the log, the stack trace and the bots' stderr of a kept game to a folder.
func (g *Game) write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	files := map[string]string{g.Replay: strings.Join(g.kept.Log, "\n") + "\n"}
	if len(g.stack) > 0 {
		files[fmt.Sprintf("game-%d.stack", g.Number)] = string(g.stack)
	}
	for seat, text := range g.kept.Stderr {
		files[fmt.Sprintf("game-%d-seat-%d.stderr", g.Number, seat)] = strings.ToValidUTF8(text, "�")
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// logFileName returns the file name of game n's log.
func logFileName(n int) string { return fmt.Sprintf("game-%d.jsonl", n) }
