package arena

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gamed/agent/external"
	"gamed/protocol"
)

// An Opener starts a bot outside this process or waits for its connection. The error of an Opener
// is an [*external.Fault] or the error of ctx.
type Opener func(ctx context.Context) (*external.Conn, error)

// maxLost is the number of consecutive games after which the match ends if a bot ended before its
// first answer in each of them.
const maxLost = 3

// A BotError is returned if a bot outside this process cannot play a match. Either the bot does not
// start, or it ended before its first answer in three consecutive games.
type BotError struct {
	Bot   string
	Game  int    // the last of the three games, or -1 if Start could not start the bot
	Fault Fault  // the fault in this game
	Log   string // the path of this game's log, or "" if the log is not kept
}

func (e *BotError) Error() string {
	if e.Game < 0 {
		return fmt.Sprintf("bot %s does not start: %s", e.Bot, e.Fault.Text)
	}
	return fmt.Sprintf("bot %s ended before its first answer in %d games running, up to game %d: %s: %s (%s)", e.Bot, maxLost, e.Game, e.Fault.Kind, e.Fault.Text, replayCommand(e.Log))
}

// Start starts the bot before a match, so that the caller learns early if the bot does not start.
// The first game of the match then uses the bot. The error is a [*BotError] if the bot does not
// start. The caller must call end after the match.
func (p *Player) Start(ctx context.Context) (end func(), err error) {
	open := p.Open
	bot, err := open(ctx)
	if wrong := (*external.Fault)(nil); errors.As(err, &wrong) {
		return nil, &BotError{Bot: p.Name, Game: -1, Fault: Fault{Kind: wrong.Kind, Text: wrong.Text, N: 1, Unanswered: true, Stderr: lastLines(wrong.Stderr)}}
	}
	if err != nil {
		return nil, err
	}
	started := make(chan *external.Conn, 1)
	started <- bot
	p.Open = func(ctx context.Context) (*external.Conn, error) {
		select {
		case bot := <-started:
			return bot, nil
		default:
			return open(ctx)
		}
	}
	return func() {
		select {
		case bot := <-started:
			_ = bot.Close() // Close always returns nil
		default:
		}
	}, nil
}

const (
	// maxStderrLines and maxStderrBytes limit the part of a bot's stderr that a [Fault] contains.
	maxStderrLines, maxStderrBytes = 20, 2000
)

// lastLines returns the last lines of a bot's stderr, within maxStderrLines and maxStderrBytes.
func lastLines(stderr string) string {
	text := strings.TrimSpace(strings.ToValidUTF8(stderr, "\ufffd"))
	lines := strings.Split(text, "\n")
	lines = lines[max(len(lines)-maxStderrLines, 0):]
	for len(lines) > 1 && len(strings.Join(lines, "\n")) > maxStderrBytes {
		lines = lines[1:]
	}
	text = strings.Join(lines, "\n")
	return strings.ToValidUTF8(text[max(len(text)-maxStderrBytes, 0):], "")
}

// A remote is a worker's bot outside this process.
type remote struct {
	open Opener
	bot  *external.Conn // nil before the first game and after the bot exits

	// The fields below are about the current game.
	fatal         *external.Fault  // the fault that ended the bot
	fatalRecorded bool             // whether the fault in fatal is among the faults of the game
	stderr        string           // stderr of an exited bot
	events        []protocol.Event // events not yet sent to the bot
	lastUpdate    *protocol.Update // the current position
}

// begin starts the bot if the bot is not running, and then begins a game with the bot. It returns a
// fault if the bot is unavailable.
func (r *remote) begin(ctx context.Context, joined protocol.Joined) (*external.Fault, error) {
	r.fatal, r.fatalRecorded, r.stderr, r.events, r.lastUpdate = nil, false, "", nil, nil
	wrong := new(external.Fault)
	for {
		used := r.bot != nil
		if !used {
			bot, err := r.open(ctx)
			switch {
			case err != nil && ctx.Err() != nil:
				return nil, ctx.Err()
			case errors.As(err, &wrong):
				r.stderr = wrong.Stderr
				return wrong, nil
			case err != nil:
				return nil, err
			}
			r.bot = bot
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
		case used && (wrong.Kind == external.Exit || wrong.Kind == external.Crash || wrong.Kind == external.Disconnect):
			r.close() // it exited after the previous game, which is not a fault
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

// fail ends a bot after a fatal fault.
func (r *remote) fail(why *external.Fault) {
	r.fatal = why
	r.close()
}

// WriteJSON queues updates from the actor lane until the bot has a decision. So the messages to the
// bot do not depend on timing.
func (r *remote) WriteJSON(m protocol.ServerMessage) error {
	if u, ok := m.(*protocol.Update); ok {
		r.events = append(r.events, u.Events...)
		r.lastUpdate = u
	}
	return nil
}

// question returns the update for the bot, with the bot's open decision.
func (r *remote) question() *protocol.Update {
	u := r.update()
	d := *r.lastUpdate.Decision
	u.Decision = &d
	return u
}

// update returns the message with the current position and the events since the previous message.
func (r *remote) update() *protocol.Update {
	u := &protocol.Update{
		Game: r.lastUpdate.Game, N: r.lastUpdate.N, Turn: r.lastUpdate.Turn, Awaiting: r.lastUpdate.Awaiting, View: r.lastUpdate.View, Events: r.events,
	}
	if u.Events == nil {
		u.Events = []protocol.Event{}
	}
	r.events = nil
	return u
}

// sendOver sends the end of the game to the bot. reason is a reason of [protocol.Over].
func (r *remote) sendOver(won []int, reason string) {
	if r.bot == nil || r.lastUpdate == nil {
		return
	}
	u := r.update()
	// If the bot has exited, the next game detects it.
	_ = r.bot.EndGame(u, protocol.Over{Game: u.Game, N: u.N, Won: won, Draw: len(won) == 0 && reason == protocol.ReasonEnd, Reason: reason})
}

// stderrText returns the bot's stderr, also after the bot has exited.
func (r *remote) stderrText() string {
	if r.bot == nil {
		return r.stderr
	}
	return r.bot.Stderr()
}
