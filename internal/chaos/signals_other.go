//go:build !unix

package main

import "os"

// What a process is sent. Other systems have no such signals: nothing is paused, and
// a stop fails.
var (
	terminate = os.Interrupt
	freeze    = os.Interrupt
	thaw      = os.Interrupt
)
