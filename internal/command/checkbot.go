package command

import (
	"context"
	"strings"

	"gamed/agent/external"
	"gamed/internal/conformance"
)

// checkBot runs gamed check bot: it tests a program as a bot.
func (o *checkOptions) checkBot(ctx context.Context, env environ, args []string) error {
	test := conformance.BotTest{Command: external.Command{Name: args[0], Args: args[1:]}, Limits: external.DefaultLimits, Games: o.games, Seed: o.seed}
	test.Limits.Decision, test.Slack = o.limit, o.slack
	for name := range strings.SplitSeq(o.rules, ",") {
		r, err := env.games.find(name)
		if err != nil {
			return err
		}
		test.Rules = append(test.Rules, r)
	}
	steps := printer{env: env, bar: newProgress(env.err, test.Steps())}
	done := 0
	test.Done = func(s conformance.Step) {
		steps.print(s)
		done++
		steps.bar.set(done)
	}
	report, err := test.Run(ctx)
	return steps.finish(test.Command.String(), report, err)
}
