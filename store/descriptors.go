package store

// unlimited is the result of Descriptors on systems other than Unix, and on a Unix system that does
// not report its limit.
const unlimited = 1 << 20

// MaxOpenFiles returns the number of files that an embedded store may keep open, given the
// process's limit of descriptors. The store fails without a free descriptor, so a server must not
// use these descriptors for connections.
func MaxOpenFiles(descriptors int) int { return min(1000, descriptors/4) }
