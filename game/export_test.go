package game

import "gamed/state"

// Until is until what a seat passes, as the log says, "" if it does not.
func (r *Replay) Until(seat state.Seat) string {
	if r.settings == nil || r.settings[seat] == nil {
		return ""
	}
	return r.settings[seat].Until
}

// Alarms is how many games the timers are to wake.
func (t *Timers) Alarms() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.heap)
}
