//go:build unix && !linux

package external

import (
	"os/exec"
	"syscall"
)

// A tree is a process and its descendants, as far as they stay in its process group.
type tree struct {
	pid int
}

// startTree starts a process in a new process group.
func startTree(c *exec.Cmd) (*tree, error) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		return nil, err
	}
	return &tree{c.Process.Pid}, nil
}

// end kills the remaining processes of the group after its first process has exited.
func (t *tree) end() (left bool) {
	t.kill()
	return false
}
