package external

import "syscall"

// ownGroup puts a process into a group of its own. It dies with this program,
// whatever ends that; what it has started then dies only if it reads its stdin
// or does as its parent.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
