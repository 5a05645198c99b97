package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"gamed/game"
	"gamed/store"
)

var exportCommand = command{
	name: "export", args: "[ID…]", about: "copy games out of a data folder or a cluster",
	more: `It writes the logs of the named games, a line of JSON for each record; or, if none is
named, of all, and the identities, tokens, results and ratings of the server as well,
between two lines by which gamed import knows whether it has all of it.
A log shows what is hidden in its game, and of tokens there are digests only: keep such
a file as you keep the folder. A file of one game is what gamed replay
reads, a file of many what gamed import reads. A game that cannot be read is left out,
and the exit code is 1. A server of a folder must be stopped,
those of a cluster need not.

  gamed export --data gamed-data > all.jsonl
  gamed export 7k3p9qd2xw > one.jsonl`,
	setup: func(flags *flag.FlagSet) action {
		s := new(storage)
		s.flags(flags)
		return func(ctx context.Context, env environ, args []string) (err error) {
			log, err := s.existing(ctx, env)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, log.Close()) }()
			if len(args) > 0 {
				return game.Export(ctx, env.out, log, args)
			}
			return game.ExportAll(ctx, env.out, log)
		}
	},
}

var importCommand = command{
	name: "import", args: "FILE…", about: "copy games into a data folder or a cluster",
	more: `The files are what gamed export has written, or the game files of a data folder
of version 1. Games that are there already are completed or left as they are, and so
are identities and the like: what breaks off can be begun again. A damaged game, or one whose
id another game has, is left out, and the exit code is 1, as it is when a file has not all
that gamed export has written. Games that are not over go on when the folder is served. A server of a folder must be
stopped; those of a cluster adopt the games within minutes.

  gamed import --data new-data all.jsonl
  zcat backup.gz | gamed import --data new-data -      # from standard input`,
	setup: func(flags *flag.FlagSet) action {
		s := new(storage)
		s.flags(flags)
		return func(ctx context.Context, env environ, args []string) (err error) {
			if len(args) == 0 {
				return usagef("missing argument: a FILE that gamed export has written")
			}
			// Close syncs once; a second import repairs an earlier loss.
			log, err := s.open(ctx, store.SyncNever, telling(env.err))
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, log.Close()) }()
			games := 0
			var left []error
			for _, name := range args {
				n, err := importFile(ctx, env, log, name)
				games += n
				switch {
				case errors.Is(err, game.ErrLeftOut), errors.Is(err, game.ErrNotWhole):
					left = append(left, fmt.Errorf("%s: %w", name, err))
				case errors.Is(err, game.ErrCut): // as the last line of a game file of version 1 may be
					fmt.Fprintf(env.err, "%s: %v\n", name, err)
				case err != nil:
					return fmt.Errorf("%s: %w", name, err)
				}
			}
			_, err = fmt.Fprintf(env.out, "%s in %s\n", plural(games, "game"), s.name())
			return errors.Join(append(left, err)...)
		}
	},
}

func importFile(ctx context.Context, env environ, log store.Store, name string) (int, error) {
	if name == "-" {
		return game.Import(ctx, log, env.in)
	}
	file, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }()
	return game.Import(ctx, log, file)
}

// dataFolder is where games are kept unless said otherwise.
const dataFolder = "gamed-data"

// openData opens a data folder, which may be a new one.
func openData(dir string, sync store.Sync) (*store.Embedded, error) {
	return openFolder(dir, func() (*store.Embedded, error) { return store.OpenEmbedded(dir, sync) })
}

// findData opens one that is there.
func findData(dir string) (*store.Embedded, error) {
	return openFolder(dir, func() (*store.Embedded, error) { return store.FindEmbedded(dir, store.SyncAlways) })
}

// openFolder opens a data folder. One of version 1 is told apart: its games would
// not be found.
func openFolder(dir string, open func() (*store.Embedded, error)) (*store.Embedded, error) {
	old, _ := filepath.Glob(filepath.Join(dir, "*.jsonl")) // the pattern is a good one
	if len(old) > 0 {
		return nil, usagef("--data: folder %s has games of version 1: copy them with gamed import --data NEW %s and use NEW", dir, filepath.Join(dir, "*.jsonl"))
	}
	log, err := open()
	if err != nil {
		return nil, usagef("--data: %w", err)
	}
	return log, nil
}
