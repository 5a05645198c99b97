//go:build unix

package command

import "syscall"

// restrictNewFiles makes new files readable by their owner only.
func restrictNewFiles() { syscall.Umask(0o077) }
