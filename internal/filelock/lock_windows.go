package filelock

import (
	"os"

	"golang.org/x/sys/windows"
)

// Windows forbids other handles to read a locked range. The lock covers one byte
// far beyond any file, so that the results stay readable.
func region() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: 1 << 30} }

func lock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, region())
	if err == windows.ERROR_LOCK_VIOLATION {
		return errHeld
	}
	return err
}

func unlock(f *os.File) { _ = windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, region()) }
