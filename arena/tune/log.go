package tune

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"gamed/arena"
	"gamed/internal/textfile"
	"gamed/state"
)

// A header is the first line of a log. It identifies the tuning run.
type header struct {
	Rules           string            `json:"rules"`
	Table           map[string]string `json:"table,omitempty"`
	Bot             string            `json:"bot"`
	Against         string            `json:"against"`
	Space           Space             `json:"space"`
	EvaluationGames int               `json:"each"`
	Seed            state.Seed        `json:"seed"`
}

func (t *Tuning) header() header {
	return header{t.Rules.Info().Name, t.Table, t.Bot, t.Against, t.Space, t.EvaluationGames, state.Seed(t.Seed)}
}

// An Evaluation is a line of a log.
type Evaluation struct {
	Number int     `json:"evaluation"` // number of the evaluation, counted from 0
	Point  string  `json:"point"`
	Games  int     `json:"games"`
	Score  float64 `json:"score"` // points per game
}

// A Log holds the scores of a tuning run in order. A resumed run reads logged scores instead of
// playing the games again.
type Log struct {
	lines [][]byte // the lines already in the file
	out   io.Writer
}

// OpenLog opens or creates a log file. It deletes an incomplete last line, which a crash may leave.
// The returned function closes the file.
func OpenLog(path string) (*Log, func() error, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, fmt.Errorf("opening the log: %w", err)
	}
	text, err := io.ReadAll(f)
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	if err == nil {
		err = f.Truncate(int64(len(whole)))
	}
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("reading the log %s: %w", path, err)
	}
	return &Log{slices.Collect(bytes.Lines(whole)), f}, f.Close, nil
}

// checkOrWriteHeader checks the first line of the log. It writes the line if the log is empty.
func (l *Log) checkOrWriteHeader(h header) error {
	if len(l.lines) == 0 {
		return l.append(h)
	}
	var logged header // compared by field, because versions of the program may write equal headers differently
	if json.Unmarshal(textfile.TrimByteOrderMark(l.lines[0]), &logged) != nil || arena.Differences(h, logged) != nil {
		return fmt.Errorf("the log belongs to another tuning (%s): name another file", bytes.TrimSpace(l.lines[0]))
	}
	return nil
}

// loggedScore returns the score of evaluation n in the log. It returns an error if the log has a
// different point for this evaluation, because a program with other rules or of another version
// wrote the log.
func (l *Log) loggedScore(n int, point string) (score float64, known bool, err error) {
	if n+1 >= len(l.lines) {
		return 0, false, nil
	}
	var e Evaluation
	if err := json.Unmarshal(l.lines[n+1], &e); err != nil {
		return 0, false, fmt.Errorf("line %d of the log: %w", n+2, err)
	}
	if e.Number != n || e.Point != point {
		return 0, false, fmt.Errorf("line %d of the log has evaluation %d of %s instead of %d of %s: the log is from other rules or another version; name another file", n+2, e.Number, e.Point, n, point)
	}
	return e.Score, true, nil
}

func (l *Log) append(line any) error {
	b, err := json.Marshal(line)
	if err != nil {
		return err
	}
	if _, err := l.out.Write(append(b, '\n')); err != nil {
		return fmt.Errorf("writing the log: %w", err)
	}
	return nil
}
