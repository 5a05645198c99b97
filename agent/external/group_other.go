//go:build !unix

package external

import (
	"os"
	"syscall"
)

// ownGroup returns nil, as this system has no process groups.
func ownGroup() *syscall.SysProcAttr { return nil }

// killGroup kills the process only.
func killGroup(p *os.Process) { _ = p.Kill() }

// groupThere always reports false.
func groupThere(*os.Process) bool { return false }
