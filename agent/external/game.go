package external

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/agent"
	"gamed/ai"
	"gamed/protocol"
)

// Begin announces a game to the bot and waits for the pong that shows that the bot is ready. If joined has
// no clock, Begin sets the clock of the limits. Begin discards late answers from the previous game, and
// refuses late requests about worlds.
//
// The error is a [*Fault] or the error of ctx. If the bot exited between two games, Begin
// returns the fault.
func (b *Conn) Begin(ctx context.Context, joined protocol.Joined) error {
	if b.fault != nil {
		return b.fault
	}
	if joined.Clock == nil {
		joined.Clock = b.limits.Clock()
	}
	if joined.Seats == nil {
		joined.Seats = []protocol.Seat{} // encode an empty list, not null
	}
	if b.hello.Forks && joined.Budget == nil {
		text := "the bot needs a forward model, and this game has none"
		b.send(&protocol.Error{Code: protocol.NoForks, Text: text})
		return b.fail(faultf(Startup, "%s", text))
	}
	b.bank, b.unanswered = b.limits.Bank, 0
	var budget ai.Budget
	if joined.Budget != nil {
		budget = ai.Budget{Worlds: joined.Budget.Worlds, Steps: joined.Budget.Steps}
	}
	if budget != b.budget || joined.Rules != b.rules { // otherwise reuse the worlds
		b.worlds, b.budget, b.rules = ai.NewWorlds(budget), budget, joined.Rules
	}
	within, cancel := context.WithTimeoutCause(ctx, b.limits.Ready, errLate)
	defer cancel()
	b.pings++
	for _, m := range []protocol.ServerMessage{&joined, &protocol.Ping{T: b.pings}} {
		if err := b.sendWait(within, m); errors.Is(err, errLate) {
			return b.fail(b.lateFault(Stall, "not ready within %v: it does not read its messages", b.limits.Ready))
		} else if err != nil {
			return err
		}
	}
	b.in.setOpen(true)
	defer b.in.setOpen(false)
	for n := 0; n <= b.limits.MaxUnexpected; n++ {
		received, err := b.in.take(within)
		if errors.Is(err, errLate) {
			err = b.lateFault(Stall, "not ready within %v: no pong%s", b.limits.Ready, b.unfinishedText())
		}
		if err != nil {
			return b.failIfFault(err)
		}
		switch m := received.m.(type) {
		case *protocol.Pong:
			if m.T == b.pings {
				b.lastPong = m.T
				return nil
			}
			if m.T <= b.lastPong || m.T > b.pings { // otherwise the pong answers an earlier ping, sent by Ask
				return b.fail(b.discardUntilPong(ctx, faultf(Malformed, "its pong has t %d, the ping had t %d", m.T, b.pings)))
			}
		case *protocol.Choose, *protocol.Pick, *protocol.Resign: // from the previous game
		case *protocol.Fork, *protocol.Apply, *protocol.Rollouts:
			b.send(&protocol.Error{Code: protocol.NotAsked, Text: "a new game has begun"})
		case *protocol.Release:
		default:
			return b.fail(b.discardUntilPong(ctx, b.strayFault(received)))
		}
	}
	return b.fail(b.floodFault())
}

// discardUntilPong discards the messages before the pong that answers the last ping. It returns
// the given fault, or a fault of kind Flood if too many messages arrive before the pong. So the
// result does not depend on which process is faster, the bot or the arena, and no message is left
// for the next game.
func (b *Conn) discardUntilPong(ctx context.Context, wrong *Fault) *Fault {
	if wrong.Fatal() {
		return wrong
	}
	for range b.limits.MaxUnexpected {
		quiet, cancel := context.WithTimeoutCause(ctx, b.limits.margin(0), errLate)
		received, err := b.in.take(quiet)
		cancel()
		if end := (*Fault)(nil); errors.As(err, &end) && end.Kind == Flood {
			return end
		}
		if err != nil { // the bot answers no ping, which Begin detects in the next game
			return wrong
		}
		if pong, ok := received.m.(*protocol.Pong); ok && pong.T == b.pings {
			b.lastPong = b.pings
			return wrong
		}
	}
	f := b.floodFault()
	f.Text += "; the first: " + wrong.Text
	return f
}

