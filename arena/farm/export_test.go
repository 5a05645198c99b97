package farm

import "time"

// brisk has short announcement intervals. Workers and coordinators never count as lost, however
// slow the machine is. The lease has its usual duration. A chunk whose delivery was lost returns
// to the queue at the end of the lease.
var brisk = intervals{announce: 50 * time.Millisecond, ackWait: 5 * time.Second, lostAfter: time.Hour, noWorkerAfter: time.Hour}

// Brisk returns c with the short intervals that most tests use.
func (c Coordinator) Brisk() Coordinator { c.intervals = brisk; return c }

// Lossy returns c with intervals after which a killed worker soon counts as lost.
func (c Coordinator) Lossy() Coordinator {
	c.intervals = brisk
	c.intervals.ackWait, c.intervals.lostAfter = 500*time.Millisecond, 500*time.Millisecond
	return c
}

// Brisk returns w with the short intervals that most tests use.
func (w Worker) Brisk() Worker { w.intervals = brisk; return w }

// Impatient makes the run report missing or unwilling workers at its next tick. Say may call
// Impatient.
func (r *Run) Impatient() { r.intervals.noWorkerAfter = 0 }

// Test flags the workers whose outcomes differ from the others' outcomes, as a run of one match
// does at its end.
func (all Shares) Test() { all.flagDiffering(1) }
