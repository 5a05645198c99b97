package conformance

import (
	"time"

	"gamed/agent/external"
	"gamed/protocol"
)

// A peer is a bot in a process of its own, its messages as they come.
type peer struct {
	process *external.Process
	lines   chan line
	back    []line      // that have been looked at and are to be looked at again
	out     chan []byte // what is to be written; closing it closes the bot's stdin
	closed  bool        // out
	gone    chan struct{}

	sent, came string // the last of each
}

// A line is what has come from a bot.
type line struct {
	text  string
	m     protocol.ClientMessage // nil for what is none
	wrong error                  // why, then
	end   error                  // what has become of the bot, if no more comes
	at    time.Time
}

// waiting is how many messages may wait on either way.
const waiting = 1024

func startPeer(c external.Command, l external.Limits) (*peer, error) {
	process, err := external.StartProcess(c, l)
	if err != nil {
		return nil, err
	}
	p := &peer{process: process, lines: make(chan line, waiting), out: make(chan []byte, waiting), gone: make(chan struct{})}
	go p.read()
	go func() {
		for data := range p.out {
			_, _ = process.Write(data) // the reader finds out what has become of it
		}
		process.CloseInput()
	}()
	return p, nil
}

// read takes what comes until the end, or until nobody looks any more.
func (p *peer) read() {
	for {
		data, err := p.process.Read()
		l := line{text: string(data), at: time.Now()}
		switch fault, ok := err.(*external.Fault); {
		case err == nil:
			l.m, l.wrong = protocol.Parse(data)
		case ok && fault.Kind == external.Malformed:
			l.wrong = fault
		default:
			l.end = err
		}
		select {
		case p.lines <- l:
		case <-p.gone:
			return
		}
		if l.end != nil {
			return
		}
	}
}

// shut closes the bot's stdin once everything has been written.
func (p *peer) shut() {
	if !p.closed {
		p.closed = true
		close(p.out)
	}
}

// close ends the bot.
func (p *peer) close() {
	close(p.gone)
	p.shut()
	p.process.Close()
}
