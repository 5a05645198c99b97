package farm

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	"gamed/arena"
)

// A Plan describes a match to workers.
type Plan struct {
	Header arena.Header `json:"header"`
	// Bots lists the bots in all matches of the run. Bots is empty for a single match.
	Bots []string `json:"bots,omitempty"`
	Lane string   `json:"lane"`
	// Faults requests the logs of games with faults.
	Faults bool `json:"faults,omitempty"`
	// Logs requests the logs of all games.
	Logs bool `json:"logs,omitempty"`
	// Usage requests the usage of the games. See [arena.Match.Usage].
	Usage bool `json:"usage,omitempty"`
	// Setup holds further data for building the match, in a format that the program defines.
	Setup json.RawMessage `json:"setup,omitempty"`
}

// String returns a short title, with the ruleset and the bots.
func (p *Plan) String() string {
	if len(p.Bots) > 0 {
		return fmt.Sprintf("%s, matches between %s", p.Header.Rules, strings.Join(p.Bots, ", "))
	}
	return fmt.Sprintf("%s, %s", p.Header.Rules, strings.Join(p.Header.Bots, " against "))
}

// An offer is a coordinator's announcement to all workers.
type offer struct {
	Match string `json:"match"` // the id of the run
	Over  bool   `json:"over,omitempty"`
	Plan  *Plan  `json:"first,omitempty"` // plan of the run's first match
	// Dismissed lists the workers whose results the coordinator ignores.
	Dismissed []string `json:"dismissed,omitempty"`
}

// A workerMessage is a worker's reply to an offer, or its announcement that it stops.
type workerMessage struct {
	Worker  string `json:"worker"`
	Cores   int    `json:"cores"`
	Refused string `json:"refused,omitempty"` // reason why the worker does not take part, or empty
	Left    bool   `json:"left,omitempty"`    // whether the worker has stopped
}

// A task is a chunk to play.
type task struct {
	Chunk         int    `json:"chunk"` // number of the chunk, counted from 0
	Try           int    `json:"try"`   // number of earlier attempts
	Match         int    `json:"match"` // number of the match in the run, counts from 0
	First         int    `json:"first"` // number of the first pair
	Pairs         int    `json:"pairs"`
	CheckedWorker string `json:"not,omitempty"` // the worker whose result this task checks; it must not play the task
	// Header is the match's header, or nil for the first match.
	Header *arena.Header `json:"header,omitempty"`
}

// A result is a worker's result for a task.
type result struct {
	Task   task          `json:"task"`
	Worker string        `json:"worker"`
	Took   time.Duration `json:"took"`            // playing time in nanoseconds
	Error  string        `json:"error,omitempty"` // reason why the worker could not play the chunk
	Batch  *arena.Batch  `json:"lot,omitempty"`
}

// namePattern matches valid names of clusters, workers and runs.
var namePattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// CheckName returns an error if text is not a valid name for a cluster, a worker or a run.
func CheckName(text string) error {
	if !namePattern.MatchString(text) {
		return fmt.Errorf("the name %q must be 1 to 64 letters, digits, - and _", text)
	}
	return nil
}

// subjects are the names of the NATS subjects and streams of a farm.
type subjects struct{ cluster string }

func (p subjects) open() string            { return "gamed." + p.cluster + ".arena.open" }
func (p subjects) ask() string             { return "gamed." + p.cluster + ".arena.ask" }
func (p subjects) work(id string) string   { return "gamed." + p.cluster + ".arena.work." + id }
func (p subjects) result(id string) string { return "gamed." + p.cluster + ".arena.result." + id }
func (p subjects) workStream() string      { return "GAMED_" + p.cluster + "_WORK" }
func (p subjects) resultStream() string    { return "GAMED_" + p.cluster + "_RESULTS" }
func consumerOf(id string) string          { return "match-" + id }

// encoded returns v as JSON.
func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and finite numbers always encode
	}
	return b
}
