package arena

import (
	"context"
	"fmt"
	"sync"

	"gamed/agent"
	"gamed/ai"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// An actorLane plays each game as a server does, with an actor for the game and an agent for each
// seat. It keeps the log in memory and deletes it after the game.
type actorLane struct {
	laneBase
	store  *store.Memory
	agents []*botAgent // agents of the current game
}

func newActorLane(m *Match) *actorLane {
	return &actorLane{laneBase: newLaneBase(m), store: store.NewMemory()}
}

func (l *actorLane) play(ctx context.Context, n int) (Game, error) {
	g := l.newGame(n)
	if err := ctx.Err(); err != nil {
		return g, err
	}
	if err := l.seatBots(ctx, n); err != nil {
		return g, err
	}
	key := table.KeyFrom(l.match.Seed, uint64(g.Pair))
	header := l.logHeader(n, key, l.match.setup(g.Pair, 0))
	t, err := table.New(&header, table.SameRules(l.rules))
	if err != nil {
		return g, err
	}
	machine := t.Machine
	config := game.Config{Table: t, Header: &header, Log: l.store}
	var panicked string
	var stack []byte
	reached := l.match.newStageTurns(machine)
	l.departures = newDepartures(machine)
	config.Observe = func(seen game.Observation) { // called by the game's goroutine
		switch {
		case seen.Outcome == game.Faulted:
			panicked, stack = fmt.Sprint(seen.Fault), seen.Stack
		case seen.Outcome == game.Accepted:
			if reached != nil {
				reached.update(machine)
			}
			if l.departures != nil {
				l.departures.update(machine)
			}
		}
	}
	actor, err := game.Start(ctx, config)
	if err != nil {
		return g, err
	}
	defer func() { _ = l.store.DeleteGame(ctx, actor.ID()) }() // can fail only after the store is closed
	w := &watcher{first: -1, over: make(chan struct{})}
	err = l.attach(ctx, actor, w)
	if err == nil {
		select {
		case <-w.over:
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	// Close the game even if ctx is done, because the bots' goroutines end with the game.
	closed := actor.Close(context.WithoutCancel(ctx))
	for _, p := range l.agents {
		p.release()
	}
	if closed != nil {
		return g, closed
	}
	<-actor.Done() // the machine is no longer shared
	if err == nil {
		err = l.failure()
	}
	switch {
	case err != nil:
		return g, err
	case panicked != "":
		g = l.header.panickedGame(n, panicked, stack)
	default:
		g.First, g.End, g.Reached = w.first, w.end, reached.turns()
		l.recordResult(&g, machine, nil)
	}
	l.finish(&g)
	keeps := l.keeps(&g)
	counts := l.usage != nil && g.Error == ""
	if !keeps && !counts {
		return g, nil
	}
	log, err := l.store.Read(ctx, actor.ID())
	if err != nil {
		return g, err
	}
	if keeps {
		l.keep(&g, log)
	}
	if counts {
		err = l.count(&g, key, log)
	}
	return g, err
}

// count sets the usage of g, which it counts from the game's log.
func (l *actorLane) count(g *Game, key table.Key, log [][]byte) error {
	var requests []state.Request
	for _, line := range log {
		r, err := table.Decode(line)
		if err != nil {
			return err
		}
		if r.Request == nil {
			continue
		}
		q := r.Request.State()
		for _, q.Option = range r.Request.Options() {
			requests = append(requests, q)
			q.Salt = 0
		}
	}
	return l.usage.count(g, key, requests)
}

// attach attaches the watcher, which must see every update, and then the bots. The watcher and
// the bots in this process receive no views, because encoding views would take most of a game's
// time.
func (l *actorLane) attach(ctx context.Context, g *game.Game, w *watcher) error {
	if err := g.Attach(ctx, game.Attachment{Seat: state.Watcher, Bot: w}); err != nil {
		return err
	}
	l.agents = l.agents[:0]
	for i := range l.match.Bots {
		b := &l.bots[i]
		if b.remote != nil { // before p, because attaching p may ask the bot immediately
			if err := g.Attach(ctx, game.Attachment{Seat: b.seat, To: b.remote}); err != nil {
				return err
			}
		}
		p := &botAgent{bot: b, watcher: w, limit: l.match.Limit}
		l.agents = append(l.agents, p)
		think := botFunc(func(a ai.Ask) (answer state.Option) {
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.released {
				return a.Options[0]
			}
			defer func() {
				if v := recover(); v != nil {
					answer = b.recordPanic(v, a, w.requests)
				}
			}()
			return b.choose(ctx, a, w.requests)
		})
		bot := agent.NewInProcess(think, b.seat, func(to agent.JSONWriter) agent.Submit {
			p.submit = g.Submit(b.seat, to)
			return p.answer
		}, func(uint32, string) {}) // choose has recorded faults, and resign counts as an invalid option here
		p.InProcess = bot
		if err := g.Attach(ctx, game.Attachment{Seat: b.seat, Bot: p}); err != nil {
			return err
		}
	}
	return nil
}

// A botFunc is a function that implements [ai.Bot].
type botFunc func(ai.Ask) state.Option

func (t botFunc) Choose(a ai.Ask) state.Option { return t(a) }

// A botAgent is a bot's agent in a match. A botAgent can resign for the bot, and stops the game at
// the turn limit.
type botAgent struct {
	*agent.InProcess
	bot     *supervisedBot
	watcher *watcher
	submit  agent.Submit
	limit   int

	mu       sync.Mutex // held while the bot thinks
	released bool       // whether the game may no longer ask the bot
}

// release waits until the bot has stopped thinking. The game cannot ask the bot after that. If the
// match is canceled, a bot may still be thinking when the lane closes the game. After release, the
// lane closes the bot or uses it in the next game.
func (p *botAgent) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.released = true
}

// Ask stops the game if the game has exceeded the turn limit, and otherwise passes q to the bot.
// The game's goroutine calls Ask.
func (p *botAgent) Ask(q agent.Question) error {
	if q.Decision != 0 {
		if p.limit > 0 && q.Turn > p.limit {
			p.watcher.stop()
			return nil
		}
		p.watcher.requests = int(q.Seq)
	}
	return p.InProcess.Ask(q)
}

// answer submits the bot's choice, unless the lane has released the bot or the bot could not be
// asked.
func (p *botAgent) answer(m protocol.ClientMessage) error {
	m = p.message(m)
	if m == nil {
		return nil
	}
	return p.submit(m)
}

// message returns the message to send for the bot's choice m, or nil to send none.
func (p *botAgent) message(m protocol.ClientMessage) protocol.ClientMessage {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.released {
		return nil
	}
	p.watcher.end = Normal
	switch {
	case p.bot.err != nil:
		p.watcher.stop()
		return nil
	case p.bot.resigned:
		p.watcher.end = p.bot.end()
		m = &protocol.Resign{}
	case p.bot.cards != nil:
		m = &protocol.Pick{Decision: m.(*protocol.Choose).Decision, Cards: p.bot.cards}
	}
	return m
}

// A watcher records the seat with the first turn and detects the end of the game.
type watcher struct {
	first    int // the seat with the first turn, or -1 before it
	requests int // number of requests before the open decision
	end      End // how the game ends if the latest answer ends it
	over     chan struct{}
	once     sync.Once
}

// Ask records the seat with the first turn. The game's goroutine calls Ask.
func (w *watcher) Ask(q agent.Question) error {
	if w.first < 0 && q.Turn > 0 && len(q.Awaiting) > 0 {
		w.first = q.Awaiting[0]
	}
	return nil
}

// WriteJSON detects the end of the game. The game's goroutine calls WriteJSON.
func (w *watcher) WriteJSON(m protocol.ServerMessage) error {
	if _, ok := m.(*protocol.Over); ok {
		w.stop()
	}
	return nil
}

// stop signals the end of the game to actorLane.play.
func (w *watcher) stop() { w.once.Do(func() { close(w.over) }) }
