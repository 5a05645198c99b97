package external

import (
	"context"
	"errors"
	"time"

	"gamed/agent"
	"gamed/protocol"
)

// How long it is waited until an answer is given again that the game could not take: each
// time twice as long.
const (
	leastWait = 20 * time.Millisecond
	mostWait  = time.Second
)

// run plays until the game is over or leaves memory.
func (p *Player) run() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		select {
		case <-p.place.Done:
			stop()
		case <-ctx.Done():
		}
	}()
	p.serve(ctx)
	p.farewell()
	p.stop()
}

// serve does what there is to do until ctx is done or the player is not needed any more.
func (p *Player) serve(ctx context.Context) {
	for wait := leastWait; ctx.Err() == nil; {
		p.mu.Lock()
		gone, late, u := p.gone, p.late, p.latest
		p.late = false
		p.mu.Unlock()
		switch {
		case gone:
			return
		case late:
			pause(ctx, wait)
			wait = min(2*wait, mostWait)
			p.give()
		case u != nil && u.Decision != nil && u.Decision.ID != p.of && p.play(ctx, u):
			wait = leastWait
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

// pause waits, but not for longer than ctx lasts.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// play answers a question, and reports whether it has. If not, another one is on its way
// or the end of the game.
func (p *Player) play(ctx context.Context, u *protocol.Update) bool {
	id := u.Decision.ID
	if p.failed { // it has resigned: what a seat is asked after that does not matter
		p.answer = &protocol.Choose{Decision: id}
	} else {
		thinking, drop := context.WithCancel(ctx)
		defer drop()
		if !p.open(id, drop) {
			return false
		}
		answer, err := p.guarded(thinking, u)
		p.close()
		wrong := new(Fault)
		switch {
		case errors.As(err, &wrong):
			p.fail(id, wrong)
		case err != nil:
			return false
		case answer.Resign:
			p.answer = &protocol.Resign{}
		default:
			p.answer = &protocol.Choose{Decision: id, Option: answer.Option, Info: answer.Info}
		}
	}
	p.of = id
	p.give()
	return true
}

// open notes what the process is about to think about, if it is still asked.
func (p *Player) open(id uint32, drop func()) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone || p.latest.Decision == nil || p.latest.Decision.ID != id {
		return false
	}
	p.asked, p.drop = id, drop
	return true
}

// close notes that it thinks no more.
func (p *Player) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = 0
	if p.bot != nil {
		p.pool.keep(p, false)
	}
}

// fail is the end of a process that has failed, and of its seat.
func (p *Player) fail(decision uint32, f *Fault) {
	p.failed, p.answer = true, &protocol.Resign{}
	p.stop() // what it has written comes before its fault
	p.place.Note(Note{Decision: decision, At: time.Now(), Fault: f})
}

// give hands in the answer. One that cannot be taken now is given again.
func (p *Player) give() {
	if errors.Is(p.submit(p.answer), agent.ErrBusy) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.late = true
	}
}

// guarded is ask. A panic of the rules in a world of the bot's costs it its process, and the
// seat gets the default for this decision: the game itself has not come there, and others
// have nothing to do with it.
func (p *Player) guarded(ctx context.Context, u *protocol.Update) (answer Answer, err error) {
	defer func() {
		if v := recover(); v != nil {
			p.stop()
			p.place.Note(Note{Decision: u.Decision.ID, At: time.Now(), Fault: faultf(Rules, "the rules panicked in a world of the bot's, and the first option is taken: %v", v)})
			answer, err = Answer{}, nil
		}
	}()
	return p.ask(ctx, u)
}

// ask has the process answer, and starts one if there is none.
func (p *Player) ask(ctx context.Context, u *protocol.Update) (Answer, error) {
	if p.bot != nil && !p.pool.keep(p, true) {
		p.stop()
	}
	if p.bot == nil {
		if err := p.start(ctx, u.Decision.ID); err != nil {
			return Answer{}, err
		}
	}
	p.notes.decision.Store(u.Decision.ID)
	world, decision, err := p.place.Ask(ctx)
	if err != nil {
		return Answer{}, err
	}
	if decision != u.Decision.ID {
		return Answer{}, context.Canceled
	}
	question := p.news(u)
	d := *u.Decision
	question.Decision = &d
	return p.bot.Ask(ctx, question, world)
}

// news is how the game stands at u, with all that the process has not been told.
func (p *Player) news(u *protocol.Update) *protocol.Update {
	p.mu.Lock()
	defer p.mu.Unlock()
	events := []protocol.Event{}
	for len(p.events) > 0 && p.events[0].N <= u.N {
		events, p.events = append(events, p.events[0]), p.events[1:]
	}
	gap := u.N > p.told && (len(events) == 0 || events[0].N > p.told+1)
	p.told = u.N
	return &protocol.Update{Game: u.Game, N: u.N, Turn: u.Turn, Awaiting: u.Awaiting, View: u.View, Events: events, Gap: gap, Left: u.Left}
}

// start starts a process and tells it of the game.
func (p *Player) start(ctx context.Context, decision uint32) error {
	if !p.pool.take(p, ctx.Done()) {
		return ctx.Err()
	}
	p.notes = newNotes(p.place.Note)
	p.notes.decision.Store(decision)
	c := p.program.Command
	c.Stderr = p.notes
	bot, err := Start(ctx, c, p.program.Limits)
	if err != nil {
		p.notes.close()
		p.pool.free(p)
		return err
	}
	p.bot, p.told = bot, 0
	p.mu.Lock()
	joined := *p.joined
	p.mu.Unlock()
	err = bot.Begin(ctx, joined)
	if err != nil {
		p.stop()
	}
	return err
}

// farewell tells the process how the game has ended, if it has.
func (p *Player) farewell() {
	p.mu.Lock()
	over, u := p.over, p.latest
	p.mu.Unlock()
	if p.bot != nil && over != nil && u != nil {
		_ = p.bot.Over(p.news(u), *over) // one that is gone by now misses nothing
	}
}

// stop ends the process, if there is one.
func (p *Player) stop() {
	if p.bot == nil {
		return
	}
	_ = p.bot.Close() // it is gone either way
	p.bot = nil
	p.notes.close()
	p.pool.free(p)
}