// EndGame sends the final update, if any, and the end of the game. It does not wait.
func (b *Conn) EndGame(final *protocol.Update, over protocol.Over) error {
	if final != nil {
		b.send(final)
	}
	if over.Won == nil {
		over.Won = []int{}
	}
	b.send(&over)
	return nil
}

// lateFault returns the fault for a missed deadline. If the bot is exiting, lateFault waits for the
// fault that describes the exit. Otherwise it makes a fault from kind, format and args. The kind
// becomes Flood if an unfinished message is too long.
func (b *Conn) lateFault(kind Kind, format string, args ...any) *Fault {
	if b.wire.ending() {
		return b.in.awaitEnd()
	}
	if b.wire.unfinished() > protocol.MaxMessage {
		kind = Flood
	}
	return faultf(kind, format, args...)
}

// failIfFault calls fail if err is a Fault. It returns other errors unchanged.
func (b *Conn) failIfFault(err error) error {
	if f := (*Fault)(nil); errors.As(err, &f) {
		return b.fail(f)
	}
	return err
}

// strayFault returns the fault for a message that is not allowed at this point.
func (b *Conn) strayFault(received message) *Fault {
	switch m := received.m.(type) {
	case nil:
		return faultf(Malformed, "%s", received.wrong)
	case *protocol.Bye:
		text := "it said bye"
		if m.Reason != "" {
			text = fmt.Sprintf("it said bye: %s", clip(m.Reason))
		}
		return faultf(Disconnect, "%s", text)
	case *protocol.Hello:
		return faultf(Malformed, "it sent a second hello")
	}
	return faultf(Malformed, "it sent a %s, which a match does not allow", TypeOf(received.m))
}

// An Answer is a bot's choice.
type Answer struct {
	Option int   // index of the chosen option
	Cards  []int // indices of the picked cards; replaces Option unless nil
	Resign bool
	Info   string        // the bot's note on its choice
	Took   time.Duration // time from the question to the answer
}

// Ask sends u, which must have a decision, and waits for the answer. Meanwhile the bot may draw
// worlds of the game in ask. The options of ask and u must have the same order. For a timed bot,
// Ask lowers the decision's Ends to the limit, so u must not have been encoded before.
//
// The error is a [*Fault] or the error of ctx.
func (b *Conn) Ask(ctx context.Context, u *protocol.Update, ask ai.Ask) (Answer, error) {
	if b.fault != nil {
		return Answer{}, b.fault
	}
	limit := b.limits.Decision + b.bank
	within, timed := ctx, b.limits.Clock() != nil
	if timed {
		ms := limit.Milliseconds()
		if ends := u.Decision.Ends; ends == nil || *ends > ms {
			u.Decision.Ends = &ms
		}
		var cancel context.CancelFunc
		within, cancel = context.WithTimeoutCause(ctx, limit+b.limits.margin(limit), errLate)
		defer cancel()
	}
	b.worlds.Open(ask)
	defer b.worlds.Close()
	q := question{bot: b, ask: ask, id: u.Decision.ID, sentAt: time.Now()}
	var answer Answer
	err := b.sendWait(within, u)
	if err == nil {
		b.in.setOpen(true)
		defer b.in.setOpen(false)
		answer, err = q.wait(within)
	} else {
		q.took = time.Since(q.sentAt)
	}
	if errors.Is(err, errLate) {
		err = b.lateFault(Stall, "no answer %v past its time of %v%s", b.limits.margin(limit), limit, b.unfinishedText())
	}
	answer.Took = q.took
	over := q.took - limit
	b.bank = max(b.bank-max(q.took-b.limits.Decision, 0), 0)
	if f := (*Fault)(nil); errors.As(err, &f) {
		if !f.Fatal() {
			b.ping()
			f = b.discardUntilPong(ctx, f)
		}
		f.Took, b.unanswered = q.took, q.id
		return answer, b.fail(f)
	}
	if err != nil {
		b.unanswered = q.id
		return answer, err
	}
	if timed && over > 0 {
		f := faultf(Timeout, "%s", DescribeOverrun(over, limit))
		f.Took = q.took
		return answer, b.fail(f)
	}
	b.bank += b.limits.Increment
	return answer, nil
}

