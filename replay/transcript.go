package replay

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// These are the values of Source in [Facts], for games whose rules this program does not have.
const (
	FromTranscript = "transcript"
	FromLog        = "log"
)

// A transcript holds the steps of a finished game as spectators saw them, without positions. It
// identifies players by their seats only.
type transcript struct {
	Turns []Turn `json:"turns"`
	List  []Step `json:"list"`
}

// Transcript returns the public transcript of a finished game as JSON, compressed with gzip. A program
// without the rules of the game shows the transcript: see [OpenOtherRules].
func Transcript(lines [][]byte, find table.RulesFinder) ([]byte, error) {
	w, err := start(lines, find)
	if err != nil {
		return nil, err
	}
	turn := w.Table.Machine.Turn()
	t := transcript{[]Turn{{turn, 0}}, []Step{{At: w.Header.At, Seat: -1, Events: []protocol.Event{}, Turn: turn, Awaiting: []int{}}}}
	for w.More() {
		s, err := w.nextEvents(state.Watcher)
		if err != nil {
			return nil, err
		}
		s.N, s.Turn, s.Awaiting = len(t.List), w.Table.Machine.Turn(), []int{}
		if s.Turn != turn {
			turn = s.Turn
			t.Turns = append(t.Turns, Turn{turn, s.N})
		}
		t.List = append(t.List, *s)
	}
	var text bytes.Buffer
	zip := gzip.NewWriter(&text)
	if err := json.NewEncoder(zip).Encode(&t); err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	_ = zip.Close() // a bytes.Buffer never fails
	return text.Bytes(), nil
}

// OpenOtherRules opens the log of a finished game whose rules this program does not have. The
// steps come from the transcript text, or from the log alone if text is nil. Without the rules,
// a log tells only which seat chose, and when.
func OpenOtherRules(lines [][]byte, other *table.OtherRules, text []byte) (*Game, error) {
	g, err := Open(lines, other.Find)
	if err != nil || text == nil {
		return g, err
	}
	zip, err := gzip.NewReader(bytes.NewReader(text))
	var t transcript
	if err == nil {
		err = json.NewDecoder(zip).Decode(&t)
	}
	if err == nil && len(t.List) != g.Steps+1 {
		err = fmt.Errorf("it has %d steps, but the log has %d", len(t.List)-1, g.Steps)
	}
	if err != nil {
		return nil, fmt.Errorf("replay: game %s: its transcript: %w", g.Game, err)
	}
	g.Source, g.Turns, g.transcriptSteps = FromTranscript, t.Turns, t.List
	g.size += len(text)
	return g, nil
}
