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

// usage holds the latest measurement of memory, by process group.
var usage struct {
	sync.Mutex
	at    time.Time
	group map[int]int64
	err   error
}

// memoryOf returns the resident bytes of a process group.
func memoryOf(group int) (int64, error) {
	usage.Lock()
	defer usage.Unlock()
	if time.Since(usage.at) > memoryFresh {
		usage.group, usage.err = memoryByGroup()
		usage.at = time.Now()
	}
	return usage.group[group], usage.err
}

// limitMemory kills the group when its memory exceeds limit bytes or cannot be read.
func (p *Process) limitMemory(limit int64) {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	for {
		select {
		case <-p.exited:
			return
		case <-tick.C:
		}
		switch now, err := memoryOf(p.cmd.Process.Pid); {
		case err != nil:
			p.killWithReason(fmt.Sprintf("it was killed: its memory cannot be read: %v", err))
		case now > limit:
			p.killWithReason(fmt.Sprintf("it was killed for its memory: %d KiB, the limit is %d KiB", now>>10, limit>>10))
		}
	}
}

// groupRuns reports whether a process of the group is still running. It returns false if the
// processes cannot be read.
func groupRuns(group int) bool {
	groups, err := memoryByGroup()
	_, found := groups[group]
	return err == nil && found
}

// Field indices in /proc/PID/stat, counted from the state, which follows the name in
// parentheses: see proc_pid_stat(5).
const (
	statState   = 0
	statParent  = 1
	statGroup   = 2
	statFlags   = 6
	statThreads = 17 // number of threads
	statStart   = 19
	statRSS     = 21
)

// flagExiting is the flag PF_EXITING of the kernel.
const flagExiting = 4

// exitBegun reports whether a process has begun to exit. The main thread may end before other threads, so
// exitBegun also checks their number. It always returns false outside Linux.
func exitBegun(pid int) bool {
	stat, err := statOf(strconv.Itoa(pid))
	if err != nil {
		return false
	}
	flags, _ := strconv.ParseInt(string(stat[statFlags]), 10, 64)
	threads, _ := strconv.Atoi(string(stat[statThreads]))
	return flags&flagExiting != 0 && threads <= 1
}

// oomKills returns the number of processes that the kernel has killed for lack of memory. It returns
// 0 on a system that does not count them.
func oomKills() (n int64) {
	counts, _ := os.ReadFile("/proc/vmstat")
	for line := range bytes.Lines(counts) {
		if count, ok := bytes.CutPrefix(line, []byte("oom_kill ")); ok {
			n, _ = strconv.ParseInt(string(bytes.TrimSpace(count)), 10, 64)
		}
	}
	return n
}

// oomKilled reports whether the kernel killed a process for lack of memory. before is the result of
// oomKills before the process started. oomKilled is wrong if another program killed the process with
// SIGKILL and the kernel killed a different process meanwhile.
func oomKilled(state *os.ProcessState, before int64) bool {
	return state.String() == "signal: killed" && oomKills() > before // not every system has syscall.WaitStatus
}

// memoryByGroup returns the resident bytes of each process group. A page shared by several
// processes counts for each of them. Only Linux is supported.
func memoryByGroup() (map[int]int64, error) {
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

// exited reports whether a process is a zombie or dead.
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
		fields, err := statOf(name)
		switch {
		case errors.Is(err, errFormat):
			return err
		case err != nil:
			continue // the process has exited
		}
		do(pid, fields)
	}
	return nil
}

var errFormat = errors.New("has an unknown format")

// statOf returns the fields of /proc/NAME/stat from the state on.
func statOf(name string) ([][]byte, error) {
	stat, err := os.ReadFile("/proc/" + name + "/stat")
	if err != nil {
		return nil, err
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= statRSS {
		return nil, fmt.Errorf("/proc/%s/stat %w", name, errFormat)
	}
	return fields, nil
}
