package external

import (
	"context"
	"errors"
	"time"

	"gamed/agent"
	"gamed/ai"
	"gamed/protocol"
)

// An Answer is what a bot does in a decision.
type Answer struct {
	Option int // the number of an option
	Resign bool
	Info   string        // what the bot has to say of its choice
	Took   time.Duration // from the moment it was asked
}

// Ask sends u, which has a decision, and waits for the answer. Meanwhile the bot
// may fork the world of a, whose options are those of u in the same order. If the
// bot is timed, the decision's Ends is set unless it is sooner already, so u must not
// have been encoded.
//
// The error is a [*Fault] or that of ctx.
func (b *Bot) Ask(ctx context.Context, u *protocol.Update, a ai.Ask) (Answer, error) {
	if b.fault != nil {
		return Answer{}, b.fault
	}
	limit := b.limits.Decision + b.bank
	timed := b.limits.Clock() != nil
	if timed {
		ms := limit.Milliseconds()
		if ends := u.Decision.Ends; ends == nil || *ends > ms {
			u.Decision.Ends = &ms
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit+b.limits.margin(limit), errLate)
		defer cancel()
	}
	b.worlds.Open(a)
	defer b.worlds.Close()
	q := question{bot: b, id: u.Decision.ID, options: len(u.Decision.Options), put: time.Now()}
	b.send(u)
	b.in.look(true)
	defer b.in.look(false)
	answer, err := q.wait(ctx)
	if errors.Is(err, errLate) {
		err = faultf(Stall, "no answer %v past its time of %v%s", b.limits.margin(limit), limit, b.half())
	}
	answer.Took = q.took
	over := q.took - limit
	b.bank = max(b.bank-max(q.took-b.limits.Decision, 0), 0)
	if f := (*Fault)(nil); errors.As(err, &f) {
		f.Took, b.void = q.took, q.id
		return answer, b.fail(f)
	}
	if err != nil {
		b.void = q.id
		return answer, err
	}
	if timed && over > 0 {
		return answer, b.fail(&Fault{Kind: Timeout, Text: overtime(over, limit), Took: q.took})
	}
	b.bank += b.limits.Increment
	return answer, nil
}

// overtime says how late an answer was.
func overtime(over, limit time.Duration) string {
	ms := max(over.Round(time.Millisecond), time.Millisecond).Milliseconds()
	return faultf(Timeout, "%d ms over its time of %v", ms, limit).Text
}

// A question is a decision that a bot thinks about.
type question struct {
	bot     *Bot
	id      uint32
	options int
	put     time.Time
	took    time.Duration // until the last message
	unasked int
}

// wait serves the bot until it has answered.
func (q *question) wait(ctx context.Context) (Answer, error) {
	for {
		came, err := q.bot.in.take(ctx)
		if err != nil {
			q.took = time.Since(q.put)
			return Answer{}, err
		}
		q.took = max(came.at.Sub(q.put), 0)
		switch m := came.m.(type) {
		case *protocol.Choose:
			if m.Decision <= q.bot.void && m.Decision != q.id {
				q.unasked++ // it was chosen for it, or is open no more
				break
			}
			return q.choice(m)
		case *protocol.Resign:
			return Answer{Resign: true}, nil
		case *protocol.Fork, *protocol.Apply, *protocol.Release:
			if err := q.forward(ctx, came); err != nil {
				return Answer{}, err
			}
		case *protocol.Pong:
			q.unasked++
		default:
			return Answer{}, q.bot.stray(came)
		}
		if q.unasked > q.bot.limits.Flood {
			return Answer{}, q.bot.flood()
		}
	}
}

// choice checks an answer.
func (q *question) choice(m *protocol.Choose) (Answer, error) {
	switch {
	case m.Decision != q.id:
		return Answer{}, faultf(Illegal, "it answered decision %d, and decision %d is open", m.Decision, q.id)
	case m.Option >= q.options:
		return Answer{}, faultf(Illegal, "it chose option %d, and there are %d, from 0", m.Option, q.options)
	}
	return Answer{Option: m.Option, Info: m.Info}, nil
}

// forward does what a bot asks for in its worlds. A bot that does not read the
// answers waits until it does.
func (q *question) forward(ctx context.Context, came message) error {
	if err := q.bot.out.Calm(ctx); err != nil {
		return err
	}
	var answer protocol.ServerMessage
	if _, release := came.m.(*protocol.Release); !release && came.at.Before(q.put) {
		answer = &protocol.Error{Code: protocol.NotAsked, Text: "nothing was asked when this came"}
	} else {
		answer = agent.Forward(q.bot.worlds, came.m)
	}
	if answer == nil {
		return nil
	}
	if _, refused := answer.(*protocol.Error); refused {
		q.unasked++
	}
	q.bot.send(answer)
	return nil
}
