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

// A journal is what one client saw and did in a game, in order. It belongs to the
// client until that has ended.
type journal struct {
	game    string
	seat    int    // -1 for a spectator
	claim   string // what it takes its seat and comes back with
	entries []entry
	over    *protocol.Over // how it was told that the game ended
	done    bool           // it knows that the game is over
}

// An entry is a line of a journal. What says which of the fields are set.
type entry struct {
	At       time.Duration // since the beginning of all
	What     what
	Decision uint32 // sent: the one that is answered; saw: the one that is open, 0 for none
	Option   int    // sent
	Text     string // sent: the option in words; refused: the error; lost: why
	Fresh    bool   // joined: it asked for no old events
	N        uint64 // saw: the number of the latest event
	Print    uint64 // saw: of all that there was to see, see printOf
	Gap      bool   // saw
	Events   []told // saw
}

// A what is the kind of an entry.
type what string

const (
	joined  what = "joined"
	sent    what = "sent" // a choice, or with the option resign a resignation
	saw     what = "saw"  // an update
	refused what = "refused"
	lost    what = "lost" // the connection
)

// resign is the option of a resignation.
const resign = -1

// A told is an event as a client was told it. Few texts are different, so that each
// is kept once.
type told struct {
	N     uint64
	Event unique.Handle[protocol.Event] // without its number
}

func toldOf(e protocol.Event) told {
	n := e.N
	e.N = 0
	return told{n, unique.Make(e)}
}

// see adds an update.
func (j *journal) see(at time.Duration, u *protocol.Update) {
	e := entry{At: at, What: saw, N: u.N, Print: printOf(u), Gap: u.Gap}
	if u.Decision != nil {
		e.Decision = u.Decision.ID
	}
	for _, event := range u.Events {
		e.Events = append(e.Events, toldOf(event))
	}
	j.entries = append(j.entries, e)
}

// printOf is the hash of what an update shows besides events and clocks: the turn, who
// is asked, the view and the options.
func printOf(u *protocol.Update) uint64 {
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

// write writes the journal for people, a line of JSON for each entry.
func (j *journal) write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	for _, e := range j.entries {
		line := struct {
			At       string           `json:"at"`
			What     what             `json:"what"`
			Decision uint32           `json:"decision,omitempty"`
			Option   int              `json:"option,omitempty"`
			Text     string           `json:"text,omitempty"`
			N        uint64           `json:"n,omitempty"`
			Print    uint64           `json:"print,omitempty"`
			Gap      bool             `json:"gap,omitempty"`
			Events   []protocol.Event `json:"events,omitempty"`
		}{e.At.Round(time.Millisecond).String(), e.What, e.Decision, e.Option, e.Text, e.N, e.Print, e.Gap, nil}
		for _, t := range e.Events {
			event := t.Event.Value()
			event.N = t.N
			line.Events = append(line.Events, event)
		}
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
