package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"gamed/store"
	"gamed/table"
)

var branchCommand = command{
	name: "branch", args: "GAME", takes: arity{1, 1, "name one GAME"}, about: "choose between two versions of a game",
	details: `A data folder or a cluster may lose records of a game and then store others in their
place. The archive has the first version of the game, and the server sets the game aside.
The command shows both versions. With --keep it keeps one of them in both places, and
writes the other to the file --out, which gamed import and gamed replay read.

Stop the server of the archive first. On a cluster, also restart the server that has run
the game since. If another server has an archive with the other version, run the command
for that archive too.

  gamed branch 7k3p9qd2xw --data gamed-data --archive /mnt/second/gamed-archive
  gamed branch 7k3p9qd2xw --data gamed-data --archive /mnt/second/gamed-archive --keep archive --out other.jsonl`,
	setup: func(flags *flag.FlagSet) action {
		s := new(storageOptions)
		s.flags(flags)
		dir := flags.String("archive", "", "`DIR`: archive of a stopped server")
		keep := flags.String("keep", "", "`VERSION`: keep this version: archive, or folder or cluster")
		out := flags.String("out", "", "`FILE`: write the other version to this new file, which only you can read")
		return func(ctx context.Context, env environ, args []string) (err error) {
			place := "folder"
			if s.cluster.name != "" {
				place = "cluster"
			}
			switch {
			case *dir == "":
				return usagef("--archive: name the archive that has the other version")
			case *keep != "" && *keep != "archive" && *keep != place:
				return usagef("--keep %q: use archive or %s", *keep, place)
			case *keep != "" && *out == "":
				return usagef("--keep: name a file for the other version with --out FILE")
			case *keep == "" && *out != "":
				return usagef("--out: choose a version with --keep archive or --keep %s", place)
			}
			if _, err := os.Stat(*dir); err != nil {
				return usagef("--archive: %w", err)
			}
			log, end, err := openBranching(ctx, env, s, *dir)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, end()) }()
			b, err := log.Branches(ctx, args[0])
			if err != nil {
				return err
			}
			if *keep == "" {
				return printBranches(env.out, b, place)
			}
			other, do := b.Archive, log.KeepStore
			if *keep == "archive" {
				other, do = b.Store, log.KeepArchive
			}
			if err := writeNew(*out, other); err != nil {
				return err
			}
			if err := do(ctx, b); err != nil {
				return err
			}
			_, err = fmt.Fprintf(env.out, "game %s: the version of the %s is kept; %s has the other one\n", b.Game, *keep, *out)
			return err
		}
	},
}

// A branchedStore is a store with an archive: a [store.FolderArchive] or a [store.Archive].
type branchedStore interface {
	Branches(ctx context.Context, game string) (*store.Branches, error)
	KeepArchive(ctx context.Context, b *store.Branches) error
	KeepStore(ctx context.Context, b *store.Branches) error
	Restore(ctx context.Context, lost []*store.Damage, done func(d *store.Damage, err error))
}

// openBranching opens a store with the archive of a stopped server. end closes the store and the
// archive.
func openBranching(ctx context.Context, env environ, s *storageOptions, dir string) (log branchedStore, end func() error, err error) {
	if s.cluster.name == "" {
		kept, err := (&archiveOptions{dir: dir}).openExisting(s)
		if err != nil {
			return nil, nil, err
		}
		return kept, kept.Close, nil
	}
	cluster, err := s.openCluster(ctx, lineWriter(env.err), false)
	if err != nil {
		return nil, nil, err
	}
	kept, err := (&archiveOptions{dir: dir, size: math.MaxInt64 >> 20}).open(cluster, lineWriter(env.err))
	if err != nil {
		return nil, nil, err
	}
	return kept.Archive, kept.Close, nil
}

// writeNew writes the records of a game to a new file that only its owner can read.
func writeNew(name string, records [][]byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return usagef("--out: %w", err)
	}
	_, err = file.Write(append(bytes.Join(records, []byte("\n")), '\n'))
	return errors.Join(err, file.Sync(), file.Close())
}

// A branchTail summarizes the records of one version of a game that follow the records common to
// both versions.
type branchTail struct {
	records, choices int
	onlyTakeovers    bool      // each record says that another server runs the game
	lastTime         time.Time // of the last record
}

func tailOf(records [][]byte, common int) (t branchTail, err error) {
	t.onlyTakeovers = true
	for _, line := range records[common:] {
		r, err := table.Decode(line)
		if err != nil {
			return t, err
		}
		t.records++
		t.onlyTakeovers = t.onlyTakeovers && r.Kind == "epoch"
		if r.Kind == "request" {
			t.choices++
		}
		if at := r.Time(); at > 0 {
			t.lastTime = time.UnixMilli(at).UTC()
		}
	}
	return t, nil
}

// printBranches prints what distinguishes two versions of a game.
func printBranches(w io.Writer, b *store.Branches, place string) error {
	text := new(bytes.Buffer)
	fmt.Fprintf(text, "game %s: the %s and the archive have the same %s, and then different ones\n", b.Game, place, plural(b.Common, "record"))
	for _, v := range []struct {
		name    string
		records [][]byte
	}{{place, b.Store}, {"archive", b.Archive}} {
		t, err := tailOf(v.records, b.Common)
		if err != nil {
			return fmt.Errorf("game %s: the version of the %s: %w", b.Game, v.name, err)
		}
		fmt.Fprintf(text, "%-8s %s after these, with %s", v.name, plural(t.records, "record"), plural(t.choices, "choice"))
		if !t.lastTime.IsZero() {
			fmt.Fprintf(text, "; the last at %s", t.lastTime.Format(time.RFC3339))
		}
		fmt.Fprintln(text)
	}
	fmt.Fprintf(text, "keep one with --keep %s or --keep archive, and name a file for the other with --out FILE\n", place)
	_, err := text.WriteTo(w)
	return err
}

// keepProven keeps one version of a game if the other version has only takeovers after the common
// records: no player has received an acknowledgement from that other version. If neither
// version or both versions have only takeovers, or if a version cannot be read, it returns the error
// in failed.
func keepProven(ctx context.Context, log branchedStore, game string, failed error) error {
	b, err := log.Branches(ctx, game)
	if err != nil {
		return failed
	}
	inStore, err := tailOf(b.Store, b.Common)
	inArchive, wrong := tailOf(b.Archive, b.Common)
	switch {
	case err != nil || wrong != nil || inStore.onlyTakeovers == inArchive.onlyTakeovers:
		return failed
	case inStore.onlyTakeovers:
		return log.KeepArchive(ctx, b)
	}
	return log.KeepStore(ctx, b)
}

// adviseBranch adds to an error about a game the advice to run gamed branch. If the game does not have
// two versions, it returns the error unchanged.
func adviseBranch(ctx context.Context, log branchedStore, game string, failed error) error {
	if _, err := log.Branches(ctx, game); err != nil {
		return failed
	}
	return fmt.Errorf("%w; to choose one of the versions, run gamed branch %s with the same flags", failed, game)
}
