package farm

import "time"

// Hurry shortens the intervals. Call it before all else.
func Hurry(every, ackWait time.Duration) { pace = tempo{every, ackWait} }

// Test flags the workers whose outcomes differ.
func (all Shares) Test() { all.test(1) }
