package store

// unlimited is the result of Descriptors on systems without a limit.
const unlimited = 1 << 20

// Files returns how many files an embedded store may keep open in a process with this limit of
// descriptors. The store fails without a free descriptor, so a server must not use the store's
// share for connections.
func Files(descriptors int) int { return min(1000, descriptors/4) }
