package main

import (
	"encoding/json"
	"io"
	"slices"
	"time"
	"unique"

	"github.com/cespare/xxhash/v2"

	"gamed/protocol"
)

// A journal records the messages that one client sent and received in a game, in the order of time.
// Only the client uses it until the client has finished.
type journal struct {
	game    string
	seat    int    // -1 for a spectator
	claim   string // of the seat
	entries []entry
	over    *protocol.Over // the end of the game, as sent to the client
}

// An entry is a line in a journal. Its kind (What) determines which other fields are set.
type entry struct {
	At       time.Duration `json:"at_ns"` // since the start of the run
	What     entryKind     `json:"what"`
	Decision uint32        `json:"decision,omitempty"` // sent: the answered decision; saw: the open decision, or 0
	Option   int           `json:"option,omitempty"`   // sent
	Text     string        `json:"text,omitempty"`     // sent: the option; refused: the error; lost: the reason
	Fresh    bool          `json:"fresh,omitempty"`    // joined: the client asked for no earlier events
	N        uint64        `json:"n,omitempty"`        // saw: number of the latest event
	Hash     uint64        `json:"print,omitempty"`    // saw: see hashUpdate
	Gap      bool          `json:"gap,omitempty"`      // saw
	Events   []sentEvent   `json:"events,omitempty"`   // saw
}

// An entryKind is the kind of an entry.
type entryKind string

const (
	joined  entryKind = "joined"
	sent    entryKind = "sent" // a choice, or with the option resign a resignation
	saw     entryKind = "saw"  // an update
	refused entryKind = "refused"
	lost    entryKind = "lost" // the connection
)

// resign is the option of a resignation.
const resign = -1

// A sentEvent is an event as it was sent to a client. Many events are equal, so each distinct event
// is kept in memory only once.
type sentEvent struct {
	N     uint64
	Event unique.Handle[protocol.Event] // without its number
}

func sentEventOf(e protocol.Event) sentEvent {
	n := e.N
	e.N = 0
	return sentEvent{n, unique.Make(e)}
}

// MarshalJSON writes the event with its number.
func (t sentEvent) MarshalJSON() ([]byte, error) {
	event := t.Event.Value()
	event.N = t.N
	return json.Marshal(event)
}

// addUpdate adds an update to the journal.
func (j *journal) addUpdate(at time.Duration, u *protocol.Update) {
	e := entry{At: at, What: saw, N: u.N, Hash: hashUpdate(u), Gap: u.Gap}
	if u.Decision != nil {
		e.Decision = u.Decision.ID
	}
	for _, event := range u.Events {
		e.Events = append(e.Events, sentEventOf(event))
	}
	j.entries = append(j.entries, e)
}

// hashUpdate hashes an update without its events and clocks. The hash covers the turn, the seats to
// move, the view and the options.
func hashUpdate(u *protocol.Update) uint64 {
	var shown struct {
		Turn     int
		Awaiting []int
		Options  []protocol.Option
	}
	shown.Turn, shown.Awaiting = u.Turn, slices.Sorted(slices.Values(u.Awaiting))
	if u.Decision != nil {
		shown.Options = u.Decision.Options
	}
	b, err := json.Marshal(shown)
	if err != nil {
		panic(err) // numbers and strings always encode
	}
	return xxhash.Sum64(append(b, u.View...))
}

// write writes each entry as a line of JSON.
func (j *journal) write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	for _, e := range j.entries {
		if err := encoder.Encode(e); err != nil {
			return err
		}
	}
	return nil
}
