package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/record"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// checkFolder returns an error for a folder that Pebble would open without some of its records.
// Pebble would also delete the files with these records.
func checkFolder(dir string, fs vfs.FS, is *pebble.DBDesc, options *pebble.Options) error {
	if !is.Exists {
		return checkNew(dir, fs)
	}
	names, err := fs.List(dir)
	if err != nil {
		return err
	}
	torn, err := isTorn(fs, is.ManifestFilename)
	if err != nil || !torn {
		return err
	}
	// If a power cut has truncated the last entry, the files of this entry do not hold the only
	// copy of a record. A damaged entry looks the same as a truncated one, but its files may hold
	// the only copy.
	options.ReadOnly = true
	db, err := pebble.Open(dir, options)
	if err != nil {
		return err
	}
	return errors.Join(checkOrphans(dir, fs, names, db, options), db.Close())
}

// checkNew returns an error for a folder that has no MANIFEST marker but contains files of a log.
func checkNew(dir string, fs vfs.FS) error {
	names, err := fs.List(dir)
	for _, name := range names {
		if ext := path.Ext(name); ext == ".sst" || ext == ".log" {
			return fmt.Errorf("%w: the folder contains %s but no marker.manifest: restore it from a backup, or name another folder", ErrDamaged, name)
		}
	}
	return err
}

// dropTruncatedOptions removes the engine's OPTIONS file if the file is truncated. The file holds
// no data: the engine writes a new one whenever it opens a folder.
func dropTruncatedOptions(fs vfs.FS, name string) error {
	if name == "" {
		return nil
	}
	file, err := fs.Open(name)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	if whole := bytes.HasSuffix(text, []byte("\n")) && new(pebble.Options).Parse(string(text), nil) == nil; whole {
		return nil
	}
	return fs.Remove(name)
}

// isTorn reports whether a part of a MANIFEST is unreadable.
func isTorn(fs vfs.FS, name string) (torn bool, err error) {
	file, err := fs.Open(name)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for entries := record.NewReader(file, 0); err == nil; {
		var entry io.Reader
		if entry, err = entries.Next(); err == nil {
			_, err = io.Copy(io.Discard, entry)
		}
	}
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	if record.IsInvalidRecord(err) {
		return true, nil
	}
	return false, err
}

// checkOrphans returns an error if a file that db does not know has a record that db lacks.
func checkOrphans(dir string, fs vfs.FS, names []string, db *pebble.DB, options *pebble.Options) error {
	levels, err := db.SSTables()
	if err != nil {
		return err
	}
	known := make(map[string]bool)
	for _, level := range levels {
		for _, table := range level {
			known[fmt.Sprintf("%s.sst", table.BackingSSTNum)] = true
		}
	}
	for _, name := range names {
		if path.Ext(name) != ".sst" || known[name] {
			continue
		}
		if err := checkOrphan(fs, fs.PathJoin(dir, name), db, options); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func checkOrphan(fs vfs.FS, name string, db *pebble.DB, options *pebble.Options) (err error) {
	file, err := fs.Open(name)
	if err != nil {
		return err
	}
	source, err := sstable.NewSimpleReadable(file)
	if err != nil {
		return errors.Join(err, file.Close())
	}
	table, err := sstable.NewReader(context.Background(), source, options.MakeReaderOptions())
	if err != nil {
		return nil // an unfinished file has no acknowledged records
	}
	defer func() { err = errors.Join(err, table.Close()) }()
	i, err := table.NewIter(sstable.NoTransforms, []byte{recordOf}, []byte{recordOf + 1}, sstable.AssertNoBlobHandles)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, i.Close()) }()
	for kv := i.First(); kv != nil; kv = i.Next() {
		_, there, err := db.Get(kv.K.UserKey)
		switch {
		case errors.Is(err, pebble.ErrNotFound):
			return fmt.Errorf("%w: the MANIFEST is damaged and does not list this file, whose records would be lost: restore the folder from a backup", ErrDamaged)
		case err != nil:
			return err
		}
		if err := there.Close(); err != nil {
			return err
		}
	}
	return i.Error()
}
