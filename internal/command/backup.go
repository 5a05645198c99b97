package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"gamed/store"
)

const (
	// backupTime is the layout of the names of backups: the time in UTC. Names in this layout sort
	// by time.
	backupTime = "20060102T150405.000Z"
	// backupsName is the folder of backups in a data folder.
	backupsName = "backups"
)

// backups makes the backups of a data folder. Its methods may be called from any goroutine.
type backups struct {
	of   *store.Embedded
	dir  string // with one folder for each backup
	keep int    // number of newest backups, 0 for all

	mu sync.Mutex
}

// create removes interrupted backups, makes a backup, and removes the oldest backups if there are
// more than b.keep. It returns the folder of the new backup.
func (b *backups) create() (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	interrupted, _ := filepath.Glob(filepath.Join(b.dir, "*"+store.PartialSuffix)) // the only error is a malformed pattern
	for _, path := range interrupted {
		if err := os.RemoveAll(path); err != nil {
			return "", err
		}
	}
	path := filepath.Join(b.dir, time.Now().UTC().Format(backupTime))
	if err := b.of.Backup(path); err != nil {
		return "", err
	}
	if b.keep == 0 {
		return path, nil
	}
	all, err := listBackups(b.dir)
	if err != nil {
		return path, err
	}
	for len(all) > b.keep {
		if err := os.RemoveAll(filepath.Join(b.dir, all[0])); err != nil {
			return path, err
		}
		all = all[1:]
	}
	return path, nil
}

// runEvery makes a backup after each interval until ctx is done.
func (b *backups) runEvery(ctx context.Context, interval time.Duration, logger zerolog.Logger) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		begun := time.Now()
		switch path, err := b.create(); {
		case err != nil && ctx.Err() == nil:
			logger.Error().Err(err).Msg("the backup failed: the server tries again at the next interval")
		case err == nil:
			logger.Info().Str("folder", path).Dur("took_ms", time.Since(begun)).Msg("made a backup")
		}
	}
}

// listBackups returns the names of the complete backups in a folder, oldest first.
func listBackups(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if _, err := time.Parse(backupTime, e.Name()); err == nil && e.IsDir() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

var backupCommand = command{
	name: "backup", about: "copy a data folder while its server runs",
	details: `Backup makes a folder with the present games and all other data, and prints its name.
The folder is in backups in the data folder. It shares unchanged files with the data
folder, so it is quick and small. To survive the loss of the disk, copy it to another
machine, for example with rsync.

Gamed serve makes backups on its own with --backup-every 1h. It keeps the newest 24,
or as many as --keep-backups says. The backups of a cluster are made with gamed export.

  gamed backup --data gamed-data
  gamed restore gamed-data/backups --at 2026-11-26T07:30:00Z --data restored`,
	setup: func(flags *flag.FlagSet) action {
		s := new(storageOptions)
		flags.StringVar(&s.data, "data", "gamed-data", "`DIR`: data folder")
		s.headsFlag(flags)
		return func(ctx context.Context, env environ, _ []string) (err error) {
			client, kept, err := s.operatorAt(ctx, env, "", "")
			if err != nil {
				return err
			}
			if kept != nil {
				defer func() { err = errors.Join(err, kept.Close()) }()
				b := &backups{of: kept.(*store.Embedded), dir: filepath.Join(s.data, backupsName)}
				path, err := b.create()
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(env.out, path)
				return err
			}
			var made struct{ Folder string }
			if err := client.ask(ctx, http.MethodPost, "/api/admin/backups", nil, &made); err != nil {
				return err
			}
			_, err = fmt.Fprintln(env.out, made.Folder)
			return err
		}
	},
}

var restoreCommand = command{
	name: "restore", args: "BACKUP", takes: arity{1, 1, "give the folder of a BACKUP, or a folder of backups with --at"}, about: "make a data folder from a backup",
	details: `Restore copies a backup to a new data folder and checks everything in it. With a folder
of backups it takes the newest one, or with --at the newest one up to a time. Then
start the server with the new folder. Moves after the backup are lost. Restore lists the
games of which an earlier folder with the same name had later moves. A client that has
received the later moves cannot continue the game.

  gamed restore gamed-data/backups/20261126T073000.000Z --data restored
  gamed restore gamed-data/backups --at 2026-11-26T07:30:00Z --data restored`,
	setup: func(flags *flag.FlagSet) action {
		s := new(storageOptions)
		flags.StringVar(&s.data, "data", "", "`DIR`: new data folder")
		s.headsFlag(flags)
		at := time.Time{}
		flags.Func("at", "`TIME`: restore the newest backup up to this time, such as 2026-11-26T07:30:00Z", func(text string) (err error) {
			if at, err = time.Parse(time.RFC3339, text); err != nil {
				return errors.New("use a time such as 2026-11-26T07:30:00Z")
			}
			return nil
		})
		return func(ctx context.Context, env environ, args []string) (err error) {
			if s.data == "" {
				return usagef("--data: name the new data folder")
			}
			from, err := chooseBackup(args[0], at)
			if err != nil {
				return err
			}
			restrictNewFiles() // the logs contain keys
			if err := store.Restore(from, filepath.Clean(s.data)); err != nil {
				return err
			}
			kept, err := s.openExisting(ctx, env)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, kept.Close()) }()
			_, err = kept.Games(ctx) // fails if the end of the backup is damaged
			if err == nil {
				err = acceptLoss(env, kept) // a folder of this name may have had later moves
			}
			if err == nil {
				err = auditStore(ctx, env, kept, "restore an older backup")
			}
			if err != nil {
				return err
			}
			games, err := kept.Games(ctx)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(env.out, "%s from %s in %s\n", plural(len(games), "game"), from, s.data)
			return err
		}
	},
}

// chooseBackup returns the backup at a path, or the newest one in a folder of backups. It ignores
// backups that were made after limit, unless limit is zero.
func chooseBackup(path string, limit time.Time) (string, error) {
	names, err := listBackups(path)
	if err != nil {
		return "", usagef("%w", err)
	}
	if len(names) == 0 {
		if !limit.IsZero() {
			return "", usagef("--at: %s contains no backups: use the folder backups inside the data folder", path)
		}
		return path, nil
	}
	for _, name := range slices.Backward(names) {
		if made, _ := time.Parse(backupTime, name); limit.IsZero() || !made.After(limit) {
			return filepath.Join(path, name), nil
		}
	}
	return "", usagef("--at: the oldest backup in %s is %s; use a later time", path, names[0])
}
