package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"gamed/game"
	"gamed/server/hub"
	"gamed/store"
	"gamed/table"
)

var doctorCommand = command{
	name: "doctor", about: "check that every game of a data folder replays",
	more: `The command replays the log of each game. For each game that a server would set aside
it prints the error and the record. It changes nothing. The exit code is 1 if there
is such a game. Stop the server first.

The command also lists the unfinished games whose rules have changed. A server ends
them as a draw at its start. Run a new program's doctor before an upgrade to see them.

  gamed doctor --data gamed-data`,
	setup: func(flags *flag.FlagSet) action {
		s := new(storage)
		s.flags(flags)
		return withFiles(flags, "`FILE.yaml,FILE.yaml`: game files of the server", func(ctx context.Context, env environ, _ []string) (err error) {
			log, err := s.existing(ctx, env)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, log.Close()) }()
			return examine(ctx, env, log)
		})
	},
}

// examine replays every game of a store on all processors and prints the result.
func examine(ctx context.Context, env environ, log store.Store) error {
	ids, err := log.Games(ctx)
	if err != nil {
		return err
	}
	find := env.games.dealers(ctx, hub.NewVersions(log))
	bar := newProgress(env.err, len(ids))
	var mu sync.Mutex
	done, over, ill, changed := 0, 0, 0, 0
	notes := make([]error, len(ids))
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, id := range ids {
		workers.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			ended, wrong := diagnose(ctx, log, id, find)
			other := (*table.OtherRules)(nil)
			older := errors.As(wrong, &other)
			if older && !ended {
				var err error
				if older, err = hub.Older(ctx, log, other); err != nil {
					return err
				}
			}
			mu.Lock()
			defer mu.Unlock()
			done++
			bar.set(done)
			if notes[i] = wrong; older {
				if changed++; ended {
					notes[i] = nil
				} else {
					notes[i] = fmt.Errorf("a server ends it as a draw: %w", other)
				}
				wrong = nil
			}
			switch {
			case wrong != nil:
				ill++
			case ended:
				over++
			}
			return nil
		})
	}
	err = workers.Wait()
	bar.finish()
	if err != nil {
		return err
	}
	text := new(bytes.Buffer)
	for i, note := range notes {
		if note != nil {
			fmt.Fprintf(text, "%s  %v\n", ids[i], note)
		}
	}
	fmt.Fprintf(text, "%s: %d over, %d not over, %d that do not replay\n", plural(len(ids), "game"), over, len(ids)-over-ill, ill)
	if changed > 0 {
		fmt.Fprintf(text, "%s of older rules\n", plural(changed, "game"))
	}
	if _, err = text.WriteTo(env.out); ill > 0 {
		err = errors.Join(fmt.Errorf("%s cannot be replayed", plural(ill, "game")), err)
	}
	return err
}

// diagnose reports whether a game is over, and returns the error of replaying it.
func diagnose(ctx context.Context, log store.Log, id string, find table.Find) (over bool, err error) {
	records, err := log.Read(ctx, id)
	if err != nil {
		return false, err
	}
	r, err := game.Load(records, find)
	switch {
	case err != nil:
		return table.Closed(records), err
	case r.Table.Fault != "":
		return false, fmt.Errorf("record %d: the game was set aside after a fault in its rules: %s", len(records), r.Table.Fault)
	case r.Header.Game != id:
		return false, fmt.Errorf("record 1: the log belongs to game %s", r.Header.Game)
	}
	over, _ = r.Table.Machine.Result()
	return over, nil
}
