package external

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// The fields of /proc/PID/stat that are read, counted from the state, which
// follows the name in brackets: proc_pid_stat(5).
const (
	statGroup = 2
	statRSS   = 21
)

// resident reads how many bytes of memory each process group holds. Pages that
// several processes share count for each of them.
func resident() (map[int]int64, error) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	defer func() { _ = dir.Close() }()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	page, groups := int64(os.Getpagesize()), make(map[int]int64)
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // it has ended
		}
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) <= statRSS {
			return nil, fmt.Errorf("/proc/%s/stat is of another format", name)
		}
		group, _ := strconv.Atoi(string(fields[statGroup]))
		pages, _ := strconv.ParseInt(string(fields[statRSS]), 10, 64)
		groups[group] += pages * page
	}
	return groups, nil
}
