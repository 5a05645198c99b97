package filelock

import (
	"os"

	"golang.org/x/sys/windows"
)

// region returns the range to lock: one byte far beyond the end of any file. Windows
// prevents other handles from reading a locked range, so this choice keeps the file
// readable.
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
