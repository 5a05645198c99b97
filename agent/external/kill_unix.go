//go:build unix

package external

import (
	"os"
	"syscall"
)

// killGroup kills the process group led by p. The id of the group stays reserved until its
// last process has exited.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// groupThere reports whether the group contains processes. Zombies count.
func groupThere(p *os.Process) bool { return syscall.Kill(-p.Pid, 0) == nil }
