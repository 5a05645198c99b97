package game

import (
	"time"

	"gamed/state"
)

// An Observation is what became of an input, without anything that is hidden.
type Observation struct {
	Game    string
	Outcome Outcome
	Why     state.Why     // of a refusal
	Took    time.Duration // from the first look at the input until everybody was told
	Err     error         // of the log, for what could not be stored
	Fault   any           // what a panic said
	Stack   []byte
}

// An Outcome is what became of a request.
type Outcome uint8

const (
	Accepted Outcome = iota + 1
	Refused
	NotStored
	Expired // a default was played for a seat
	Ended
	Faulted  // the game was set aside
	Replaced // somebody else runs the game: this one has closed
	Held     // the log has taken so long, Took, that the seats were told to wait
)

func (a *actor) observe(o Observation) {
	if a.observer != nil {
		o.Game = a.g.id
		a.observer(o)
	}
}
