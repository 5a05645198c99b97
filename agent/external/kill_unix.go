//go:build unix

package external

import (
	"os"
	"syscall"
)

// killGroup ends a process that leads a group and all that are in it. The group
// keeps its number until the last of them has ended.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// groupThere reports whether there is such a group, if only of processes that have
// ended and that nobody has asked about.
func groupThere(p *os.Process) bool { return syscall.Kill(-p.Pid, 0) == nil }
