package external

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"gamed/agent"
	"gamed/protocol"
)

// A Player plays one seat in a game. It starts a process at the seat's first decision. After the first fault
// of the bot, the Player resigns, as with the arena's policy "lose". The process exits when the game is over
// or leaves memory.
type Player struct {
	program *Program
	seat    SeatAccess
	submit  agent.Submit
	wake    chan struct{} // holds a value after a change

	pool    *Pool
	busy    bool          // guarded by pool.mu; while set, the pool must not evict the process
	evicted chan struct{} // closed when the pool evicts the process

	mu             sync.Mutex
	joined         *protocol.Joined
	latest         *protocol.Update
	events         []protocol.Event // events not yet sent to the process
	over           *protocol.Over
	ended          bool   // the game has ended for this player
	answering      uint32 // the decision that the process is answering, or 0 for none
	cancelDecision func() // cancels the open decision
	retry          bool   // the game could not accept the answer; submit it again

	// The following fields are used only by the goroutine of run.
	bot      *Conn // nil without a process
	notes    *notes
	sent     uint64                 // number of the last event sent to the process
	answer   protocol.ClientMessage // the latest answer
	answered uint32                 // the decision that answer belongs to
	failed   bool
}

// maxEvents is the maximum number of events in an update to a process. Older events are
// dropped.
const maxEvents = 1000

// Play starts a player for a seat. The caller passes it the seat's messages, starting with
// the [*protocol.Joined].
func (o *Pool) Play(p *Program, at SeatAccess) *Player {
	player := &Player{program: p, seat: at, wake: make(chan struct{}, 1), pool: o, evicted: make(chan struct{})}
	player.submit = at.Connect(player)
	o.players.Go(player.run)
	return player
}

// WriteJSON receives a message for the seat. It does not block.
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
		if p.answering != 0 && (m.Decision == nil || m.Decision.ID != p.answering) {
			p.cancelDecision()
		}
	case *protocol.Over:
		p.over = m
		p.end()
	case *protocol.Bye:
		p.end()
	case *protocol.Error:
		if m.Code != protocol.Busy && m.Code != protocol.Unavailable {
			return nil // the next update has the open decision
		}
		p.retry = true
	default:
		return nil
	}
	signal(p.wake)
	return nil
}

// end marks the player as ended and cancels its decision in progress. The caller holds p.mu.
func (p *Player) end() {
	if p.ended = true; p.answering != 0 {
		p.cancelDecision()
	}
}

// The delay before a rejected answer is submitted again doubles from minRetryDelay to maxRetryDelay.
const (
	minRetryDelay = 20 * time.Millisecond
	maxRetryDelay = time.Second
)

// run plays until the game is over or leaves memory. Then it sends the end of the game to the
// process, and stops the process.
func (p *Player) run() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		select {
		case <-p.seat.Done:
			stop()
		case <-ctx.Done():
		}
	}()
	p.serve(ctx)
	p.sendOver()
	p.stop()
}

// serve answers decisions until ctx is done or the game ends.
func (p *Player) serve(ctx context.Context) {
	for wait := minRetryDelay; ctx.Err() == nil; {
		p.mu.Lock()
		gone, late, u := p.ended, p.retry, p.latest
		p.retry = false
		p.mu.Unlock()
		switch {
		case gone:
			return
		case late:
			pause(ctx, wait)
			wait = min(2*wait, maxRetryDelay)
			p.submitAnswer()
		case u != nil && u.Decision != nil && u.Decision.ID != p.answered && p.play(ctx, u):
			wait = minRetryDelay
		default:
			select {
			case <-p.wake:
			case <-p.evicted:
				p.stop()
			case <-ctx.Done():
			}
		}
	}
}

// pause waits for d or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// play answers the decision in u and reports whether it has sent an answer. If it has sent none, a
// newer decision or the end of the game follows.
func (p *Player) play(ctx context.Context, u *protocol.Update) bool {
	id := u.Decision.ID
	if p.failed { // the seat has resigned, so the choice does not matter
		p.answer = &protocol.Choose{Decision: id}
	} else {
		thinking, drop := context.WithCancel(ctx)
		defer drop()
		if !p.open(id, drop) {
			return false
		}
		answer, err := p.askSafely(thinking, u)
		p.close()
		wrong := new(Fault)
		switch {
		case errors.As(err, &wrong):
			p.fail(id, wrong)
		case err != nil:
			return false
		case answer.Resign:
			p.answer = &protocol.Resign{}
		case answer.Cards != nil:
			p.answer = &protocol.Pick{Decision: id, Cards: answer.Cards, Info: answer.Info}
		default:
			p.answer = &protocol.Choose{Decision: id, Option: answer.Option, Info: answer.Info}
		}
	}
	p.answered = id
	p.submitAnswer()
	return true
}

