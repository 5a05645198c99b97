//go:build !unix

package external

import (
	"os"
	"syscall"
)

// ownGroup returns nil, because this system has no process groups.
func ownGroup() *syscall.SysProcAttr { return nil }

// killGroup kills only the process itself.
func killGroup(p *os.Process) { _ = p.Kill() }

// groupThere always returns false.
func groupThere(*os.Process) bool { return false }
