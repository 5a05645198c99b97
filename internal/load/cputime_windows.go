package load

import (
	"syscall"
	"time"
)

// ProcessorTime returns the CPU time that the process has used, or 0 if the system does
// not report it.
func ProcessorTime() time.Duration {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var created, exited, kernel, user syscall.Filetime
	if syscall.GetProcessTimes(process, &created, &exited, &kernel, &user) != nil {
		return 0
	}
	return 100 * time.Duration(ticks(kernel)+ticks(user)) // ticks last 100 ns
}

func ticks(f syscall.Filetime) int64 {
	return int64(f.HighDateTime)<<32 | int64(f.LowDateTime)
}
