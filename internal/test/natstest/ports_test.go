package natstest

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPortsOfStoppedServer restarts a server again and again while this process starts other processes, which
// copy its sockets for a moment.
func TestPortsOfStoppedServer(t *testing.T) {
	c := RunCluster(t, nil)
	stop := make(chan struct{})
	done := make(chan error, 1)
	go func() {
		var err error
		for {
			select {
			case <-stop:
				done <- err
				return
			default:
			}
			if failed := exec.Command("true").Run(); failed != nil {
				err = failed
			}
		}
	}()
	for range 20 {
		c.Stop(1)
		c.Start(1)
	}
	close(stop)
	assert.NoError(t, <-done)
}
