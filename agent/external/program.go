package external

import (
	"bytes"
	"context"
	"strings"
	"sync/atomic"
	"time"

	"gamed/agent"
	"gamed/ai"
)

// A Program is a bot that a server runs, with one process per seat.
type Program struct {
	Name    string // unique on the server
	About   string // one sentence that describes the bot to players
	Rules   string // the only ruleset that the bot plays, or "" for any
	Command Command
	Limits  Limits // must limit the time per decision, so that an unresponsive bot cannot block a game
}

// A SeatAccess connects a [Player] to a seat of a game.
type SeatAccess struct {
	// Connect registers a receiver for messages and returns the function that submits answers. The
	// Player calls it once.
	Connect func(agent.JSONWriter) agent.Submit
	// Ask returns a decision in a determinization of the game for the seat, and the number of the seat's open
	// decision. It returns an error if no decision is open.
	Ask func(ctx context.Context) (a ai.Ask, decision uint32, err error)
	// Done is closed when the game has been unloaded from memory.
	Done <-chan struct{}
	// Note receives the stderr and the faults of the program. It must not block. Any
	// goroutine may call it.
	Note func(Note)
}

// A Note is diagnostic information for the owner of a program.
type Note struct {
	Decision uint32 // the latest decision, or 0 before the first
	At       time.Time
	Stderr   string // lines of stderr, if Fault is nil
	Fault    *Fault // a fault, or nil
}

// A note has the stderr of a period of noteAfter, which starts with the first output. If the bot
// wrote more than maxNote bytes, the note has the last of them.
const (
	maxNote   = 4 << 10 // bytes
	noteAfter = 300 * time.Millisecond
)

// A stderrPiece is a piece of stderr, with the latest decision when the bot wrote it.
type stderrPiece struct {
	decision uint32
	text     []byte
}

// notes groups the stderr of a program into Notes.
type notes struct {
	emit     func(Note)
	decision atomic.Uint32 // the latest decision
	pieces   chan stderrPiece
	ended    chan struct{}
}

func newNotes(to func(Note)) *notes {
	n := &notes{emit: to, pieces: make(chan stderrPiece), ended: make(chan struct{})}
	go n.collect()
	return n
}

// Write receives stderr. Only one goroutine at a time may call it.
func (n *notes) Write(p []byte) (int, error) {
	n.pieces <- stderrPiece{n.decision.Load(), bytes.Clone(p)}
	return len(p), nil
}

// collect emits notes. Each note belongs to one decision.
func (n *notes) collect() {
	defer close(n.ended)
	var text tail
	var late <-chan time.Time
	var current Note
	note := func() {
		if late = nil; len(text.kept) > 0 {
			current.Stderr = strings.ToValidUTF8(text.lastBytes(maxNote), "\ufffd")
			n.emit(current)
		}
		text.kept = text.kept[:0]
	}
	for {
		select {
		case w, more := <-n.pieces:
			if !more {
				note()
				return
			}
			if late != nil && w.decision != current.Decision {
				note()
			}
			if late == nil {
				current, late = Note{Decision: w.decision, At: time.Now()}, time.After(noteAfter)
			}
			_, _ = text.Write(w.text) // never fails
		case <-late:
			note()
		}
	}
}

// close emits the remaining stderr. Call it after the last Write.
func (n *notes) close() {
	close(n.pieces)
	<-n.ended
}
