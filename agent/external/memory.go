package external

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"
)

// Intervals for measuring memory.
const (
	memoryEvery = 200 * time.Millisecond
	memoryFresh = 100 * time.Millisecond // maximum age of a reading that all bots share
)

// usage is the latest reading of the memory of all process groups.
var usage struct {
	sync.Mutex
	at    time.Time
	group map[int]int64
	err   error
}

// held returns the resident bytes of a process group.
func held(group int) (int64, error) {
	usage.Lock()
	defer usage.Unlock()
	if time.Since(usage.at) > memoryFresh {
		usage.group, usage.err = resident()
		usage.at = time.Now()
	}
	return usage.group[group], usage.err
}

// limit kills the group when its memory exceeds most bytes.
func (p *Process) limit(most int64) {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	for {
		select {
		case <-p.exited:
			return
		case <-tick.C:
		}
		switch now, err := held(p.cmd.Process.Pid); {
		case err != nil:
			p.killFor(fmt.Sprintf("it was killed: its memory cannot be read: %v", err))
		case now > most:
			p.killFor(fmt.Sprintf("it was killed for its memory: %d KiB, the limit is %d KiB", now>>10, most>>10))
		}
	}
}

// others reports whether a process of the group has not exited.
func others(group int) bool {
	groups, err := resident()
	_, there := groups[group]
	return err == nil && there
}

// Field indices in /proc/PID/stat, counted from the state, which follows the name in
// parentheses: see proc_pid_stat(5).
const (
	statState = 0
	statGroup = 2
	statRSS   = 21
)

// resident returns the resident bytes of each process group. A page shared by several
// processes counts for each of them. Only Linux is supported.
func resident() (map[int]int64, error) {
	if runtime.GOOS != "linux" {
		return nil, errors.New("memory usage is read from /proc, which only Linux has")
	}
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
			continue // the process has exited
		}
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) <= statRSS {
			return nil, fmt.Errorf("/proc/%s/stat has an unknown format", name)
		}
		if state := fields[statState][0]; state == 'Z' || state == 'X' {
			continue // exited
		}
		group, _ := strconv.Atoi(string(fields[statGroup]))
		pages, _ := strconv.ParseInt(string(fields[statRSS]), 10, 64)
		groups[group] += pages * page
	}
	return groups, nil
}
