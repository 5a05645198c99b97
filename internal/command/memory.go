package command

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strings"
)

const (
	// garbage is the GOGC of a server. Its live heap is small and its messages
	// are short-lived: at the default it would collect after every few
	// megabytes of them.
	garbage = 200
	// limit is the part of the memory that the process may fill before it
	// collects more often than that. So many idle games, whose heap is large,
	// do not make it three times as large.
	limit = 0.75
)

// setMemory sets up the garbage collector for a server, unless the environment
// already says how.
func setMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		if bytes := limit * memory(); !math.IsInf(bytes, 0) {
			debug.SetMemoryLimit(int64(bytes))
		}
	}
}

// memory returns how much the process may have: what the machine has or, if
// that is less, what its control group allows; infinity if neither is told.
func memory() float64 {
	least := math.Inf(1)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		var kilobytes float64
		_, rest, _ := strings.Cut(string(text), "MemTotal:")
		if _, err := fmt.Sscan(rest, &kilobytes); err == nil {
			least = kilobytes * 1024
		}
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		var bytes float64
		if _, err := fmt.Sscan(string(text), &bytes); err == nil {
			least = min(least, bytes)
		}
	}
	return least
}
