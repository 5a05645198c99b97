package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// PartialSuffix is the end of the temporary name of a backup, a restored folder or a new file of
// heads until it is complete.
const PartialSuffix = ".partial"

// Backup copies the log to a new folder dir, which [OpenEmbedded] can open. The log stays in use.
// The copy has every record acknowledged before the call. On the same file system, log and copy
// share the files that never change, so a backup takes little time and space. The folder dir
// appears once the copy is complete and on the disk. Only one goroutine may call Backup at a time.
func (e *Embedded) Backup(dir string) error {
	if err := e.beginCall(nil); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	if err := e.ready(); err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	if err := e.backup(dir); err != nil {
		return errors.Join(fmt.Errorf("store: backup to %s: %w", dir, err), os.RemoveAll(dir+PartialSuffix))
	}
	return nil
}

func (e *Embedded) backup(dir string) error {
	if err := checkFree(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return err
	}
	if err := os.RemoveAll(dir + PartialSuffix); err != nil { // left by a crash
		return err
	}
	acknowledged := e.marks.counts()
	if err := e.db.Checkpoint(dir+PartialSuffix, pebble.WithFlushedWAL()); err != nil {
		return err
	}
	if e.marks != nil { // otherwise a damaged end of the backup would go unnoticed
		if err := writeMarks(filepath.Join(dir+PartialSuffix, marksName), acknowledged); err != nil {
			return err
		}
	}
	if err := os.Rename(dir+PartialSuffix, dir); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(dir))
}

// Restore copies a backup to a new folder. It shares no file with the backup, so the backup stays intact.
// The folder dir appears once the copy is complete and on the disk.
func Restore(backup, dir string) error {
	if err := restore(backup, dir); err != nil {
		return errors.Join(fmt.Errorf("store: restore %s to %s: %w", backup, dir, err), os.RemoveAll(dir+PartialSuffix))
	}
	return nil
}

func restore(backup, dir string) error {
	there, err := pebble.Peek(backup, vfs.Default)
	switch {
	case err != nil:
		return err
	case !there.Exists:
		return ErrNoLog
	}
	if err := checkFree(dir); err != nil {
		return err
	}
	if err := os.RemoveAll(dir + PartialSuffix); err != nil { // left by a crash
		return err
	}
	copied, err := vfs.Clone(vfs.Default, vfs.Default, backup, dir+PartialSuffix, vfs.CloneSync)
	switch {
	case err != nil:
		return err
	case !copied:
		return os.ErrNotExist
	}
	if err := os.Rename(dir+PartialSuffix, dir); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(dir))
}

// checkFree returns an error unless a path does not exist. The error is os.ErrExist if the path exists.
func checkFree(dir string) error {
	switch _, err := os.Stat(dir); {
	case err == nil:
		return fmt.Errorf("%w: name a new folder", os.ErrExist)
	case !errors.Is(err, os.ErrNotExist):
		return err
	}
	return nil
}

// writeMarks writes a file of marks to the disk.
func writeMarks(name string, all *counts) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	var text []byte
	for _, n := range all {
		text = appendMark(text, n)
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Sync(), file.Close())
}

// syncFolder syncs the list of names in a folder, so that a rename in it survives a power cut.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
