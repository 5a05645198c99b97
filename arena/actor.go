package arena

import (
	"context"
	"fmt"
	"strconv"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
)

// An actorLane plays each game as a server does: an actor, an agent a seat, and
// a log, which is in memory and forgotten after the game.
type actorLane struct {
	table
	cards string // hash of the card table
	log   *store.Memory
}

func newActorLane(m *Match) *actorLane {
	return &actorLane{table: table{match: m}, cards: game.CardsHash(m.Rules.Info()), log: store.NewMemory()}
}

func (l *actorLane) play(ctx context.Context, n int) (outcome, error) {
	o := outcome{first: noSeat}
	config, err := l.config(n)
	if err != nil {
		return o, err
	}
	var panicked any
	reached := l.match.watch(config.Machine)
	config.Observe = func(seen game.Observation) { // in the game's goroutine
		switch {
		case seen.Outcome == game.Faulted:
			panicked = fmt.Sprintf("%v\n%s", seen.Fault, seen.Stack)
		case seen.Outcome == game.Accepted && reached != nil:
			reached.look(config.Machine)
		}
	}
	g, err := game.Start(ctx, config)
	if err != nil {
		return o, err
	}
	defer l.log.Drop(g.ID())
	watcher := &watcher{first: noSeat, over: make(chan struct{})}
	err = l.attach(ctx, g, n, watcher)
	if err == nil {
		select {
		case <-watcher.over:
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	// Even if ctx is done: the bots' goroutines end with the game.
	if err := g.Close(context.WithoutCancel(ctx)); err != nil {
		return o, err
	}
	<-g.Done() // now nobody else has the machine
	switch {
	case panicked != nil:
		return o, fmt.Errorf("the rules panicked: %v", panicked)
	case err != nil:
		return o, err
	}
	o.end(config.Machine, nil)
	o.first, o.faults, o.reached = watcher.first, l.faults(), reached.turns()
	return o, nil
}

// config deals game n.
func (l *actorLane) config(n int) (game.Config, error) {
	m, info := l.match, l.match.Rules.Info()
	key := game.KeyFrom(m.Seed, uint64(m.pair(n)))
	chance := game.NewChance(key)
	setup := m.setup(chance.Next())
	machine, err := m.Rules.Deal(setup)
	if err != nil {
		return game.Config{}, err
	}
	seats := make([]game.Seat, len(m.Bots))
	for i := range seats {
		seats[i] = game.Seat{Kind: "bot", Name: m.Bots[m.bot(n, state.Seat(i))].Name}
	}
	header := game.Header{
		Format: game.Format, Program: "arena", Game: "match-" + strconv.Itoa(n), Rules: info.Name,
		Version: info.Version, Cards: l.cards, Key: key, Setup: setup, Seats: seats,
	}
	return game.Config{Header: header, Machine: machine, Log: l.log, Seats: seats}, nil
}

// attach seats the bots of game n, after the watcher, who must miss nothing. The
// watcher is told no more than a bot is: views would take most of the time.
func (l *actorLane) attach(ctx context.Context, g *game.Game, n int, watcher *watcher) error {
	if err := g.Attach(ctx, game.Attachment{Seat: state.Watcher, To: watcher, World: true}); err != nil {
		return err
	}
	l.seat(n)
	for i := range l.match.Bots {
		guard := &l.guards[i]
		bot := agent.NewBot(guard, guard.seat, func(to agent.JSONWriter) agent.Submit {
			submit := g.Submit(guard.seat, to)
			return func(m protocol.ClientMessage) error {
				if guard.fault != nil {
					m = &protocol.Resign{}
				}
				return submit(m)
			}
		})
		if err := g.Attach(ctx, game.Attachment{Seat: guard.seat, To: bot, World: true}); err != nil {
			return err
		}
	}
	return nil
}

// A watcher sees who has the first turn, and when the game is over.
type watcher struct {
	first state.Seat
	over  chan struct{}
}

// WriteJSON is called by the game's goroutine.
func (w *watcher) WriteJSON(v any) error {
	switch v := v.(type) {
	case *protocol.Update:
		if w.first == noSeat && v.Turn > 0 && len(v.Awaiting) > 0 {
			w.first = state.Seat(v.Awaiting[0])
		}
	case *protocol.Over:
		close(w.over)
	}
	return nil
}
