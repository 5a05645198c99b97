//go:build !unix

package main

import "os"

// Other systems have no signals that freeze or stop a process, so sending one of these fails.
var (
	terminate = os.Interrupt
	freeze    = os.Interrupt
	thaw      = os.Interrupt
)