// open marks a decision as open for the process. It returns false if the decision is no
// longer current.
func (p *Player) open(id uint32, drop func()) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended || p.latest.Decision == nil || p.latest.Decision.ID != id {
		return false
	}
	p.answering, p.cancelDecision = id, drop
	return true
}

// close marks the decision as closed and the process as idle.
func (p *Player) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answering = 0
	if p.bot != nil {
		p.pool.setBusy(p, false)
	}
}

// fail stops a faulty process and resigns for its seat.
func (p *Player) fail(decision uint32, f *Fault) {
	p.failed, p.answer = true, &protocol.Resign{}
	p.stop() // record stderr before the fault
	p.seat.Note(Note{Decision: decision, At: time.Now(), Fault: f})
}

// submitAnswer sends p.answer to the game. If the game is busy, serve submits the answer again later.
func (p *Player) submitAnswer() {
	if errors.Is(p.submit(p.answer), agent.ErrBusy) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.retry = true
	}
}

// askSafely calls ask and recovers from a panic of the rules in one of the bot's worlds. After a
// panic it stops the process and chooses the first option. The game itself is not affected.
func (p *Player) askSafely(ctx context.Context, u *protocol.Update) (answer Answer, err error) {
	defer func() {
		if v := recover(); v != nil {
			p.stop()
			p.seat.Note(Note{Decision: u.Decision.ID, At: time.Now(), Fault: faultf(Rules, "the rules panicked in a world of the bot; the seat takes the first option: %v", v)})
			answer, err = Answer{}, nil
		}
	}()
	return p.ask(ctx, u)
}

// ask gets an answer from the process. It starts the process if needed.
func (p *Player) ask(ctx context.Context, u *protocol.Update) (Answer, error) {
	if p.bot != nil && !p.pool.setBusy(p, true) {
		p.stop()
	}
	if p.bot == nil {
		if err := p.start(ctx, u.Decision.ID); err != nil {
			return Answer{}, err
		}
	}
	p.notes.decision.Store(u.Decision.ID)
	world, decision, err := p.seat.Ask(ctx)
	if err != nil {
		return Answer{}, err
	}
	if decision != u.Decision.ID {
		return Answer{}, context.Canceled
	}
	question := p.unsent(u)
	d := *u.Decision
	question.Decision = &d
	return p.bot.Ask(ctx, question, world)
}

// unsent returns u without its decision and with all events not yet sent to the process.
func (p *Player) unsent(u *protocol.Update) *protocol.Update {
	p.mu.Lock()
	defer p.mu.Unlock()
	events := []protocol.Event{}
	for len(p.events) > 0 && p.events[0].N <= u.N {
		events, p.events = append(events, p.events[0]), p.events[1:]
	}
	gap := u.N > p.sent && (len(events) == 0 || events[0].N > p.sent+1)
	p.sent = u.N
	return &protocol.Update{Game: u.Game, N: u.N, Turn: u.Turn, Awaiting: u.Awaiting, View: u.View, Events: events, Gap: gap, Left: u.Left}
}

// start starts a process and announces the game to it.
func (p *Player) start(ctx context.Context, decision uint32) error {
	if !p.pool.reserve(p, ctx.Done()) {
		return ctx.Err()
	}
	p.notes = newNotes(p.seat.Note)
	p.notes.decision.Store(decision)
	c := p.program.Command
	c.Stderr = p.notes
	bot, err := Start(ctx, c, p.program.Limits)
	if err != nil {
		p.notes.close()
		p.pool.release(p)
		return err
	}
	p.bot, p.sent = bot, 0
	p.mu.Lock()
	joined := *p.joined
	p.mu.Unlock()
	err = bot.Begin(ctx, joined)
	if err != nil {
		p.stop()
	}
	return err
}

// sendOver sends the end of the game to the process.
func (p *Player) sendOver() {
	p.mu.Lock()
	over, u := p.over, p.latest
	p.mu.Unlock()
	if p.bot != nil && over != nil && u != nil {
		_ = p.bot.EndGame(p.unsent(u), *over) // the process may have exited
	}
}

// stop stops the process, if any, and frees its slot in the pool.
func (p *Player) stop() {
	if p.bot == nil {
		return
	}
	_ = p.bot.Close() // always succeeds
	p.bot = nil
	p.notes.close()
	p.pool.release(p)
}
