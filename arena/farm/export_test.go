package farm

import "time"

// brisk has short announcement intervals. Workers and coordinators never count as lost, however slow
// the machine is. The lease is the usual one: it also returns a chunk whose delivery was lost.
var brisk = intervals{every: 50 * time.Millisecond, ackWait: 5 * time.Second, silence: time.Hour, lonely: time.Hour}

// Brisk returns c with the short intervals that most tests use.
func (c Coordinator) Brisk() Coordinator { c.pace = brisk; return c }

// Lossy returns c with intervals after which a killed worker soon counts as lost.
func (c Coordinator) Lossy() Coordinator {
	c.pace = brisk
	c.pace.ackWait, c.pace.silence = 500*time.Millisecond, 500*time.Millisecond
	return c
}

// Brisk returns w with the short intervals that most tests use.
func (w Worker) Brisk() Worker { w.pace = brisk; return w }

// Impatient makes the run report missing or unwilling workers at its next tick. Say may call
// Impatient.
func (r *Run) Impatient() { r.pace.lonely = 0 }

// Test flags the workers whose outcomes differ from the others' outcomes, as a run of one match
// does at its end.
func (all Shares) Test() { all.test(1) }
