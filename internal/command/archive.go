package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"gamed/store"
)

// archiveOptions holds the flags for the archive of a server.
type archiveOptions struct {
	dir  string
	size int64 // in MiB
}

const (
	// clusterArchive is the default folder of the archive on a cluster.
	clusterArchive = "gamed-archive"
	// archiveSize is the default size in MiB. Without an archive, resolve accepts only this size,
	// which --print-config prints.
	archiveSize = 4096
)

func (a *archiveOptions) flags(flags *flag.FlagSet) {
	flags.StringVar(&a.dir, "archive", "", "`DIR`: folder, on another disk, in which this server keeps what the data folder or the NATS servers have acknowledged, to restore what they lose; default "+clusterArchive+" on a cluster, and none for a data folder")
	flags.Int64Var(&a.size, "archive-size", archiveSize, "`MIB`: size of the archive in MiB above which the games that ended first leave it")
	atLeast(flags, &a.size, "archive-size", 64)
}

// folder returns the folder of the archive, or "" for none.
func (a *archiveOptions) folder(s *storageOptions) string {
	if s.cluster.name != "" && a.dir == "" {
		return clusterArchive
	}
	return a.dir
}

// resolve sets the folder of the archive, and returns an error if other flags make the archive
// useless.
func (a *archiveOptions) resolve(v *serveOptions) error {
	a.dir = a.folder(&v.storageOptions)
	switch {
	case v.cluster.name != "":
		return nil
	case a.dir == "" && a.size != archiveSize:
		return usagef("--archive-size: a data folder has no archive by default; name one with --archive DIR")
	case a.dir == "":
		return nil
	case v.sync != store.SyncAlways:
		return usagef("--archive: the archive of a data folder needs --sync %s", store.SyncAlways)
	case v.scrubRate == 0:
		return usagef("--archive: the server compares it with the data folder in the background, which --scrub 0 turns off; use --scrub 1 or more")
	}
	return a.checkOutside(v.data)
}

// checkOutside returns an error if the archive is the data folder or is inside it.
func (a *archiveOptions) checkOutside(data string) error {
	whole, err := filepath.Abs(data)
	if err != nil {
		return err
	}
	dir, err := filepath.Abs(a.dir)
	if err != nil {
		return err
	}
	if strings.HasPrefix(dir+string(filepath.Separator), whole+string(filepath.Separator)) {
		return usagef("--archive: %s is in the data folder; name a folder on another disk", a.dir)
	}
	return nil
}

// A restoredFolder lists the items that were damaged or missing in a data folder when it was opened.
type restoredFolder struct {
	items    []string // restored from the archive
	failures []error  // why the other items could not be restored
}

// report logs the restored items.
func (r *restoredFolder) report(logger zerolog.Logger) {
	const most = 100 // items in a line
	for some := range slices.Chunk(r.items, most) {
		logger.Warn().Int("restored", len(r.items)).Strs("items", some).Msg("the data folder had damaged or lost acknowledged data: the server has restored it from the archive")
	}
}

// openFolder opens a data folder with its archive. It renames a damaged archive and begins a new one. If
// there is no data folder, it returns an error instead, because the archive may be the only copy.
func (a *archiveOptions) openFolder(ctx context.Context, s *storageOptions, say func(line string)) (kept *store.FolderArchive, r restoredFolder, err error) {
	open := func() error {
		r = restoredFolder{}
		kept, err = s.folder().OpenArchived(ctx, a.dir, a.size<<20, func(d *store.Damage, failed error) {
			if failed != nil {
				r.failures = append(r.failures, failed)
				return
			}
			r.items = append(r.items, d.Error())
		})
		return err
	}
	if err = checkVersion(s.data); err != nil {
		return nil, r, err
	}
	restrictNewFiles() // the logs contain keys
	_, absent := os.Stat(s.data)
	if err = open(); errors.Is(err, store.ErrArchive) && errors.Is(err, store.ErrDamaged) && absent == nil {
		if err = a.setAside(say, err); err == nil {
			err = open()
		}
	}
	switch {
	case errors.Is(err, store.ErrArchive):
		err = usagef("--archive: %w", err)
	case err != nil:
		err = usagef("--data: %w", err)
	}
	return kept, r, err
}

// openExisting opens an existing data folder with its archive for a command.
func (a *archiveOptions) openExisting(s *storageOptions) (*store.FolderArchive, error) {
	if _, err := os.Stat(s.data); err != nil {
		return nil, usagef("--data: %w; start the server with --archive %s to restore the folder", err, a.dir)
	}
	if err := errors.Join(a.checkOutside(s.data), checkVersion(s.data)); err != nil {
		return nil, err
	}
	restrictNewFiles() // the logs contain keys
	kept, err := s.folder().FindArchived(a.dir)
	if errors.Is(err, store.ErrArchive) {
		return nil, usagef("--archive: %w", err)
	}
	if err != nil {
		return nil, usagef("--data: %w", err)
	}
	return kept, nil
}

// setAside renames a damaged archive.
func (a *archiveOptions) setAside(say func(line string), why error) error {
	aside := fmt.Sprintf("%s.damaged-%d", a.dir, time.Now().Unix())
	say(fmt.Sprintf("the archive is damaged: the server renames it to %s and begins a new archive: %v", aside, why))
	return os.Rename(a.dir, aside)
}

// open opens the archive of a server in a cluster. It renames a damaged archive and begins a new one. The
// new archive lacks the earlier records, so only the cluster has them all. open closes s after an error.
func (a *archiveOptions) open(s clusterStore, say func(line string)) (archivedClusterStore, error) {
	restrictNewFiles() // the logs contain keys
	log, err := store.OpenArchive(s.JetStream, a.dir, a.size<<20)
	if errors.Is(err, store.ErrDamaged) {
		if err = a.setAside(say, err); err == nil {
			log, err = store.OpenArchive(s.JetStream, a.dir, a.size<<20)
		}
	}
	if err != nil {
		return archivedClusterStore{}, errors.Join(usagef("--archive: %w; each server needs its own folder", err), s.Close())
	}
	return archivedClusterStore{log, s.conn}, nil
}
