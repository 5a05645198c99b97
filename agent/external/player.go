package external

import (
	"slices"
	"sync"

	"gamed/agent"
	"gamed/protocol"
)

// A Player plays a seat of a game with a process of its own, which is started when the
// seat is asked for the first time. The first fault ends the game for the seat, as the
// policy "lose" of the arena does: it resigns. The process ends when the game is over or
// leaves memory.
type Player struct {
	program *Program
	place   Place
	submit  agent.Submit
	wake    chan struct{} // has a token when there may be something to do

	pool    *Pool
	busy    bool          // guarded by pool.mu: its process may not be ended for another one
	evicted chan struct{} // closed when its process has to make room

	mu     sync.Mutex
	joined *protocol.Joined
	latest *protocol.Update
	events []protocol.Event // that the process has not been sent
	over   *protocol.Over
	gone   bool   // it is not needed any more
	asked  uint32 // the decision that the process thinks about, 0 for none
	drop   func() // lets it think no more
	late   bool   // the answer could not be taken now

	// Of the goroutine that runs.
	bot    *Bot // nil without a process
	notes  *notes
	told   uint64                 // the number of the last event that the process knows of
	answer protocol.ClientMessage // the last one that was given
	of     uint32                 // the decision that it is for
	failed bool
}

// maxEvents is how many events a process is told at once at most, the latest ones.
const maxEvents = 1000

// Play has a program play a seat. It returns who has to be told what happens there, the
// [*protocol.Joined] first.
func (o *Pool) Play(p *Program, at Place) *Player {
	player := &Player{program: p, place: at, wake: make(chan struct{}, 1), pool: o, evicted: make(chan struct{})}
	player.submit = at.Connect(player)
	o.players.Go(player.run)
	return player
}

// WriteJSON takes note of what happens. It does not wait.
func (p *Player) WriteJSON(m protocol.ServerMessage) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch m := m.(type) {
	case *protocol.Joined:
		p.joined = m
	case *protocol.Update:
		p.latest = m
		p.events = append(p.events, m.Events...)
		p.events = slices.Delete(p.events, 0, max(0, len(p.events)-maxEvents))
		if p.asked != 0 && (m.Decision == nil || m.Decision.ID != p.asked) {
			p.drop()
		}
	case *protocol.Over:
		p.over = m
		p.leave()
	case *protocol.Bye:
		p.leave()
	case *protocol.Error:
		if m.Code != protocol.Busy && m.Code != protocol.Unavailable {
			return nil // the next update has the question that is open now
		}
		p.late = true
	default:
		return nil
	}
	signal(p.wake)
	return nil
}

// leave ends the player. p.mu is held.
func (p *Player) leave() {
	if p.gone = true; p.asked != 0 {
		p.drop()
	}
}
