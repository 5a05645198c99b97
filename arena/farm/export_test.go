package farm

import "time"

// Hurry shortens the intervals. It must be called before any other function.
func Hurry(every, ackWait time.Duration) { pace = tempo{every, ackWait} }

// Test flags the workers whose outcomes differ.
func (all Shares) Test() { all.test(1) }
