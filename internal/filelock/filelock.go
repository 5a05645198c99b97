// Package filelock locks a file against other processes.
package filelock

import (
	"errors"
	"fmt"
	"os"
)

// errHeld is returned by lock when another process or file handle holds the lock.
var errHeld = errors.New("locked")

// Lock takes an exclusive lock on f without waiting. The lock lasts until
// [Unlock], or until f is closed. The error wraps [errors.ErrUnsupported] on
// systems without file locks.
func Lock(f *os.File) error {
	switch err := lock(f); {
	case errors.Is(err, errHeld):
		return fmt.Errorf("another process is writing to %s: wait for it, or name another file", f.Name())
	case err != nil:
		return fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	return nil
}

// Unlock releases the lock. f stays open.
func Unlock(f *os.File) { unlock(f) }
