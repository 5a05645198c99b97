package external

import (
	"context"
	"errors"
	"fmt"

	"gamed/ai"
	"gamed/protocol"
)

// Begin tells the bot of a game, and waits until it is ready. The clock of joined
// is set from the limits. What is left of the game before is thrown away.
//
// The error is a [*Fault] or that of ctx. A bot that went between two games is
// found out here.
func (b *Bot) Begin(ctx context.Context, joined protocol.Joined) error {
	if b.fault != nil {
		return b.fault
	}
	if joined.Clock == nil {
		joined.Clock = b.limits.Clock()
	}
	if joined.Seats == nil {
		joined.Seats = []protocol.Seat{} // a list in any case
	}
	b.bank, b.void = b.limits.Bank, 0
	var budget ai.Budget
	if joined.Budget != nil {
		budget = ai.Budget{Worlds: joined.Budget.Worlds, Steps: joined.Budget.Steps}
	}
	if budget != b.budget || joined.Rules != b.rules { // else its worlds serve again
		b.worlds, b.budget, b.rules = ai.NewWorlds(budget), budget, joined.Rules
	}
	b.pings++
	b.send(&joined)
	b.send(&protocol.Ping{T: b.pings})
	b.in.look(true)
	defer b.in.look(false)
	ctx, cancel := context.WithTimeoutCause(ctx, b.limits.Ready, errLate)
	defer cancel()
	for n := 0; n <= b.limits.Flood; n++ {
		came, err := b.in.take(ctx)
		if errors.Is(err, errLate) {
			err = faultf(Stall, "not ready within %v: no pong%s", b.limits.Ready, b.half())
		}
		if err != nil {
			return b.failed(err)
		}
		switch m := came.m.(type) {
		case *protocol.Pong:
			if m.T == b.pings {
				return nil
			}
			return b.fail(faultf(Malformed, "its pong has the t %d, the ping had %d", m.T, b.pings))
		case *protocol.Choose, *protocol.Resign: // of the game before
		case *protocol.Fork, *protocol.Apply:
			b.send(&protocol.Error{Code: protocol.NotAsked, Text: "a new game has begun"})
		case *protocol.Release:
		default:
			return b.stray(came)
		}
	}
	return b.fail(b.flood())
}

// Over tells the bot that the game is over, and before that, unless it is nil,
// how the game stands. It does not wait.
func (b *Bot) Over(final *protocol.Update, over protocol.Over) error {
	if final != nil {
		b.send(final)
	}
	if over.Won == nil {
		over.Won = []int{}
	}
	b.send(&over)
	return nil
}

// failed notes an error of the inbox: the bot's end, or that of ctx.
func (b *Bot) failed(err error) error {
	if f := (*Fault)(nil); errors.As(err, &f) {
		return b.fail(f)
	}
	return err
}

// stray is the fault of a message that does not belong where it came.
func (b *Bot) stray(came message) error {
	switch m := came.m.(type) {
	case nil:
		return b.fail(faultf(Malformed, "%s", came.wrong))
	case *protocol.Bye:
		text := "it said bye"
		if m.Reason != "" {
			text = fmt.Sprintf("it said bye: %s", clip(m.Reason))
		}
		return b.fail(faultf(Disconnect, "%s", text))
	case *protocol.Hello:
		return b.fail(faultf(Malformed, "a second hello"))
	}
	return b.fail(faultf(Malformed, "a %s does not belong into a match", typeOf(came.m)))
}
