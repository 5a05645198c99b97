package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"gamed/arena"
	"gamed/arena/farm"
	"gamed/arena/report"
)

// An outcome is the result of a match or a tournament, finished or not.
type outcome struct {
	result       result
	shares       farm.Shares
	page         report.Page                 // the page of --report, without the command line and the logs
	games        int                         // that count for the result
	brokenGames  int                         // games in which the rules failed
	firstFailure string                      // the first failure of the rules
	botFaults    int                         // faults of bots
	undecided    string                      // why the result is undecided, "" if it is decided
	match        func(match int) arena.Match // returns the match with this index, as it was played
}

// A result has the statistics of a match or a tournament. It also encodes as JSON.
type result interface {
	String() string
	MeasuredTimes() arena.MeasuredTimes
}

// write writes a result as text or as JSON. The JSON has measured times only with --times, so that
// two runs of a match give the same bytes.
func (o *matchOptions) write(w io.Writer, r result) error {
	if !o.json || !o.times {
		return writeResult(w, r, o.json)
	}
	plain, err := json.Marshal(r)
	if err != nil {
		return err
	}
	times, err := json.Marshal(map[string]any{"times": r.MeasuredTimes()})
	if err != nil {
		return err
	}
	return writeJSON(w, json.RawMessage(slices.Concat(plain[:len(plain)-1], []byte(","), times[1:])))
}

// play runs a match or a tournament with its files and prints its outcome. After an interruption it
// prints the outcome of the games played so far.
func (o *matchOptions) play(ctx context.Context, env environ, games int, run func(out *os.File, progress func(arena.Progress)) (outcome, error)) (err error) {
	defer func() { err = errors.Join(err, o.externalBots.close()) }()
	out, err := o.openFiles()
	if err != nil {
		return err
	}
	if out != nil {
		defer func() { err = errors.Join(err, out.Close()) }()
	}
	bar := newProgress(env.err, games)
	r, err := run(out, bar.show)
	bar.finish()
	if bot := (*arena.BotError)(nil); errors.As(err, &bot) {
		return o.reportUnplayable(env, r, bot)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if o.report != "" {
		err = errors.Join(o.writeReport(ctx, r), err)
	}
	workersTo := env.out
	if o.json {
		workersTo = env.err
	}
	err = errors.Join(o.write(env.out, r.result), err)
	if _, failed := io.WriteString(workersTo, r.shares.String()); err != nil || failed != nil {
		return errors.Join(err, failed)
	}
	return o.verdict(env, r)
}

// verdict returns an error if the rules failed, or if the outcome fails the checks of
// --strict.
func (o *matchOptions) verdict(env environ, r outcome) error {
	if r.brokenGames > 0 {
		fmt.Fprintln(env.err, r.firstFailure)
		return fmt.Errorf("the rules failed in %s: report this bug of the game; no bot caused it", plural(r.brokenGames, "game"))
	}
	if !o.strict {
		return nil
	}
	var faults []error
	if r.botFaults > 0 {
		faults = append(faults, fmt.Errorf("bots failed %d times", r.botFaults))
	}
	if r.undecided != "" {
		faults = append(faults, errors.New(r.undecided))
	}
	if n := r.shares.DifferingCount(); n > 0 {
		faults = append(faults, fmt.Errorf("the results of %s differ from the results of other workers", plural(n, "worker")))
	}
	return errors.Join(faults...)
}

// openFiles opens the file of --out, or returns nil without one. It also checks that the
// report can be written, before hours of play.
func (o *matchOptions) openFiles() (*os.File, error) {
	if o.report != "" {
		page, err := os.OpenFile(o.report, os.O_WRONLY|os.O_CREATE, 0o644)
		if err == nil {
			err = page.Close()
		}
		if err != nil {
			return nil, usagef("--report: %w", err)
		}
	}
	if o.out == "" {
		return nil, nil
	}
	out, err := os.OpenFile(o.out, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, usagef("--out: %w", err)
	}
	return out, nil
}

// writeReport writes the page of --report.
func (o *matchOptions) writeReport(ctx context.Context, r outcome) error {
	r.page.Command = o.commandLine
	r.page.Log = func(match int, g *arena.Game) ([]byte, error) {
		if o.gameLogs != "" {
			file, err := os.Open(o.gameLogs)
			if err != nil {
				return nil, err
			}
			defer func() { _ = file.Close() }()
			records, err := arena.ReadLog(file, g.Number)
			return append(bytes.Join(records, []byte("\n")), '\n'), err
		}
		return logOf(ctx, r.match(match), g)
	}
	var html bytes.Buffer
	if err := r.page.Write(&html); err != nil {
		return err
	}
	return os.WriteFile(o.report, html.Bytes(), 0o644)
}

// logOf returns the log of a game. It reads the log that --faults kept, or else plays the game again. It
// returns nil if the repeated game ends differently or has a bot outside this process.
func logOf(ctx context.Context, m arena.Match, g *arena.Game) ([]byte, error) {
	if g.Replay != "" && m.FaultFolder != "" {
		if log, err := os.ReadFile(filepath.Join(m.FaultFolder, g.Replay)); err == nil {
			return log, nil
		}
	}
	log, digest, err := m.Replay(context.WithoutCancel(ctx), g.Number)
	switch {
	case errors.Is(err, arena.ErrExternal):
		return nil, nil
	case err != nil || digest != g.Digest:
		return nil, err
	}
	return log, nil
}