// DescribeOverrun describes an answer that came after a limit.
func DescribeOverrun(over, limit time.Duration) string {
	return fmt.Sprintf("%d ms over its time of %v", max(over.Round(time.Millisecond), time.Millisecond).Milliseconds(), limit)
}

// A question is an open decision of a bot.
type question struct {
	bot        *Conn
	ask        ai.Ask
	id         uint32
	sentAt     time.Time     // when the question was sent
	took       time.Duration // thinking time until the latest message
	unexpected int           // number of unexpected messages: see Limits.Flood
}

// wait handles messages until the bot answers.
func (q *question) wait(ctx context.Context) (Answer, error) {
	for {
		received, err := q.bot.in.take(ctx)
		if err != nil {
			q.took = time.Since(q.sentAt)
			return Answer{}, err
		}
		q.took = max(received.at.Sub(q.sentAt), 0)
		switch m := received.m.(type) {
		case *protocol.Choose:
			if !q.isLate(m.Decision) {
				return q.validate(m.Decision, Answer{Option: m.Option, Info: m.Info})
			}
		case *protocol.Pick:
			if !q.isLate(m.Decision) {
				return q.validate(m.Decision, Answer{Cards: m.Cards, Info: m.Info})
			}
		case *protocol.Resign:
			return Answer{Resign: true}, nil
		case *protocol.Fork, *protocol.Apply, *protocol.Rollouts, *protocol.Release:
			if err := q.forward(ctx, received); err != nil {
				return Answer{}, err
			}
		case *protocol.Pong:
			q.unexpected++
		default:
			return Answer{}, q.bot.strayFault(received)
		}
		if q.unexpected > q.bot.limits.MaxUnexpected {
			return Answer{}, q.bot.floodFault()
		}
	}
}

// isLate reports whether an answer belongs to a closed decision. It counts a late answer as an
// unexpected message.
func (q *question) isLate(decision uint32) bool {
	late := decision <= q.bot.unanswered && decision != q.id
	if late {
		q.unexpected++
	}
	return late
}

// validate returns the answer, or a fault if it is not a legal answer to the open decision.
func (q *question) validate(decision uint32, a Answer) (Answer, error) {
	if decision != q.id {
		return Answer{}, faultf(Illegal, "it answered decision %d, the open decision is %d", decision, q.id)
	}
	if a.Cards != nil {
		if _, err := q.ask.Select(a.Cards); err != nil {
			return Answer{}, faultf(Illegal, "it picked the cards %s: %v", clip(fmt.Sprint(a.Cards)), err)
		}
	} else if n := len(q.ask.Options); a.Option >= n {
		return Answer{}, faultf(Illegal, "it chose option %d of %d, counted from 0", a.Option, n)
	}
	return a, nil
}

// forward handles a request about worlds. It first waits for space in the outbox, so that replies
// do not accumulate. If there is no space within the limit Ready, forward returns a fault of kind
// Flood.
func (q *question) forward(ctx context.Context, received message) error {
	ctx, cancel := context.WithTimeoutCause(ctx, q.bot.limits.Ready, errLate)
	defer cancel()
	if err := q.bot.out.AwaitSpace(ctx); err != nil {
		return q.floodIfLate(err)
	}
	var answer protocol.ServerMessage
	release, isRelease := received.m.(*protocol.Release)
	if isRelease {
		if q.bot.worlds.Release(release.WorldID) != nil {
			q.unexpected++
		}
		return nil
	}
	if received.at.Before(q.sentAt) {
		answer = &protocol.Error{Code: protocol.NotAsked, Text: "no decision was open when this message arrived"}
	} else {
		answer = agent.Forward(q.bot.worlds, received.m)
	}
	switch refused := answer.(type) {
	case *protocol.Error:
		q.unexpected++
		answer = refused.About(received.m)
	default:
		answer = protocol.Answer(answer, received.m)
	}
	return q.floodIfLate(q.bot.sendWait(ctx, answer))
}

// floodIfLate returns a fault of kind Flood for errLate, which a wait for space in the outbox returned. It
// returns other errors unchanged.
func (q *question) floodIfLate(err error) error {
	if errors.Is(err, errLate) {
		return q.bot.lateFault(Flood, "it sends requests without reading the results")
	}
	return err
}
