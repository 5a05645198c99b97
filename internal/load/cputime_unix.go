//go:build unix

package load

import (
	"syscall"
	"time"
)

// ProcessorTime returns the CPU time that the process has used, or 0 if the system does
// not report it.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
