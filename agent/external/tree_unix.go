//go:build unix

package external

import "syscall"

// kill kills the process group of t. The id of the group stays reserved until its last process has
// exited.
func (t *tree) kill() { _ = syscall.Kill(-t.pid, syscall.SIGKILL) }
