package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gamed/store"
	"gamed/transfer"
)

var exportCommand = command{
	name: "export", args: "[ID…]", takes: anyNumber, about: "copy games out of a data folder or a cluster",
	details: `Export writes the logs of the named games, one JSON line per record. Without IDs it
writes all games, and the server's identities, tokens, results and ratings. A first
and a last line then let gamed import detect a truncated file.

Protect the file like the data folder: a log contains the hidden cards of its game.
With --out only you can read the file, and it appears once it is complete. The file
holds only digests of tokens. gamed replay reads a file of one game, gamed
import a file of any number. Export skips a game it cannot read and exits with code
1. Stop the server of a data folder first; servers of a cluster can keep running.

  gamed export --data gamed-data --out all.jsonl
  gamed export 7k3p9qd2xw > one.jsonl`,
	setup: func(flags *flag.FlagSet) action {
		s := new(storageOptions)
		s.flags(flags)
		out := flags.String("out", "", "`FILE`: write to this file, which only you can read, instead of standard output")
		return func(ctx context.Context, env environ, args []string) (err error) {
			log, err := s.openExisting(ctx, env)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, log.Close()) }()
			export := func(w io.Writer) error {
				if len(args) > 0 {
					return transfer.Export(ctx, w, log, args)
				}
				return transfer.ExportAll(ctx, w, log)
			}
			if *out == "" {
				return export(env.out)
			}
			return writePrivate(*out, export)
		}
	},
}

// writePrivate writes a file that only its owner can read. Once the file is complete, it replaces
// an earlier file of that name, even if write has skipped games.
func writePrivate(name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*") // mode 0600
	if err != nil {
		return err
	}
	skipped := write(file)
	if errors.Is(skipped, transfer.ErrSkipped) {
		err = nil
	} else {
		err, skipped = skipped, nil
	}
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return skipped
}

var importCommand = command{
	name: "import", args: "FILE…", takes: arity{1, many, "give a FILE of gamed export"}, about: "copy games into a data folder or a cluster",
	details: `Import reads files of gamed export and game files of a version 1 data folder. It
completes games, identities and other entries that exist, or leaves them unchanged,
so an interrupted import can be repeated. It skips damaged games and games whose id
is taken by another game. The exit code is 1 if it skips a game or a file is
truncated. Unfinished games resume when a server opens the folder. Stop the server
of a data folder first; servers of a cluster take over new games within minutes.

  gamed import --data new-data all.jsonl
  zcat backup.gz | gamed import --data new-data -      # from standard input`,
	setup: func(flags *flag.FlagSet) action {
		s := new(storageOptions)
		s.flags(flags)
		return func(ctx context.Context, env environ, args []string) (err error) {
			// One sync, by Close, is enough: if power fails before that, a second import adds what
			// is missing.
			log, err := s.open(ctx, store.SyncNever, lineWriter(env.err))
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
				case errors.Is(err, transfer.ErrSkipped), errors.Is(err, transfer.ErrIncomplete):
					left = append(left, fmt.Errorf("%s: %w", name, err))
				case errors.Is(err, transfer.ErrTruncated): // expected in the last line of a version 1 file
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
	in, err := env.open(name)
	if err != nil {
		return 0, err
	}
	defer func() { _ = in.Close() }()
	return transfer.Import(ctx, log, in)
}
