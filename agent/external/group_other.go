//go:build !unix

package external

import (
	"os"
	"syscall"
)

// ownGroup does nothing: this system has no process groups.
func ownGroup() *syscall.SysProcAttr { return nil }

// killGroup ends the process alone.
func killGroup(p *os.Process) { _ = p.Kill() }

// groupThere reports nothing.
func groupThere(*os.Process) bool { return false }
