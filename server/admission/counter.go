package admission

import "sync"

// A Counter counts the calls of Enter for each key, minus the calls of the functions that Enter has
// returned. Any goroutine may call its methods.
type Counter[K comparable] struct {
	mu     sync.Mutex
	counts map[K]int
	total  int
}

// Reached reports whether the sum of all counts has reached maxTotal. A limit of 0 means no limit.
func (c *Counter[K]) Reached(maxTotal int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maxTotal > 0 && c.total >= maxTotal
}

// Enter increments the count of key and returns leave, which decrements it. It returns nil if the
// count of key has reached maxPerKey, or the sum of all counts has reached maxTotal. A limit of 0
// means no limit.
func (c *Counter[K]) Enter(key K, maxPerKey, maxTotal int) (leave func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if maxPerKey > 0 && c.counts[key] >= maxPerKey || maxTotal > 0 && c.total >= maxTotal {
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
