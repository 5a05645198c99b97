package arena

import (
	"context"
	"runtime/debug"
	"slices"

	"gamed/ai"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// noSeat is the value of directLane.thinking while no bot is choosing.
const noSeat = state.Watcher

// A directLane plays one game after another in the calling goroutine.
type directLane struct {
	laneBase
	dealt       dealtPair
	chance      table.Chance
	salt        func() uint64 // chance.Next
	game        state.Machine // machine that all games of the lane reuse, nil before the first game
	opts        []state.Option
	bytes       []byte
	requestLog  *requestLog // nil unless the match keeps logs or counts the usage
	needsEvents bool        // whether a bot outside this process needs events
	log         state.Log

	// The fields below hold the state of the current game.
	events   uint64
	stages   *stageTurns
	thinking state.Seat // seat whose bot is choosing, or noSeat
	panic    any        // the value of the latest panic, or nil
}

// A dealtPair is the deal that the games of a pair share.
type dealtPair struct {
	key    table.Key
	setup  state.Setup
	pair   int           // number of the pair to which game and chance belong
	game   state.Machine // the game before its first request, nil unless a pair has several games
	chance table.Chance  // has already drawn the seed of the deal
}

func newDirectLane(m *Match) *directLane {
	l := &directLane{laneBase: newLaneBase(m)}
	l.salt = l.chance.Next
	if m.FaultFolder != "" || m.KeepLogs || m.Usage != nil {
		l.requestLog = &requestLog{}
	}
	l.needsEvents = slices.ContainsFunc(m.Bots, func(p Player) bool { return p.Open != nil })
	return l
}

func (l *directLane) play(ctx context.Context, n int) (Game, error) {
	g := l.newGame(n)
	if err := ctx.Err(); err != nil {
		return g, err
	}
	if err := l.deal(g.Pair); err != nil {
		return g, err
	}
	if err := l.seatBots(ctx, n); err != nil {
		return g, err
	}
	key := l.dealt.key
	if l.requestLog != nil {
		l.requestLog.header, l.requestLog.requests = l.logHeader(n, key, l.dealt.setup), l.requestLog.requests[:0]
	}
	l.runGuarded(ctx, l.game, &g)
	if err := l.failure(); err != nil {
		return g, err
	}
	l.finish(&g)
	if l.usage != nil && g.Error == "" {
		if err := l.usage.count(&g, key, l.requestLog.requests); err != nil {
			return g, err
		}
	}
	if l.keeps(&g) {
		l.keep(&g, l.requestLog.lines(l.game, &g))
	}
	return g, nil
}

// deal deals a game of the pair: it sets l.game and l.chance to the state before the first request.
func (l *directLane) deal(pair int) (err error) {
	d := &l.dealt
	if d.game != nil && d.pair == pair {
		l.game.Set(d.game)
		l.chance = d.chance
		return nil
	}
	d.key = table.KeyFrom(l.match.Seed, uint64(pair))
	l.chance.Seed(d.key)
	d.setup = l.match.setup(pair, l.chance.Next())
	if l.game == nil {
		l.game, err = l.match.Rules.Deal(d.setup)
	} else {
		err = l.game.Redeal(d.setup)
	}
	if err != nil || l.header.UnitSize() == 1 {
		return err
	}
	if d.game == nil {
		d.game = l.game.Fork()
	} else {
		d.game.Set(l.game)
	}
	d.pair, d.chance = pair, l.chance
	return nil
}

// runGuarded calls run and recovers panics. A panic in a bot is a fault of the bot. A panic in
// the rules makes the game invalid.
func (l *directLane) runGuarded(ctx context.Context, m state.Machine, g *Game) {
	l.stages, l.departures, l.events, l.thinking, l.panic = l.match.newStageTurns(m), newDepartures(m), 0, noSeat, nil
	for over := false; !over; {
		over = func() bool {
			defer func() {
				if l.panic = recover(); l.panic != nil && l.thinking == noSeat {
					*g = l.header.panickedGame(g.Number, l.panic, debug.Stack())
				}
			}()
			if l.run(ctx, m, g); l.failure() == nil {
				l.end(m, g)
			}
			return true
		}() || l.thinking == noSeat
	}
}

// run plays a game to its end, or continues it after a bot's panic. It does not recover panics,
// because a recover per decision would add 5 % to the time of a game between fast bots. run does
// not allocate memory if no bot fails and the lane needs nothing but the result of the game.
func (l *directLane) run(ctx context.Context, m state.Machine, g *Game) {
	limit, opts := l.match.Limit, l.opts
	unobserved := l.requestLog == nil && !l.needsEvents && l.departures == nil && l.stages == nil // without needsEvents, no bot is outside this process
	forced := state.ForcedPlay{Salt: l.salt}
	if limit > 0 {
		forced.BeforeTurn = limit + 1
	}
	var last *supervisedBot
	if l.thinking != noSeat {
		last, l.thinking = &l.bots[l.thinking], noSeat
		opts = m.Options(last.seat, opts[:0])
		l.apply(m, last, last.recordPanic(l.panic, ai.NewAsk(m, last.seat, opts), int(m.Seq())))
	}
	for {
		var seat state.Seat
		if unobserved && g.First >= 0 {
			if seat, opts = m.PlayForced(forced, opts[:0]); len(opts) == 0 {
				break
			}
		} else {
			if m.Awaiting() == 0 || forced.Stops(m.Turn(), m.Seq()) {
				break
			}
			seat = m.Next()
			if g.First < 0 && m.Turn() > 0 {
				g.First = int(seat)
			}
			opts = m.Options(seat, opts[:0])
		}
		last = &l.bots[seat]
		option := opts[0]
		if len(opts) == 1 { // inlined choose
			last.moreOptions = nil
		} else {
			if last.remote != nil {
				l.storePosition(g.Number, m, last, opts)
			}
			l.thinking = seat
			if last.remote != nil || last.timed {
				option = last.choose(ctx, ai.NewAsk(m, seat, opts), int(m.Seq()))
			} else if option = last.bot.Choose(ai.NewAsk(m, seat, opts)); !listed(opts, option) { // inlined choose
				option = last.handleUnlisted(option, ai.NewAsk(m, seat, opts), int(m.Seq()))
			}
			l.thinking = noSeat
			if last.err != nil {
				return
			}
		}
		if unobserved { // inlined apply
			m.Apply(state.Request{Seat: seat, Option: option, Salt: l.chance.Next()}, nil)
			continue
		}
		l.apply(m, last, option)
	}
	l.opts = opts
	if last != nil {
		g.End = last.end()
	}
}

// end fills in the result of a game and stores the final position for bots outside this process.
func (l *directLane) end(m state.Machine, g *Game) {
	g.Reached = l.stages.turns()
	for i := range l.match.Bots {
		if bot := &l.bots[i]; bot.remote != nil {
			l.storePosition(g.Number, m, bot, nil)
		}
	}
	l.bytes = l.recordResult(g, m, l.bytes)
}

// apply applies a bot's choice. The cards of a pick share one salt, as in a log.
func (l *directLane) apply(m state.Machine, g *supervisedBot, option state.Option) {
	l.log.Events = l.log.Events[:0]
	l.applyRequest(m, state.Request{Seat: g.seat, Option: option, Salt: l.chance.Next()})
	for _, option := range g.moreOptions {
		l.applyRequest(m, state.Request{Seat: g.seat, Option: option})
	}
	if l.departures != nil {
		l.departures.update(m)
	}
	if l.needsEvents {
		l.queueEvents(m)
	}
	if l.stages != nil {
		l.stages.update(m)
	}
}

func (l *directLane) applyRequest(m state.Machine, q state.Request) {
	if l.requestLog != nil {
		l.requestLog.add(m, q)
	}
	if l.needsEvents {
		m.Apply(q, &l.log)
	} else {
		m.Apply(q, nil)
	}
}

// queueEvents queues the new events for the bots outside this process.
func (l *directLane) queueEvents(m state.Machine) {
	for _, e := range l.log.Events {
		l.events++
		for i := range l.match.Bots {
			if r := l.bots[i].remote; r != nil && r.bot != nil {
				r.events = append(r.events, protocol.EventOf(l.events, m.Tell(e, state.Seat(i))))
			}
		}
	}
}

// storePosition stores the current position for a bot outside this process. options is nil unless
// the bot has a decision.
func (l *directLane) storePosition(n int, m state.Machine, g *supervisedBot, options []state.Option) {
	if g.remote.bot == nil {
		return
	}
	u := table.UpdateOf(m, g.seat, options)
	u.Game, u.N, u.View = gameID(n), l.events, m.AppendView(nil, g.seat)
	g.remote.lastUpdate = u
}
