//go:build unix

package main

import (
	"os"
	"syscall"
)

// What a process is sent.
var (
	terminate os.Signal = syscall.SIGTERM
	freeze    os.Signal = syscall.SIGSTOP
	thaw      os.Signal = syscall.SIGCONT
)
