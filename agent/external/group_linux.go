package external

import "syscall"

// ownGroup starts a process in a new process group. The kernel kills the process when this
// process exits, but does not kill its descendants.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
