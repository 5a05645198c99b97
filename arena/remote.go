package arena

import (
	"context"
	"errors"
	"fmt"

	"gamed/agent/external"
	"gamed/protocol"
)

// An Opener starts a bot outside this process, or waits until one connects. The
// error is an [*external.Fault] or that of ctx.
type Opener func(ctx context.Context) (*external.Bot, error)

// tries is how often in a row a bot may fail to start before it is not tried
// any more: its games are lost at once then, and nobody has to wait for it.
const tries = 3

// A link is a worker's way to a bot outside this process.
type link struct {
	open   Opener
	bot    *external.Bot // nil before the first game and after a failure
	failed int           // in a row, to start
	last   *external.Fault
}

// begin seats the bot in a game. The bot is nil if it could not be had: the
// fault says why.
func (l *link) begin(ctx context.Context, joined protocol.Joined) (*external.Fault, error) {
	wrong := new(external.Fault)
	for {
		used := l.bot != nil
		if !used {
			if l.failed == tries {
				return &external.Fault{Kind: l.last.Kind, Text: fmt.Sprintf("it has failed to start %d times, the last time so: %s", tries, l.last.Text)}, nil
			}
			bot, err := l.open(ctx)
			switch {
			case err != nil && ctx.Err() != nil:
				return nil, ctx.Err()
			case errors.As(err, &wrong):
				l.failed, l.last = l.failed+1, wrong
				return wrong, nil
			case err != nil:
				return nil, err
			}
			l.bot, l.failed = bot, 0
		}
		err := l.bot.Begin(ctx, joined)
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
			l.close() // it ended after its last game: that harms nobody
		default:
			return wrong, nil
		}
	}
}

// close ends the bot and returns what it wrote on its stderr.
func (l *link) close() (stderr string) {
	if l.bot == nil {
		return ""
	}
	_ = l.bot.Close() // it is gone either way
	stderr = l.bot.Stderr()
	l.bot = nil
	return stderr
}

// A remote is a bot outside this process in one game.
type remote struct {
	link   *link
	bot    *external.Bot   // nil once it is gone
	gone   *external.Fault // why
	told   bool            // the fault has been noted
	stderr string          // of one that is gone

	events []protocol.Event // that it has not been sent yet
	last   *protocol.Update // how the game stands
}

// lose ends a bot that has failed for good.
func (r *remote) lose(why *external.Fault) {
	r.gone, r.bot = why, nil
	r.stderr = r.link.close()
}

// WriteJSON takes note of what the bot's seat is told in the actor lane. It is
// sent when the bot is asked: what is sent does not depend on who was faster.
func (r *remote) WriteJSON(m protocol.ServerMessage) error {
	if u, ok := m.(*protocol.Update); ok {
		r.events = append(r.events, u.Events...)
		r.last = u
	}
	return nil
}

// question is the update that asks the bot.
func (r *remote) question() *protocol.Update {
	u := r.update()
	d := *r.last.Decision
	u.Decision = &d
	return u
}

// update is all that has happened since the last one.
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

// over tells the bot the end of the game, for one of the reasons of
// [protocol.Over].
func (r *remote) over(won []int, reason string) {
	if r.bot == nil || r.last == nil {
		return
	}
	u := r.update()
	// One that is gone by now is missed in the next game.
	_ = r.bot.Over(u, protocol.Over{Game: u.Game, N: u.N, Won: won, Draw: len(won) == 0 && reason == protocol.ReasonEnd, Reason: reason})
}

// log is what the bot wrote on its stderr.
func (r *remote) log() string {
	if r.bot == nil {
		return r.stderr
	}
	return r.bot.Stderr()
}
