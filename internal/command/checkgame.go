package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"

	"gamed/internal/conformance"
	"gamed/state"
)

// checkGame runs gamed check game: it tests a ruleset.
func (o *checkOptions) checkGame(ctx context.Context, env environ, args []string) error {
	r, err := env.game(args[0])
	if err != nil {
		return err
	}
	table, err := o.table.read()
	if err != nil {
		return err
	}
	if _, err := r.Deal(state.Setup{Seats: r.Info().MinSeats, Table: table}); err != nil && len(table) > 0 {
		return &usageError{err}
	}
	test := conformance.GameTest{Rules: r, View: r.View, Games: o.games, Seed: o.seed, Table: table}
	steps := printer{env: env, bar: newProgress(env.err, test.Total()), log: o.log, replay: "gamed replay " + o.log}
	if r.file != nil {
		steps.replay = fmt.Sprintf("gamed replay --game %s %s", args[0], o.log)
	}
	test.Progress, test.Done = steps.bar.set, steps.print
	report, err := test.Run(ctx)
	return steps.finish(args[0], report, err)
}

// A printer prints the steps of a test.
type printer struct {
	env    environ
	bar    progress
	part   string // of the previous step
	failed int
	err    error // the first error of writing

	log    string // file for the first log of a failed step
	replay string // command that shows this log; "" once the log is written
}

func (p *printer) print(s conformance.Step) {
	p.bar.finish()
	if s.Part != p.part {
		p.write(s.Part + "\n")
		p.part = s.Part
	}
	p.write(s.String())
	if s.Outcome != conformance.Failed {
		return
	}
	if p.failed++; s.Log != nil && p.replay != "" {
		p.err = cmp.Or(p.err, os.WriteFile(p.log, s.Log, 0o600))
		p.write("             log:   " + p.replay + "\n")
		p.replay = ""
	}
}

func (p *printer) write(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.env.out, text)
	}
}

// finish returns err if it is not nil. Otherwise finish prints a summary of the report, and returns an error if
// steps failed.
func (p *printer) finish(what string, report conformance.Report, err error) error {
	p.bar.finish()
	if err != nil {
		return err
	}
	p.write("\n" + report.String() + "\n")
	if p.err == nil && p.failed > 0 {
		return fmt.Errorf("%s: %s failed", what, plural(p.failed, "step"))
	}
	return p.err
}
