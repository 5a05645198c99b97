package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gamed/agent"
	"gamed/agent/external"
	"gamed/ai"
	"gamed/state"
)

// A supervisedBot runs a bot in one game and turns its failures into faults under the match's
// policy.
type supervisedBot struct {
	seat   state.Seat
	bot    ai.Bot  // nil for a bot outside this process
	remote *remote // nil for a bot in this process
	match  *Match

	faults     []Fault
	faultCount int  // number of faults in the game
	answered   bool // whether the bot, if outside this process, has answered in the game
	conceded   bool
	resigned   bool // whether the bot has resigned, or a fault made it resign
	err        error

	cards       []int          // the cards of the latest answer, or nil if it was not a pick
	moreOptions []state.Option // the options that take these cards, without the first

	timer    *timer
	timed    bool       // whether to time a bot in this process
	time     TimeLimits // time limit of a bot in this process
	bankLeft time.Duration
}

// choose returns a legal option. It asks the bot if there are several options. If choose sets
// g.err, the game cannot continue and the option is meaningless. choose panics if a bot in this
// process panics; see [supervisedBot.recordPanic].
func (g *supervisedBot) choose(ctx context.Context, a ai.Ask, seq int) state.Option {
	g.cards, g.moreOptions = nil, nil
	if len(a.Options) == 1 {
		return a.Options[0]
	}
	if g.remote != nil {
		return g.ask(ctx, a, seq)
	}
	var start time.Time
	if g.timed {
		start = time.Now()
	}
	limit := g.time.Decision + g.bankLeft
	answer := g.bot.Choose(agent.WithTimeLimit(g.bot, a, limit-limit/reserve))
	if g.timed {
		took := time.Since(start)
		g.timer.add(took)
		if over := took - limit; g.time.limited() && over > 0 {
			g.bankLeft = 0
			return g.recordFault(external.Timeout, external.DescribeOverrun(over, limit), a, seq)
		}
		g.bankLeft += g.time.Increment - max(took-g.time.Decision, 0)
	}
	if !listed(a.Options, answer) {
		return g.handleUnlisted(answer, a, seq)
	}
	return answer
}

// reserve determines when a search in this process ends: with 1/reserve of its time limit left.
const reserve = 8

// listed does the same as slices.Contains in half the time.
func listed(options []state.Option, answer state.Option) bool {
	for i := range options {
		if options[i] == answer {
			return true
		}
	}
	return false
}

// handleUnlisted handles an answer that is not among the options.
func (g *supervisedBot) handleUnlisted(answer state.Option, a ai.Ask, seq int) state.Option {
	if answer == resign {
		return g.concede()
	}
	return g.recordFault(external.Illegal, fmt.Sprintf("%+v is not among its %d options", answer, len(a.Options)), a, seq)
}

// recordPanic records a bot's panic with value v as a fault and returns the option that the lane
// applies for the bot.
func (g *supervisedBot) recordPanic(v any, a ai.Ask, seq int) state.Option {
	return g.recordFault(external.Crash, fmt.Sprint("panic: ", v), a, seq)
}

// ask asks a bot outside this process, unless a fatal fault has ended the bot.
func (g *supervisedBot) ask(ctx context.Context, a ai.Ask, seq int) state.Option {
	if fatal := g.remote.fatal; fatal != nil {
		if g.remote.fatalRecorded {
			return a.Options[0]
		}
		g.remote.fatalRecorded = true
		return g.recordEnd(fatal, a, seq)
	}
	answer, err := g.remote.bot.Ask(ctx, g.remote.question(), a)
	wrong := new(external.Fault)
	switch {
	case errors.As(err, &wrong):
		if wrong.Fatal() {
			g.remote.fail(wrong)
			g.remote.fatalRecorded = true
		}
		if wrong.Took > 0 {
			g.timer.add(wrong.Took)
		}
		if wrong.Fatal() {
			return g.recordEnd(wrong, a, seq)
		}
		return g.recordFault(wrong.Kind, wrong.Text, a, seq)
	case err != nil:
		g.err = err
		return a.Options[0]
	}
	g.answered = true
	g.timer.add(answer.Took)
	switch {
	case answer.Resign:
		return g.concede()
	case answer.Cards != nil:
		options, _ := a.Select(answer.Cards) // the bot's connection has checked the cards
		g.cards, g.moreOptions = answer.Cards, options[1:]
		return options[0]
	}
	return a.Options[answer.Option]
}

// resign is always legal but is never listed among the options.
var resign = state.Option{Do: state.Resign}

func (g *supervisedBot) concede() state.Option {
	g.conceded, g.resigned = true, true
	return resign
}

// recordFault records a fault and returns the option that the lane applies for the bot.
func (g *supervisedBot) recordFault(kind external.Kind, text string, a ai.Ask, seq int) state.Option {
	fault := rowOf(&g.faults, Fault{Seat: int(g.seat), Kind: kind, Text: text, Seq: seq}, func(f Fault) bool { return f.Kind == kind })
	fault.N++
	g.faultCount++
	if g.match.OnFault.tolerates(g.faultCount) {
		return a.Options[0]
	}
	fault.Lost, g.resigned = true, true
	return resign
}

// recordEnd records the fault that ended a bot outside this process.
func (g *supervisedBot) recordEnd(why *external.Fault, a ai.Ask, seq int) state.Option {
	option := g.recordFault(why.Kind, why.Text, a, seq)
	if !g.answered && why.Kind != external.Rules {
		f := &g.faults[slices.IndexFunc(g.faults, func(f Fault) bool { return f.Kind == why.Kind })]
		f.Unanswered, f.Stderr = true, lastLines(g.remote.stderrText())
	}
	return option
}

// end returns the End of the game if this bot made the last request.
func (g *supervisedBot) end() End {
	for _, f := range g.faults {
		if f.Lost {
			return End(f.Kind)
		}
	}
	if g.conceded {
		return Conceded
	}
	return Normal
}
