package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"sync"

	"gamed/game"
	"gamed/state"
	"gamed/store"
)

var doctorCommand = command{
	name: "doctor", about: "check that every game of a data folder replays",
	more: `It replays the log of each game. For each game that a server would set aside it
prints the error and the record. It changes nothing. The exit code is 1 if there is
such a game. The server must be stopped.

  gamed doctor --data gamed-data`,
	setup: func(flags *flag.FlagSet) action {
		s := new(storage)
		s.flags(flags)
		games := flags.String("game", "", "game files of the server, `FILE.yaml,FILE.yaml`")
		return func(ctx context.Context, env environ, args []string) (err error) {
			if err := arguments(args, 0, 0, "this command takes none"); err != nil {
				return err
			}
			all, err := env.games.with(*games)
			if err != nil {
				return err
			}
			log, err := s.existing(ctx, env)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, log.Close()) }()
			return examine(ctx, env, log, all.listed())
		}
	},
}

// A finding is the result of checking one game.
type finding struct {
	game int
	over bool
	bad  error
}

// examine replays every game of a store on all processors and prints the result.
func examine(ctx context.Context, env environ, log store.Log, rules func(string) (state.Dealer, error)) error {
	ids, err := log.Games(ctx)
	if err != nil {
		return err
	}
	next, found := make(chan int), make(chan finding)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				f := finding{game: i}
				f.over, f.bad = diagnose(ctx, log, ids[i], rules)
				found <- f
			}
		})
	}
	go func() {
		for i := 0; i < len(ids) && ctx.Err() == nil; i++ {
			next <- i
		}
		close(next)
		workers.Wait()
		close(found)
	}()
	bad := make([]error, len(ids))
	count, over, ill := 0, 0, 0
	bar := newProgress(env.err, len(ids))
	for f := range found {
		count++
		bar.set(count)
		if bad[f.game] = f.bad; f.bad != nil {
			ill++
		} else if f.over {
			over++
		}
	}
	bar.finish()
	if err := ctx.Err(); err != nil {
		return err
	}
	said := new(bytes.Buffer)
	for i, why := range bad {
		if why != nil {
			fmt.Fprintf(said, "%s  %v\n", ids[i], why)
		}
	}
	fmt.Fprintf(said, "%s: %s over, %s not over, %s that do not replay\n",
		plural(len(ids), "game"), thousands(over), thousands(len(ids)-over-ill), thousands(ill))
	_, err = said.WriteTo(env.out)
	if ill > 0 {
		err = errors.Join(fmt.Errorf("%s cannot be replayed", plural(ill, "game")), err)
	}
	return err
}

// diagnose returns the error of replaying a game, or else whether the game is over.
func diagnose(ctx context.Context, log store.Log, id string, rules func(string) (state.Dealer, error)) (over bool, bad error) {
	records, err := log.Read(ctx, id)
	if err != nil {
		return false, err
	}
	r, err := game.Load(records, rules)
	if err != nil {
		return false, err
	}
	if r.Table.Fault != "" {
		return false, fmt.Errorf("record %d: the game was set aside after a fault in its rules: %s", len(records), r.Table.Fault)
	}
	if r.Header.Game != id {
		return false, fmt.Errorf("record 1: the log belongs to game %s", r.Header.Game)
	}
	over, _ = r.Table.Machine.Result()
	return over, nil
}
