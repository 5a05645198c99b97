//go:build unix

package command

import "syscall"

// restrict makes new files readable by their owner only.
func restrict() { syscall.Umask(0o077) }
