//go:build unix

package main

import (
	"os"
	"syscall"
)

// Signals to a process.
var (
	terminate os.Signal = syscall.SIGTERM
	freeze    os.Signal = syscall.SIGSTOP
	thaw      os.Signal = syscall.SIGCONT
)
