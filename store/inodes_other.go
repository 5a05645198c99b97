//go:build !(linux || darwin || freebsd)

package store

// inodes reports that the number of files is not limited.
func inodes(string) (free uint64, limited bool) { return 0, false }

// readOnly reports false: the system cannot be asked.
func readOnly(string) bool { return false }
