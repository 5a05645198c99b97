package external

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// markName is an environment variable with a value for each [Process]. Its descendants inherit it.
const markName = "GAMED_BOT_PROCESS"

var marks atomic.Uint64

// mark returns an entry for the environment of a new process.
func mark() string { return fmt.Sprintf("%s=%d-%d", markName, os.Getpid(), marks.Add(1)) }

// adopt makes this process the parent of orphaned descendants. It finds them as its children, and
// it can reap them.
var adopt = sync.OnceFunc(func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }) // without it, init adopts them

// started holds the ids of the processes that StartProcess has started and that are not reaped.
var started struct {
	sync.Mutex
	pids map[int]bool
}

// begin starts a process that forget removes after its end.
func begin(c *exec.Cmd) error {
	adopt()
	started.Lock()
	defer started.Unlock()
	err := c.Start()
	if err == nil {
		if started.pids == nil {
			started.pids = make(map[int]bool)
		}
		started.pids[c.Process.Pid] = true
	}
	return err
}

func forget(pid int) {
	started.Lock()
	defer started.Unlock()
	delete(started.pids, pid)
}

// treeTries bounds the rounds of killTree. A round finds the children of the processes that the
// previous one killed.
const (
	treeTries = 100
	treePause = 2 * time.Millisecond
)

// killTree kills the orphaned descendants of an exited process, also those in sessions and groups of
// their own. A descendant that has removed the mark from its environment survives.
func killTree(mark string) {
	for range treeTries {
		orphans := marked(mark)
		for _, pid := range orphans {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		reap()
		if len(orphans) == 0 {
			return
		}
		time.Sleep(treePause)
	}
}

// reap removes the zombies that this process has adopted. They are its children outside its own
// process group that it has not started as bots.
func reap() {
	self, group := os.Getpid(), syscall.Getpgrp()
	started.Lock()
	defer started.Unlock()
	_ = eachProcess(func(pid int, stat [][]byte) {
		parent, _ := strconv.Atoi(string(stat[statParent]))
		of, _ := strconv.Atoi(string(stat[statGroup]))
		if exited(stat) && parent == self && of != group && !started.pids[pid] {
			_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		}
	})
}

// marked returns the ids of the running processes with a mark.
func marked(mark string) (pids []int) {
	_ = eachProcess(func(pid int, stat [][]byte) {
		environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err == nil && !exited(stat) && bytes.Contains(append(environ, 0), []byte(mark+"\x00")) {
			pids = append(pids, pid)
		}
	})
	return pids
}
