//go:build !unix

package main

import "os"

// Signals on other systems. None of them can freeze a process, and a stop fails.
var (
	terminate = os.Interrupt
	freeze    = os.Interrupt
	thaw      = os.Interrupt
)
