package admission

import "sync"

// A Counter counts the calls of Enter for each key, minus the calls of the functions that Enter has
// returned. Any goroutine may call its methods.
type Counter[K comparable] struct {
	mu     sync.Mutex
	counts map[K]int
	total  int
}

// Reached reports whether the sum of all counts has reached the limit all. A limit of 0 means no
// limit.
func (c *Counter[K]) Reached(all int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return all > 0 && c.total >= all
}

// Enter increments the count of key and returns leave, which decrements it. It returns nil if
// the count of key has reached most, or the sum of all counts has reached all. A limit of 0 means
// no limit.
func (c *Counter[K]) Enter(key K, most, all int) (leave func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if most > 0 && c.counts[key] >= most || all > 0 && c.total >= all {
		return nil
	}
	if c.counts == nil {
		c.counts = make(map[K]int)
	}
	c.counts[key]++
	c.total++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.total--
		if c.counts[key]--; c.counts[key] == 0 {
			delete(c.counts, key)
		}
	}
}
