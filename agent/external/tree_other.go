//go:build !unix && !windows

package external

import (
	"os"
	"os/exec"
)

// A tree is a process. This system has no means to find its descendants.
type tree struct {
	process *os.Process
}

func startTree(c *exec.Cmd) (*tree, error) {
	if err := c.Start(); err != nil {
		return nil, err
	}
	return &tree{c.Process}, nil
}

// kill kills only the process itself.
func (t *tree) kill() { _ = t.process.Kill() }

// end does nothing, because the descendants cannot be found.
func (t *tree) end() (left bool) { return false }
