package arena

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"gamed/agent/external"
	"gamed/protocol"
)

// An Opener starts a bot outside this process or waits for its connection. It
// returns an [*external.Fault] or the error of ctx.
type Opener func(ctx context.Context) (*external.Bot, error)

// tries is the number of consecutive failed starts after which a bot is not started again. Each
// of its remaining games then begins with a fault. If the bot has never started, the match fails.
const tries = 3

// A StartError is returned by a match when a bot outside this process has never started.
type StartError struct {
	Bot   string
	Fault *external.Fault // of the last attempt
}

func (e *StartError) Error() string {
	return fmt.Sprintf("bot %s failed to start %d times: %s", e.Bot, tries, e.Fault.Text)
}

// A remote is a worker's bot outside this process.
type remote struct {
	name   string
	open   Opener
	ever   *atomic.Bool    // whether a worker of the match has started the bot
	bot    *external.Bot   // nil before the first game and after the bot exits
	failed int             // consecutive failed starts
	broken *external.Fault // the latest failed start

	// In the current game:
	gone   *external.Fault  // the fault that ended the bot
	told   bool             // whether gone was recorded
	stderr string           // of an exited bot
	events []protocol.Event // not yet sent
	last   *protocol.Update // the current position
}

// begin starts a game with the bot. If the bot is unavailable, it returns the fault.
func (r *remote) begin(ctx context.Context, joined protocol.Joined) (*external.Fault, error) {
	r.gone, r.told, r.stderr, r.events, r.last = nil, false, "", nil, nil
	wrong := new(external.Fault)
	for {
		used := r.bot != nil
		if !used {
			if r.failed == tries {
				return &external.Fault{Kind: r.broken.Kind, Text: fmt.Sprintf("failed to start %d times: %s", tries, r.broken.Text)}, nil
			}
			bot, err := r.open(ctx)
			switch {
			case err != nil && ctx.Err() != nil:
				return nil, ctx.Err()
			case errors.As(err, &wrong):
				r.failed, r.broken, r.stderr = r.failed+1, wrong, wrong.Stderr
				switch {
				case r.ever.Load():
					return wrong, nil
				case r.failed == tries:
					return nil, &StartError{r.name, wrong}
				}
				continue
			case err != nil:
				return nil, err
			}
			r.bot, r.failed = bot, 0
			r.ever.Store(true)
			if bot.Hello().Forks && joined.Budget == nil {
				r.close()
				return nil, errors.New("the bot needs a forward model, and this match has none: use --worlds 64")
			}
		}
		err := r.bot.Begin(ctx, joined)
		switch {
		case err == nil:
			return nil, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !errors.As(err, &wrong):
			return nil, err
		case !wrong.Fatal():
			return wrong, nil
		case used && (wrong.Kind == external.Crash || wrong.Kind == external.Disconnect):
			r.close() // it exited after its last game, which is not a fault
			r.stderr = ""
		default:
			return wrong, nil
		}
	}
}

// close ends the bot and keeps its stderr.
func (r *remote) close() {
	if r.bot == nil {
		return
	}
	_ = r.bot.Close() // the bot has ended either way
	r.stderr = r.bot.Stderr()
	r.bot = nil
}

// lose ends a bot after a fatal fault.
func (r *remote) lose(why *external.Fault) {
	r.gone = why
	r.close()
}

// WriteJSON queues updates from the actor lane until the bot has a decision. The messages
// therefore do not depend on timing.
func (r *remote) WriteJSON(m protocol.ServerMessage) error {
	if u, ok := m.(*protocol.Update); ok {
		r.events = append(r.events, u.Events...)
		r.last = u
	}
	return nil
}

// question returns the update with the bot's decision.
func (r *remote) question() *protocol.Update {
	u := r.update()
	d := *r.last.Decision
	u.Decision = &d
	return u
}

// update returns the changes since the previous update.
func (r *remote) update() *protocol.Update {
	u := &protocol.Update{
		Game: r.last.Game, N: r.last.N, Turn: r.last.Turn, Awaiting: r.last.Awaiting, View: r.last.View, Events: r.events,
	}
	if u.Events == nil {
		u.Events = []protocol.Event{}
	}
	r.events = nil
	return u
}

// over sends the end of the game to the bot. The reason is one of those for [protocol.Over].
func (r *remote) over(won []int, reason string) {
	if r.bot == nil || r.last == nil {
		return
	}
	u := r.update()
	// If the bot has exited, the next game detects it.
	_ = r.bot.Over(u, protocol.Over{Game: u.Game, N: u.N, Won: won, Draw: len(won) == 0 && reason == protocol.ReasonEnd, Reason: reason})
}

// log returns the bot's stderr.
func (r *remote) log() string {
	if r.bot == nil {
		return r.stderr
	}
	return r.bot.Stderr()
}
