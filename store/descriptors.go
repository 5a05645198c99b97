package store

// unlimited is the result of Descriptors on systems without a limit.
const unlimited = 1 << 20

// Files is the number of files that an embedded store keeps open at most, out of the number
// that the process may open. A store without a free descriptor cannot go on, so a server gives
// the others away sparingly.
func Files(descriptors int) int { return min(1000, descriptors/4) }
