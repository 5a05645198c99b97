package command

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strings"
)

const (
	// garbage is the GOGC of a server. Its live heap is small and its messages are
	// short-lived. With the default it would collect after every few megabytes.
	garbage = 200
	// limit is the part of the memory above which the process collects more often. A
	// large heap of many idle games then does not grow to three times its size.
	limit = 0.75
)

// setMemory sets up the garbage collector for a server, unless the environment does.
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

// memory returns the memory of the machine or, if less, of the control group. It returns
// infinity if the system tells neither.
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
