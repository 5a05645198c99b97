package command

import (
	"bufio"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strings"

	"gamed/store"
)

const (
	// gcPercent is the GOGC of a server. A server's live heap is small and its messages are
	// short-lived. With the default value of 100, the server would collect garbage after every few
	// megabytes.
	gcPercent = 200
	// limitShare is the share of the memory above which the process collects garbage more often. So
	// the heap of many idle games does not grow to three times the size of its live part.
	limitShare = 0.75
	// minMemory is the smallest limit in MiB at which a server can run games.
	minMemory = 64
)

// setMemory sets up the garbage collector for a process that may use this many bytes, except for
// the settings that Go's environment variables make. If bytes is 0, setMemory uses the memory of
// the machine or of the control group. It returns the bytes that the process may use, or 0 if
// unknown.
func setMemory(bytes int64) int64 {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if bytes == 0 {
		if all := machineMemory(os.DirFS("/")); !math.IsInf(all, 0) {
			bytes = int64(all)
		}
	}
	if os.Getenv("GOMEMLIMIT") == "" && bytes > 0 {
		// The buffers of the store are not part of Go's heap.
		debug.SetMemoryLimit(int64(limitShare*float64(bytes)) - store.Buffers(bytes))
	}
	return bytes
}

// machineMemory returns the bytes of memory of the machine or, if less, the limit of the control
// group. It returns infinity if the system reports neither. root is the root folder.
func machineMemory(root fs.FS) float64 {
	least := math.Inf(1)
	if text, err := fs.ReadFile(root, "proc/meminfo"); err == nil {
		var kilobytes float64
		_, rest, _ := strings.Cut(string(text), "MemTotal:")
		if _, err := fmt.Sscan(rest, &kilobytes); err == nil {
			least = kilobytes * 1024
		}
	}
	for _, name := range groupLimits(root) {
		if text, err := fs.ReadFile(root, name); err == nil {
			var bytes float64
			if _, err := fmt.Sscan(string(text), &bytes); err == nil {
				least = min(least, bytes)
			}
		}
	}
	return least
}

// groupLimits returns the files with the memory limits of the process's control group and its parents,
// in both versions of control groups. Some of the files may not exist.
func groupLimits(root fs.FS) (names []string) {
	// In a container, the group of the process is often the root.
	names = []string{"sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes"}
	file, err := root.Open("proc/self/cgroup")
	if err != nil {
		return names
	}
	defer func() { _ = file.Close() }()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.SplitN(lines.Text(), ":", 3) // number, controllers, group
		if len(fields) < 3 {
			continue
		}
		top, limit := "sys/fs/cgroup", "memory.max"
		switch fields[1] {
		case "":
		case "memory":
			top, limit = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		for group := path.Clean("/" + fields[2]); group != "/"; group = path.Dir(group) {
			names = append(names, path.Join(top, group, limit))
		}
	}
	return names
}
