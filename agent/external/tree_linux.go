package external

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// envName names an environment variable whose value identifies a [Process]. The descendants of the
// process inherit it.
const envName = "GAMED_BOT_PROCESS"

var treeCount atomic.Uint64

// adopt makes this process the parent of orphaned descendants, so that it can find and reap them. If
// the call fails, init adopts them.
var adopt = sync.OnceFunc(func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })

// started holds the ids of the processes that startTree has started and that are not reaped.
var started = struct {
	sync.Mutex
	pids map[int]bool
}{pids: make(map[int]bool)}

// A tree is a process and its descendants, also those in sessions and groups of their own.
type tree struct {
	pid      int
	envEntry string // entry in the environment of the descendants
}

// startTree starts a process in a new process group. The kernel kills the process when this process
// exits, but does not kill its descendants.
func startTree(c *exec.Cmd) (*tree, error) {
	adopt()
	t := &tree{envEntry: fmt.Sprintf("%s=%d-%d", envName, os.Getpid(), treeCount.Add(1))}
	c.Env = append(c.Env, t.envEntry)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	started.Lock()
	defer started.Unlock()
	if err := c.Start(); err != nil {
		return nil, err
	}
	t.pid = c.Process.Pid
	started.pids[t.pid] = true
	return t, nil
}

// maxKillRounds bounds the rounds of end. Each round finds the children of the processes that the previous
// round has killed.
const (
	maxKillRounds = 100
	killPause     = 2 * time.Millisecond
)

// end kills the descendants of a process that has exited. It reports whether the process group still
// had a running process.
func (t *tree) end() (left bool) {
	started.Lock()
	delete(started.pids, t.pid)
	started.Unlock()
	left = syscall.Kill(-t.pid, 0) == nil && groupRuns(t.pid) // Kill counts zombies
	t.kill()
	for range maxKillRounds {
		orphans := t.orphans()
		for _, pid := range orphans {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if len(orphans) == 0 {
			break
		}
		time.Sleep(killPause)
	}
	return left
}

// orphans returns the ids of the running descendants of t, whose first process has exited. It reaps the
// dead descendants of all trees.
//
// A descendant has the variable envName of its tree in its environment. A program that cleared its
// environment lacks the variable. If its parent has exited, this process has adopted it: it is a child
// of this process, outside this process's own group. Such a program may belong to any tree. orphans
// counts it for t only if it is older than all running processes of startTree, because none of
// these can have started an older process.
func (t *tree) orphans() (pids []int) {
	self, group := os.Getpid(), syscall.Getpgrp()
	marked := fmt.Appendf(nil, "%s=%d-", envName, self) // begins the envEntry of each tree of this process
	adopted, earliest := make(map[int]int), math.MaxInt // start times, in ticks since the boot
	started.Lock()
	defer started.Unlock()
	_ = eachProcess(func(pid int, stat [][]byte) {
		parent, _ := strconv.Atoi(string(stat[statParent]))
		ownGroup, _ := strconv.Atoi(string(stat[statGroup]))
		start, _ := strconv.Atoi(string(stat[statStart]))
		child := parent == self && ownGroup != group && !started.pids[pid]
		switch {
		case exited(stat) && child:
			_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		case exited(stat):
		case started.pids[pid]:
			earliest = min(earliest, start)
		default:
			environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
			switch {
			case err == nil && bytes.Contains(append(environ, 0), []byte(t.envEntry+"\x00")):
				pids = append(pids, pid)
			case err == nil && bytes.Contains(environ, marked): // of another tree, whose end kills it
			case child:
				adopted[pid] = start
			}
		}
	})
	for pid, start := range adopted {
		if start < earliest {
			pids = append(pids, pid)
		}
	}
	return pids
}
