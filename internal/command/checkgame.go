package command

import (
	"context"
	"fmt"
	"os"

	"gamed/internal/conformance"
	"gamed/state"
)

// checkRules tests a ruleset.
func checkRules(ctx context.Context, env environ, args []string, o checkOptions) error {
	if err := arguments(args, 1, 1, "one GAME, see gamed rules, or FILE.yaml"); err != nil {
		return err
	}
	r, err := env.games.find(args[0])
	if err != nil {
		return err
	}
	table, err := readTable(o.table)
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
	return steps.end(args[0], report, err)
}

// A printer prints steps as they are done.
type printer struct {
	env    environ
	bar    progress
	part   string // of the step before
	failed int
	err    error

	log, replay string // the file for the log of the first failure, and how it is shown
}

func (p *printer) print(s conformance.Step) {
	p.bar.finish()
	if s.Part != p.part {
		_, err := fmt.Fprintf(p.env.out, "%s\n", s.Part)
		p.keep(err)
		p.part = s.Part
	}
	_, err := fmt.Fprint(p.env.out, s)
	p.keep(err)
	if s.Outcome != conformance.Failed {
		return
	}
	if p.failed++; s.Log != nil && p.replay != "" {
		p.keep(os.WriteFile(p.log, s.Log, 0o600))
		_, err := fmt.Fprintf(p.env.out, "             log:   %s\n", p.replay)
		p.keep(err)
		p.replay = ""
	}
}

// keep keeps the first error.
func (p *printer) keep(err error) {
	if p.err == nil {
		p.err = err
	}
}

// end prints a summary of the report. It returns err, or an error if steps failed.
func (p *printer) end(what string, report conformance.Report, err error) error {
	p.bar.finish()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.env.out, "\n%s\n", report)
	p.keep(err)
	if p.err == nil && p.failed > 0 {
		return fmt.Errorf("%s: %s failed", what, plural(p.failed, "step"))
	}
	return p.err
}
