package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"gamed/internal/columns"
	"gamed/store"
	"gamed/transfer"
)

// A result is the outcome of a run.
type result struct {
	Seed       uint64
	AtOnce     int
	Kills      int
	StopKills  int // kills during a stop
	StartKills int // kills during a start
	Pauses     int
	Seconds    float64
	Serving    [2]float64 // seconds from a start until the server is ready: median and maximum
	Reconnects int64      // number of client reconnects
	tally
	Finished          int // number of finished games
	UnansweredCreates int // number of games whose create request got no response
	Faults            []fault
	Folder            string // folder with logs and journals, which is kept after a fault

	// Trials and Fenced are for a cluster: the faults, and the number of requests from replaced
	// servers that the store refused.
	Trials        []trial
	Fenced        int
	DamageResults []damageResult

	starts []time.Duration
}

// judge stops the gamed servers, exports the games and checks each game.
func (r *run) judge(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, p := range r.gamed {
		if err := p.stop(); err != nil {
			r.report(fault{What: "server", Seat: -1, Text: err.Error()})
		}
	}
	logs, err := r.logs(ctx)
	if err != nil {
		return fmt.Errorf("gamed export: %w; see %s", err, r.Folder)
	}
	r.computeStalls()
	if err := r.compareAll(logs); err != nil {
		return err
	}
	var starts []float64
	for _, start := range r.starts {
		starts = append(starts, start.Seconds())
	}
	r.Serving = medianAndWorst(starts)
	return r.checkLogs()
}

// runExport returns the output of gamed export.
func (r *run) runExport(ctx context.Context) ([]byte, error) {
	cmd := exec.CommandContext(ctx, r.path, append([]string{"export"}, r.store...)...)
	cmd.Stderr = r.gamed[0].log
	text, err := cmd.Output()
	if failed := (*exec.ExitError)(nil); r.single && errors.As(err, &failed) {
		err = nil // export omits damaged games; compareAll reports a game that the server has not named
	}
	return text, err
}

// logs returns the logs of all games.
func (r *run) logs(ctx context.Context) (map[string][][]byte, error) {
	text, err := r.runExport(ctx)
	if err != nil {
		return nil, err
	}
	all := store.NewMemory()
	if _, err := transfer.Import(ctx, all, bytes.NewReader(text)); err != nil {
		return nil, err
	}
	ids, err := all.Games(ctx)
	logs := make(map[string][][]byte)
	for _, id := range ids {
		lines, fails := all.Read(ctx, id)
		logs[id], err = lines, errors.Join(err, fails)
	}
	return logs, err
}

// compareAll compares the journals of all games with the logs.
func (r *run) compareAll(logs map[string][][]byte) error {
	r.Reconnects += r.joinCount.Swap(0)
	for _, t := range r.tables {
		lines, ok := logs[t.id]
		delete(logs, t.id)
		if !ok {
			r.report(fault{Game: t.id, Seat: -1, What: "lost", Text: "the store does not have the game"})
		}
		if err := r.checkGame(t, lines); err != nil {
			return err
		}
		for _, j := range t.journals {
			if slices.ContainsFunc(j.entries, func(e entry) bool { return e.What == joined }) {
				r.Reconnects-- // the first join
			}
		}
	}
	for id, lines := range logs {
		if r.UnansweredCreates++; int64(r.UnansweredCreates) > r.unanswered.Load() {
			r.report(fault{Game: id, Seat: -1, What: "duplicated", Text: "no client was told of the game"})
		}
		if err := r.checkGame(&session{id: id}, lines); err != nil {
			return err
		}
	}
	return nil
}

// checkGame checks one game. After a fault it writes the game's log and journals to the folder.
func (r *run) checkGame(t *session, lines [][]byte) error {
	played := len(t.journals) > 0
	faults := verify(&r.tally, t.id, lines, t.journals, played)
	if len(faults) == 0 {
		if played {
			r.Finished++
		}
		return nil
	}
	r.report(faults...)
	err := os.WriteFile(filepath.Join(r.Folder, t.id+".log.jsonl"), append(bytes.Join(lines, []byte("\n")), '\n'), 0o644)
	for _, j := range t.journals {
		var b bytes.Buffer
		err = errors.Join(err, j.write(&b), os.WriteFile(filepath.Join(r.Folder, fmt.Sprintf("%s.seat%d.jsonl", t.id, j.seat)), b.Bytes(), 0o644))
	}
	return err
}

