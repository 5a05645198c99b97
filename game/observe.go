package game

import (
	"errors"
	"time"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// An Observation is what became of an input, without anything hidden.
type Observation struct {
	Game    string
	Outcome Outcome
	Why     protocol.Code // of a refusal
	Took    time.Duration // until everyone was told
	Err     error         // of the log, for what could not be stored
	Fault   any           // the value of a panic
	Stack   []byte
}

// An Outcome is what became of an input.
type Outcome uint8

const (
	Accepted Outcome = iota + 1
	Refused
	NotStored
	Expired // a default was played for a seat
	Ended
	Faulted  // the game was set aside
	Replaced // another server runs the game: this one has closed
	Held     // the log has taken so long, Took, that the seats were told to wait
	Appended // the log has answered to a record after Took, with Err unless it is kept
)

func (a *actor) observe(o Observation) {
	if a.Observe != nil {
		o.Game = a.g.id
		a.Observe(o)
	}
}

// An Account is what a bot said about a choice of its own, a choice that was refused, or
// what a server knows of a bot that it runs in a process. Only the owner may see it
// before the end of the game, and only the owner ever sees what a process wrote.
type Account struct {
	Seat     state.Seat    `json:"seat"`
	Decision uint32        `json:"decision"` // that it answered
	Option   int           `json:"option"`
	Cards    []int         `json:"cards,omitempty"` // the cards of its pick, instead of an option
	At       int64         `json:"at_ms"`           // in ms since 1970
	Info     string        `json:"info"`
	Refused  protocol.Code `json:"refused,omitempty"` // why, if the game refused it
	Stderr   string        `json:"stderr,omitempty"`  // what the process wrote around the decision
	Fault    string        `json:"fault,omitempty"`   // the kind of its fault; Info says more
}

// report reports a choice to Account if there is something to say about it.
func (a *actor) report(c *table.Choice, info string, err error) {
	if a.Account == nil {
		return
	}
	said := Account{Seat: c.Seat, Decision: c.Decision, Option: c.Option, Cards: c.Cards, At: time.Now().UnixMilli(), Info: info}
	if refusal := (*protocol.Error)(nil); errors.As(err, &refusal) {
		said.Refused = refusal.Code
	}
	if said.Info != "" || said.Refused != "" {
		a.Account(said)
	}
}
