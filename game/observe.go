package game

import (
	"errors"
	"time"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// An Observation reports the outcome of an input or of an append. It contains no hidden information.
type Observation struct {
	Game    string
	Outcome Outcome
	Why     protocol.Code // the code of a refusal
	Took    time.Duration // the time until all clients were notified, or the time of an append
	Err     error         // the error of the log
	Fault   any           // the value of a panic
	Stack   []byte
}

// An Outcome is the kind of an [Observation].
type Outcome uint8

const (
	Accepted Outcome = iota + 1
	Refused
	NotStored
	Expired // the clock answered for a seat
	Ended
	Faulted  // the game was set aside
	Replaced // the game closed because another server runs it
	Held     // the append took Took, and the seats were told to wait
	Appended // an append took Took; Err is nil if the log stored the record
)

func (a *actor) observe(o Observation) {
	if a.Observe != nil {
		o.Game = a.g.id
		a.Observe(o)
	}
}

// A BotNote is a bot's note on its choice, a refused choice, or a server's note on a bot that runs
// in its own process. Before the end of the game, only the bot's owner may see the note. The output
// of the process is for the owner alone, even after the end.
type BotNote struct {
	Seat     state.Seat    `json:"seat"`
	Decision uint32        `json:"decision"` // the answered decision
	Option   int           `json:"option"`
	Cards    []int         `json:"cards,omitempty"` // the picked cards, instead of an option
	At       int64         `json:"at_ms"`           // in ms since 1970
	Info     string        `json:"info"`
	Refused  protocol.Code `json:"refused,omitempty"` // why the game refused the choice
	Stderr   string        `json:"stderr,omitempty"`  // output of the process around the decision
	Fault    string        `json:"fault,omitempty"`   // the kind of the bot's fault, whose text is in Info
}

// report passes a choice to BotNote if it was refused or has a note.
func (a *actor) report(c *table.Choice, info string, err error) {
	if a.BotNote == nil {
		return
	}
	said := BotNote{Seat: c.Seat, Decision: c.Decision, Option: c.Option, Cards: c.Cards, At: time.Now().UnixMilli(), Info: info}
	if refusal := (*protocol.Error)(nil); errors.As(err, &refusal) {
		said.Refused = refusal.Code
	}
	if said.Info != "" || said.Refused != "" {
		a.BotNote(said)
	}
}
