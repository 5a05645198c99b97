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

// A Program is a bot that a server runs by itself, in a process for each seat that it
// plays.
type Program struct {
	Name    string // by which players ask for it
	About   string // for people, in a sentence
	Rules   string // the only ruleset that it plays, "" for any
	Command Command
	Limits  Limits // with a time for each decision: nobody is to wait for a silent bot
}

// A Place is a seat of a game, for the Player of a Program.
type Place struct {
	// Connect returns how the seat answers. It is called once.
	Connect func(agent.JSONWriter) agent.Submit
	// Ask returns a world that looks to the seat as its game does, and what the seat is
	// asked there. The error says that it is not asked now.
	Ask func(ctx context.Context) (a ai.Ask, decision uint32, err error)
	// Done is closed when the game has left memory.
	Done <-chan struct{}
	// Note is told what the program writes on its stderr, and its faults. It is called by
	// one goroutine or another and must not wait.
	Note func(Note)
}

// A Note is what the owner of a program may want to know of it.
type Note struct {
	Decision uint32 // that it was asked, or has been asked last; 0 before the first
	At       time.Time
	Stderr   string // lines that it has written there, or
	Fault    *Fault // what it has done wrong
}

// What is kept of a program's stderr at once, and for how long its lines are collected
// before they are noted.
const (
	maxNote   = 4 << 10 // bytes
	noteAfter = 300 * time.Millisecond
)

// A written is what a program has written while it was asked a decision.
type written struct {
	decision uint32
	text     []byte
}

// notes are a program's stderr on its way to who notes it.
type notes struct {
	to       func(Note)
	decision atomic.Uint32 // that it is asked
	lines    chan written
	ended    chan struct{}
}

func newNotes(to func(Note)) *notes {
	n := &notes{to: to, lines: make(chan written), ended: make(chan struct{})}
	go n.collect()
	return n
}

// Write is called by the goroutine that reads the program's stderr.
func (n *notes) Write(p []byte) (int, error) {
	n.lines <- written{n.decision.Load(), bytes.Clone(p)}
	return len(p), nil
}

// collect notes what comes: what belongs to one decision together.
func (n *notes) collect() {
	defer close(n.ended)
	var text tail
	var late <-chan time.Time
	var begun Note
	note := func() {
		if late = nil; len(text.kept) > 0 {
			begun.Stderr = strings.ToValidUTF8(text.end(maxNote), "\ufffd")
			n.to(begun)
		}
		text.kept = text.kept[:0]
	}
	for {
		select {
		case w, more := <-n.lines:
			if !more {
				note()
				return
			}
			if late != nil && w.decision != begun.Decision {
				note()
			}
			if late == nil {
				begun, late = Note{Decision: w.decision, At: time.Now()}, time.After(noteAfter)
			}
			_, _ = text.Write(w.text) // it never fails
		case <-late:
			note()
		}
	}
}

// close notes the rest, after the last Write.
func (n *notes) close() {
	close(n.lines)
	<-n.ended
}
