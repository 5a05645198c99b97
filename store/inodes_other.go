//go:build !(linux || darwin || freebsd)

package store

// inodes reports that the number of files is not limited.
func inodes(string) (free uint64, limited bool) { return 0, false }

// readOnly returns false, because gamed does not know how to ask this system.
func readOnly(string) bool { return false }
