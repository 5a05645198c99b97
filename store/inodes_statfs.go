//go:build linux || darwin || freebsd

package store

import "syscall"

// inodes returns the number of files that can still be created on the disk of a folder. It
// reports false if the file system has no such limit or cannot be asked.
func inodes(dir string) (free uint64, limited bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil || s.Files == 0 {
		return 0, false
	}
	return uint64(max(s.Ffree, 0)), true // signed on FreeBSD
}
