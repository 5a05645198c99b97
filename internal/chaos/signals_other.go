//go:build !unix

package main

import "os"

// Signals of other systems: none can freeze a process, and a stop fails.
var (
	terminate = os.Interrupt
	freeze    = os.Interrupt
	thaw      = os.Interrupt
)
