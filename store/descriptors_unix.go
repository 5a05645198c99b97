//go:build unix

package store

import (
	"math"
	"syscall"
)

// Descriptors returns the number of files and connections that this process may have open.
func Descriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return unlimited
	}
	return int(min(uint64(limit.Cur), math.MaxInt32)) // FreeBSD's Cur is signed
}
