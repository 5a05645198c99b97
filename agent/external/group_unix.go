//go:build unix && !linux

package external

import "syscall"

// ownGroup starts a process in a new process group.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
