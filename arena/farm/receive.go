package farm

import (
	"context"
	"fmt"
)

// restoreLost restores streams, consumers and tasks that the cluster may have lost. It sends a task
// again if the result is still missing after the queue has been empty for several calls of
// restoreLost.
func (r *Run) restoreLost(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, responseTimeout)
	defer cancel()
	err := openStreams(ctx, r.js, r.subjects)
	tasks := r.tasks
	if err == nil {
		tasks, err = consume(ctx, r.js, r.subjects, r.id, r.intervals.ackWait)
	}
	if err != nil {
		r.Say(fmt.Sprintf("the cluster does not respond: %v", err))
		return
	}
	r.tasks = tasks
	unsent := r.unsent
	r.unsent = nil
	for _, t := range unsent {
		r.send(ctx, t)
	}
	info := r.tasks.CachedInfo()
	if info.NumPending > 0 || info.NumAckPending > 0 {
		r.emptyQueueCount = 0
		return
	}
	if r.emptyQueueCount++; r.emptyQueueCount < 3 {
		return
	}
	r.emptyQueueCount = 0
	for _, c := range r.schedule.chunks[r.schedule.delivered:] {
		if !c.played() {
			r.resend(ctx, c)
		}
	}
	for _, k := range r.checks.open {
		k.sent = false
	}
}

// resend discards the result of an undelivered chunk, if any, and sends the chunk again.
func (r *Run) resend(ctx context.Context, c *chunk) {
	if c.played() {
		r.schedule.open++
	}
	c.batch, c.worker = nil, ""
	c.Try++
	delete(r.checks.open, c.Chunk)
	r.send(ctx, c.task)
}

// receive accepts a worker's result for a chunk, compares it with an earlier result, or drops it.
func (r *Run) receive(ctx context.Context, res *result) {
	r.emptyQueueCount = 0
	c := r.schedule.chunkOf(res.Task)
	if c == nil || CheckName(res.Worker) != nil {
		return
	}
	h := r.workers.worker(res.Worker)
	wanted := !c.played() && res.Task.CheckedWorker == "" && res.Task.Try == c.Try
	var outcomes []uint8
	switch {
	case h.dismissed:
	case res.Error != "" || res.Batch == nil:
		r.dismiss(ctx, h, "", "cannot play: "+res.Error)
	default:
		games, err := res.Batch.Read(&c.scheduled.header, c.First, c.Pairs)
		if err != nil {
			r.dismiss(ctx, h, err.Error(), "")
		}
		outcomes = outcomesOf(&c.scheduled.header, games)
	}
	switch {
	case res.Task.CheckedWorker != "":
		r.receiveCheck(c, h, res)
	case h.dismissed && wanted:
		r.resend(ctx, c)
	case h.dismissed:
	case !c.played():
		r.schedule.accept(c, res, outcomes)
		r.checks.choose(c, h)
	default:
		r.compare(c, res)
	}
}

// dismiss makes the run ignore all further results of a worker, and sends its undelivered chunks
// again. Callers give exactly one reason: differs says how the results differ, and other is any
// other reason.
func (r *Run) dismiss(ctx context.Context, h *workerState, differs, other string) {
	if h.dismissed {
		return
	}
	h.dismissed, h.Differs = true, differs
	if differs != "" {
		other = "results differ (" + differs + ")"
	}
	h.dismissReason = other
	counted := 0
	for _, c := range r.schedule.chunks[:r.schedule.delivered] {
		if c.worker == h.Worker {
			counted += c.Pairs * c.scheduled.header.UnitSize()
		}
	}
	r.Say(fmt.Sprintf("worker %s dismissed: %s; %d of its games count", h.Worker, other, counted))
	for _, c := range r.schedule.chunks[r.schedule.delivered:] {
		if c.worker == h.Worker {
			r.resend(ctx, c)
		}
	}
	r.checks.drop(h.Worker)
	r.offer(false)
}