// checkLogs reports the errors in the output of the gamed servers. A server in a cluster logs
// errors whenever NATS is unavailable, so in a cluster checkLogs reports only panics and games that
// were set aside. With --damage it reports only panics, because a damaged game is set aside until
// it is restored.
func (r *run) checkLogs() error {
	wrong := []byte(`"level":"error"`)
	if r.cluster {
		wrong = []byte("set aside")
	}
	for _, p := range r.gamed {
		text, err := os.ReadFile(p.log.Name())
		if err != nil {
			return err
		}
		r.Fenced += bytes.Count(text, []byte(store.ErrFenced.Error()))
		for line := range bytes.Lines(text) {
			if r.damages == 0 && bytes.Contains(line, wrong) || bytes.HasPrefix(line, []byte("panic:")) {
				r.report(fault{Seat: -1, What: "server", Text: string(bytes.TrimSpace(line))})
			}
		}
	}
	return nil
}

// write prints the result as text.
func (r *result) write(out io.Writer) error {
	var t columns.Table
	t.Rowf("seed %d, %d games at once, %.0f s", r.Seed, r.AtOnce, r.Seconds)
	t.Rowf("  kills\t%d\t%d during a stop, %d during a start; %d pauses", r.Kills, r.StopKills, r.StartKills, r.Pauses)
	t.Rowf("  time to serve again\t%.2f s\tat most %.2f s, %d starts", r.Serving[0], r.Serving[1], len(r.starts))
	t.Rowf("  requests acknowledged\t%d\tlost %d, duplicated %d, out of order %d", r.Acknowledged+r.Lost, r.Lost, r.Duplicated, r.Reordered)
	t.Rowf("  requests unanswered\t%d\tof which %d are in the log", r.Unanswered, r.UnansweredLogged)
	t.Rowf("  requests overtaken\t%d\tby the clock or another seat", r.Overtaken)
	t.Rowf("  reconnects\t%d", r.Reconnects)
	t.Rowf("  linearizable\t%d\toperations (porcupine)", r.Operations)
	t.Rowf("  compared\t%d\tupdates, %d events", r.Updates, r.Events)
	t.Rowf("  games finished\t%d\tplus %d whose creation was not answered", r.Finished, r.UnansweredCreates)
	for _, l := range r.Trials {
		t.Rowf("  %s %s\t%.1f s\tat most %.1f s without an update, %d games", l.Fault, l.Victim, l.Stall[0], l.Stall[1], l.Games)
	}
	for _, w := range r.damageTable() {
		if w.Single {
			t.Rowf("  %s\t%d\ttimes; %d games and values lost and named after at most %.1f s, %d left after at most %.1f s; %d folders moved aside, %d starts refused, %d silent losses", w.Kind, w.Count, w.Lost, w.NamedAfter, len(w.Left), w.RestoredAfter, w.MovedAside, w.RefusedStarts, w.FailedChecks)
			continue
		}
		t.Rowf("  %s\t%d\ttimes; of %d games and values %d lost, %d left; %d named after at most %.0f s; whole after at most %.0f s; %d folders moved aside, %d NATS servers hung, %d restarts", w.Kind, w.Count, w.Items, w.Lost, len(w.Left), w.Named, w.NamedAfter, w.RestoredAfter, w.MovedAside, w.Hung, w.Restarts)
	}
	if r.Trials != nil {
		t.Rowf("  fenced\t%d\trequests of replaced servers refused", r.Fenced)
	}
	t.Rowf("  faults\t%d", len(r.Faults))
	for i, f := range r.Faults {
		if i == 20 {
			t.Rowf("    and %d more", len(r.Faults)-i)
			break
		}
		t.Rowf("    %s: game %s seat %d: %s", f.What, f.Game, f.Seat, f.Text)
	}
	if r.Folder != "" {
		t.Rowf("logs and journals: %s", r.Folder)
	}
	if len(r.DamageResults) > 0 && r.DamageResults[0].Single {
		t.Rowf("%s", r.totals())
	}
	_, err := io.WriteString(out, t.Format("", "l"))
	return err
}
