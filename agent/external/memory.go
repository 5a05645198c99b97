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
	statState  = 0
	statParent = 1
	statGroup  = 2
	statRSS    = 21
)

// resident returns the resident bytes of each process group. A page shared by several
// processes counts for each of them. Only Linux is supported.
func resident() (map[int]int64, error) {
	page, groups := int64(os.Getpagesize()), make(map[int]int64)
	err := eachProcess(func(_ int, stat [][]byte) {
		if exited(stat) {
			return
		}
		group, _ := strconv.Atoi(string(stat[statGroup]))
		pages, _ := strconv.ParseInt(string(stat[statRSS]), 10, 64)
		groups[group] += pages * page
	})
	if err != nil {
		return nil, err
	}
	return groups, nil
}

// exited reports whether a process is a zombie.
func exited(stat [][]byte) bool {
	state := stat[statState][0]
	return state == 'Z' || state == 'X'
}

// eachProcess calls do with the id and the fields of /proc/PID/stat of each process. Only Linux is
// supported.
func eachProcess(do func(pid int, stat [][]byte)) error {
	if runtime.GOOS != "linux" {
		return errors.New("processes are read from /proc, which only Linux has")
	}
	dir, err := os.Open("/proc")
	if err != nil {
		return err
	}
	defer func() { _ = dir.Close() }()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return err
	}
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue // not a process
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // the process has exited
		}
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) <= statRSS {
			return fmt.Errorf("/proc/%s/stat has an unknown format", name)
		}
		do(pid, fields)
	}
	return nil
}
