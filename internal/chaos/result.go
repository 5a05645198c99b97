package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"gamed/game"
	"gamed/store"
)

// A result is what a run has come to.
type result struct {
	Seed    uint64  `json:"seed"`
	AtOnce  int     `json:"games_at_once"`
	Kills   int     `json:"kills"`
	Torn    int     `json:"torn"`  // of the kills, those during a stop
	Early   int     `json:"early"` // of the kills, those during a start
	Pauses  int     `json:"pauses"`
	Seconds float64 `json:"seconds"`
	// Serving is how long a start takes until the server serves, half of the time at
	// most and at worst, in seconds.
	Serving  [2]float64 `json:"serving_seconds"`
	CameBack int64      `json:"came_back"` // how often clients did
	tally
	Finished int     `json:"finished"` // games
	Unknown  int     `json:"unknown"`  // games whose creation was not answered when the run was over
	Faults   []fault `json:"faults"`
	Folder   string  `json:"folder,omitempty"` // where everything is kept, if there are faults

	// Of a cluster: what was done to it, and how many requests of servers that had been
	// replaced were refused.
	Trials []trial `json:"trials,omitempty"`
	Fenced int     `json:"fenced,omitempty"`

	starts []time.Duration
}

// judge stops the server, exports its games and checks each.
func (c *chaos) judge(ctx context.Context, p *process, r *result) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.stop(); err != nil {
		c.report(fault{What: "server", Seat: -1, Text: err.Error()})
	}
	name := filepath.Join(r.Folder, "games.jsonl")
	if err := p.export(ctx, name); err != nil {
		return fmt.Errorf("gamed export: %w: %s has more", err, p.log.Name())
	}
	if err := c.weigh(ctx, r, name); err != nil {
		return err
	}
	return c.complaints(r, p.log.Name())
}

// weigh checks the games of a file that gamed export has written.
func (c *chaos) weigh(ctx context.Context, r *result, name string) error {
	logs, err := readLogs(ctx, name)
	if err != nil {
		return err
	}
	joins := c.entered.Load()
	for _, t := range c.tables {
		lines, ok := logs[t.id]
		delete(logs, t.id)
		if !ok {
			c.report(fault{Game: t.id, Seat: -1, What: "lost", Text: "the game is not in the store"})
		}
		if err := c.settle(r, t, lines); err != nil {
			return err
		}
		for _, j := range t.journals {
			if slices.ContainsFunc(j.entries, func(e entry) bool { return e.What == joined }) {
				joins-- // the first one
			}
		}
	}
	for id, lines := range logs {
		if r.Unknown++; int64(r.Unknown) > c.unanswered.Load() {
			c.report(fault{Game: id, Seat: -1, What: "duplicated", Text: "the game was made, but whoever asked for it was told of another one"})
		}
		if err := c.settle(r, &table{id: id}, lines); err != nil {
			return err
		}
	}
	r.CameBack, r.Faults = joins, append([]fault{}, c.faults...)
	slices.Sort(r.starts)
	if n := len(r.starts); n > 0 {
		r.Serving = [2]float64{r.starts[n/2].Seconds(), r.starts[n-1].Seconds()}
	}
	return nil
}

// settle checks one game and keeps what there is if something is wrong.
func (c *chaos) settle(r *result, t *table, lines [][]byte) error {
	played := len(t.journals) > 0
	sum, faults := verify(t.id, lines, t.journals, played)
	r.tally.add(sum)
	if len(faults) == 0 {
		if played {
			r.Finished++
		}
		return nil
	}
	c.report(faults...)
	err := os.WriteFile(filepath.Join(r.Folder, t.id+".log.jsonl"), append(bytes.Join(lines, []byte("\n")), '\n'), 0o644)
	for _, j := range t.journals {
		var b bytes.Buffer
		err = errors.Join(err, j.write(&b), os.WriteFile(filepath.Join(r.Folder, fmt.Sprintf("%s.seat%d.jsonl", t.id, j.seat)), b.Bytes(), 0o644))
	}
	return err
}

// complaints reports the errors that the server has logged.
func (c *chaos) complaints(r *result, name string) error {
	said, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	for line := range bytes.Lines(said) {
		if bytes.Contains(line, []byte(`"level":"error"`)) || bytes.HasPrefix(line, []byte("panic:")) {
			r.Faults = append(r.Faults, fault{Seat: -1, What: "server", Text: string(bytes.TrimSpace(line))})
		}
	}
	return nil
}

// readLogs reads what gamed export has written.
func readLogs(ctx context.Context, name string) (map[string][][]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	all := store.NewMemory()
	if _, err := game.Import(ctx, all, file); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	ids, err := all.Games(ctx)
	logs := make(map[string][][]byte)
	for _, id := range ids {
		logs[id], err = all.Read(ctx, id)
	}
	return logs, err
}

// write writes the result for people.
func (r *result) write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "seed %d, %d games at once, %.0f s\n", r.Seed, r.AtOnce, r.Seconds)
	fmt.Fprintf(w, "  kills\t%d\t%d in the middle of a stop, %d of a start; %d pauses\n", r.Kills, r.Torn, r.Early, r.Pauses)
	fmt.Fprintf(w, "  time to serve again\t%.2f s\tat worst %.2f s, of %d starts\n", r.Serving[0], r.Serving[1], len(r.starts))
	fmt.Fprintf(w, "  requests acknowledged\t%d\tlost %d, duplicated %d, out of order %d\n", r.Acknowledged+r.Lost, r.Lost, r.Duplicated, r.Reordered)
	fmt.Fprintf(w, "  without an answer\t%d\tof which %d were heard\n", r.Unanswered, r.Heard)
	fmt.Fprintf(w, "  overtaken\t%d\tthe clock or another seat came first\n", r.Overtaken)
	fmt.Fprintf(w, "  clients came back\t%d\ttimes\n", r.CameBack)
	fmt.Fprintf(w, "  linearizable\t%d\toperations, by porcupine\n", r.Operations)
	fmt.Fprintf(w, "  compared\t%d\tupdates, %d events\n", r.Updates, r.Events)
	fmt.Fprintf(w, "  games finished\t%d\tbesides %d that were created and not answered for\n", r.Finished, r.Unknown)
	for _, t := range r.Trials {
		fmt.Fprintf(w, "  %s %s\t%.1f s\tat worst %.1f s without an update, of %d games\n", t.How, t.Victim, t.Stall[0], t.Stall[1], t.Games)
	}
	if r.Trials != nil {
		fmt.Fprintf(w, "  refused\t%d\trequests that servers would have stored that had been replaced\n", r.Fenced)
	}
	fmt.Fprintf(w, "  faults\t%d\n", len(r.Faults))
	for i, f := range r.Faults {
		if i == 20 {
			fmt.Fprintf(w, "    and %d more\n", len(r.Faults)-i)
			break
		}
		fmt.Fprintf(w, "    %s: game %s seat %d: %s\n", f.What, f.Game, f.Seat, f.Text)
	}
	if r.Folder != "" {
		fmt.Fprintf(w, "logs and journals are in %s\n", r.Folder)
	}
	return w.Flush()
}
