package farm

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	"gamed/arena"
)

// A Plan is a match as workers are told it.
type Plan struct {
	Header arena.Header `json:"header"`
	// Bots are those of all matches of the run. They are empty if there is one.
	Bots []string `json:"bots,omitempty"`
	Lane string   `json:"lane"`
	// Faults says that the logs of games in which something failed are wanted.
	Faults bool `json:"faults,omitempty"`
	// Setup is what else the program needs to make the match, in its own words.
	Setup json.RawMessage `json:"setup,omitempty"`
}

// String says what is played, in a few words.
func (p *Plan) String() string {
	if len(p.Bots) > 0 {
		return fmt.Sprintf("%s, matches between %s", p.Header.Rules, strings.Join(p.Bots, ", "))
	}
	return fmt.Sprintf("%s, %s", p.Header.Rules, strings.Join(p.Header.Bots, " against "))
}

// An offer is what a coordinator tells all workers.
type offer struct {
	Match string `json:"match"` // the id of the run
	Over  bool   `json:"over,omitempty"`
	Plan  *Plan  `json:"first,omitempty"` // of its first match
	// Dismissed are the workers that take no further part.
	Dismissed []string `json:"dismissed,omitempty"`
}

// news is what a worker answers.
type news struct {
	Worker  string `json:"worker"`
	Cores   int    `json:"cores"`
	Refused string `json:"refused,omitempty"` // why it takes no part
	Left    bool   `json:"left,omitempty"`
}

// A task is a chunk to play.
type task struct {
	Chunk int    `json:"chunk"` // counts from 0
	Try   int    `json:"try"`   // how often the chunk was given out before
	Match int    `json:"match"` // of the run, counts from 0
	First int    `json:"first"` // pair
	Pairs int    `json:"pairs"`
	Not   string `json:"not,omitempty"` // who must not play it: it has done so, and this is the check
	// Header is that of the match. It is nil for the first one.
	Header *arena.Header `json:"header,omitempty"`
}

// A result is what a worker has made of a task.
type result struct {
	Task   task          `json:"task"`
	Worker string        `json:"worker"`
	Took   time.Duration `json:"took"`            // nanoseconds
	Error  string        `json:"error,omitempty"` // why it could not be played
	Lot    *arena.Lot    `json:"lot,omitempty"`
}

// name is what clusters and workers may be called.
var name = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// CheckName refuses a name that could not stand in a subject.
func CheckName(text string) error {
	if !name.MatchString(text) {
		return fmt.Errorf("the name %q: it is 1 to 64 letters, digits, - and _", text)
	}
	return nil
}

// place is where a farm is in NATS.
type place struct{ cluster string }

func (p place) open() string            { return "gamed." + p.cluster + ".arena.open" }
func (p place) ask() string             { return "gamed." + p.cluster + ".arena.ask" }
func (p place) work(id string) string   { return "gamed." + p.cluster + ".arena.work." + id }
func (p place) result(id string) string { return "gamed." + p.cluster + ".arena.result." + id }
func (p place) workStream() string      { return "GAMED_" + p.cluster + "_WORK" }
func (p place) resultStream() string    { return "GAMED_" + p.cluster + "_RESULTS" }
func consumerOf(id string) string       { return "match-" + id }

// encoded is v as JSON.
func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and finite numbers always encode
	}
	return b
}
