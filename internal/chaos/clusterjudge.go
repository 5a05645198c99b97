package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"gamed/game"
	"gamed/store"
)

// judgeCluster stops the servers, reads their games, and checks each.
func (k *clustered) judgeCluster(ctx context.Context) error {
	for i, p := range k.gamed {
		if err := p.stop(); err != nil {
			k.report(fault{What: "server", Seat: -1, Text: fmt.Sprintf("gamed%d: %v", i+1, err)})
		}
	}
	name := filepath.Join(k.r.Folder, "games.jsonl")
	if err := k.export(ctx, name); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	k.stalls()
	if err := k.weigh(ctx, k.r, name); err != nil {
		return err
	}
	k.r.Kills = k.kills
	for _, p := range k.gamed {
		said, err := os.ReadFile(p.log.Name())
		if err != nil {
			return err
		}
		k.r.Fenced += bytes.Count(said, []byte("somebody else has written"))
		for line := range bytes.Lines(said) {
			if bytes.HasPrefix(line, []byte("panic:")) || bytes.Contains(line, []byte("was set aside")) {
				k.r.Faults = append(k.r.Faults, fault{Seat: -1, What: "server", Text: string(bytes.TrimSpace(line))})
			}
		}
	}
	return nil
}

// export writes all games to a file.
func (k *clustered) export(ctx context.Context, name string) (err error) {
	conn, err := nats.Connect("nats://"+k.nats[0].client, nats.MaxReconnects(-1))
	if err != nil {
		return err
	}
	defer conn.Close()
	log, err := store.FindJetStream(ctx, conn, "chaos")
	if err != nil {
		return err
	}
	ids, err := log.Games(ctx)
	if err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(game.Export(ctx, file, log, ids), file.Close(), log.Close())
}

// usual is how long a game may be told nothing without a fault.
const usual = time.Second

// stalls takes, for each trial, how long the games that were played then were told
// nothing. A time without an update is that of the fault before it.
func (k *clustered) stalls() {
	for n := range k.r.Trials {
		t := &k.r.Trials[n]
		at := time.Duration(t.At*float64(time.Second)) - usual
		end := at + patience
		if n+1 < len(k.r.Trials) {
			end = time.Duration(k.r.Trials[n+1].At*float64(time.Second)) - usual
		}
		var all []float64
		for _, table := range k.tables {
			var seen []time.Duration
			for _, j := range table.journals {
				for _, e := range j.entries {
					if e.What == saw {
						seen = append(seen, e.At)
					}
				}
			}
			slices.Sort(seen)
			i, _ := slices.BinarySearch(seen, at)
			if i == 0 || i+1 >= len(seen) {
				continue // it was not played then
			}
			longest := time.Duration(0)
			for i++; i < len(seen) && seen[i-1] < end; i++ {
				longest = max(longest, seen[i]-seen[i-1])
			}
			all = append(all, longest.Seconds())
		}
		slices.Sort(all)
		if t.Games = len(all); len(all) > 0 {
			t.Stall = [2]float64{all[len(all)/2], all[len(all)-1]}
		}
	}
}
