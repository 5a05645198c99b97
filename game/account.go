package game

import (
	"time"

	"gamed/protocol"
	"gamed/state"
)

// An Account is what a bot has said of a choice of its own, that a choice was refused, or
// what is known of a bot that the server runs in a process. Nobody but its owner may see it before the end of the
// game, nor what came of a process ever.
type Account struct {
	Seat     state.Seat    `json:"seat"`
	Decision uint32        `json:"decision"` // that it has answered
	Option   int           `json:"option"`
	At       int64         `json:"at_ms"` // when, since 1970
	Info     string        `json:"info"`
	Refused  protocol.Code `json:"refused,omitempty"` // why, if it was not accepted
	Stderr   string        `json:"stderr,omitempty"`  // what the process has written there around the decision
	Fault    string        `json:"fault,omitempty"`   // the kind of what it has done wrong; Info says more
}

// give hands the account of a choice q to whoever keeps these.
func (a *actor) give(c *protocol.Choose, q state.Request) {
	if a.account == nil {
		return
	}
	account := Account{Seat: q.Seat, Decision: c.Decision, Option: c.Option, At: time.Now().UnixMilli(), Info: c.Info}
	if _, wrong := a.refusal(q); wrong != nil {
		account.Refused = wrong.Code
	}
	if c.Info != "" || account.Refused != "" {
		a.account(account)
	}
}
