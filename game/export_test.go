package game

// Alarms returns how many games the timers are to wake.
func (t *Timers) Alarms() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.heap)
}
