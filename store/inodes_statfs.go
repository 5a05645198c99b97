//go:build linux || darwin || freebsd

package store

import "syscall"

// readOnly reports whether the file system of a folder accepts no writes.
func readOnly(dir string) bool {
	const flag = 1 // ST_RDONLY or MNT_RDONLY
	var s syscall.Statfs_t
	return syscall.Statfs(dir, &s) == nil && s.Flags&flag != 0
}

// inodes returns the number of files that can still be created on the disk of a folder. limited is
// false if the file system has no such limit or does not report it.
func inodes(dir string) (free uint64, limited bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil || s.Files == 0 {
		return 0, false
	}
	return uint64(max(s.Ffree, 0)), true // signed on FreeBSD
}
