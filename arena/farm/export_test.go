package farm

import "time"

// Hurry is called before anything else.
func Hurry(every, ackWait time.Duration) { pace = tempo{every, ackWait} }

// Test flags the workers whose outcomes differ.
func (all Shares) Test() { all.test(1) }
