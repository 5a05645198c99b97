package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Only one program at a time compares the replicas, and only one at a time repairs a stream or
// restores its items from an archive. Each of them holds a lease, a value with an expiry time, and
// renews the lease. Leases rely on clocks that agree to about a second.
//
// A repair may wait for NATS for minutes. Because each stream has its own lease, the repair then
// delays no restore of another stream. A program that compares and then repairs takes the lease to
// compare before the lease of a stream. No call waits for a program to release a lease.

const (
	// leaseBucket is the bucket of the leases. The lease of a stream has the stream's name as its key.
	leaseBucket = "replicas"
	// compareKey is the key of the lease to compare the replicas.
	compareKey = "turn"
	// leaseTime is the time after which a lease expires unless its holder renews it.
	leaseTime = 20 * time.Second
)

// A lease is the value that the holder of the lease stores.
type lease struct {
	Until    int64 `json:"until"`             // expiry time in ms since 1970
	Cooldown bool  `json:"resting,omitempty"` // the work is done and need not be repeated before Until
}

// ErrBusy is returned while another program holds a lease: see [JetStream.WithLease]. For the lease
// of a stream, it also wraps the error of reading or writing the lease.
var ErrBusy = errors.New("try again later")

// WithLease calls do while it holds the lease to compare the replicas. It returns ErrBusy if another
// program holds the lease. For the duration cooldown after do has returned, calls of WithLease also
// return ErrBusy, unless they set urgent. The context of do ends if the lease cannot be renewed in
// time.
func (j *JetStream) WithLease(ctx context.Context, cooldown time.Duration, urgent bool, do func(ctx context.Context) error) error {
	err := j.withLease(ctx, compareKey, "compare the replicas", cooldown, urgent, do)
	if err == ErrBusy {
		err = fmt.Errorf("another program compares the replicas, or has just done so: %w", err)
	}
	return err
}

// withStream calls do while it holds the lease to repair or restore a stream. If it cannot obtain
// the lease, its error wraps ErrBusy.
func (j *JetStream) withStream(ctx context.Context, stream string, do func(ctx context.Context) error) error {
	held, work := false, "repair or restore stream "+stream
	err := j.withLease(ctx, stream, work, 0, true, func(ctx context.Context) error {
		held = true
		return do(ctx)
	})
	switch {
	case err == ErrBusy:
		err = fmt.Errorf("another program repairs or restores stream %s: %w", stream, err)
	case err != nil && !held:
		err = fmt.Errorf("store: the lease to %s: %w: %w", work, err, ErrBusy)
	}
	return err
}

// withStreams groups items by stream. For all streams at the same time, it calls do with the items
// of a stream while it holds the lease of the stream. do calls its argument done with the result for
// each item. If withStreams cannot obtain a lease, it calls done with that error for each item. It
// calls done from several goroutines, but never concurrently.
func withStreams[T any](ctx context.Context, j *JetStream, items []T, streamOf func(T) string, do func(ctx context.Context, some []T, done func(T, error)), done func(T, error)) {
	byStream := make(map[string][]T)
	for _, item := range items {
		byStream[streamOf(item)] = append(byStream[streamOf(item)], item)
	}
	var calling sync.Mutex
	one := func(item T, err error) {
		calling.Lock()
		defer calling.Unlock()
		done(item, err)
	}
	var group sync.WaitGroup
	for stream, some := range byStream {
		group.Go(func() {
			err := j.withStream(ctx, stream, func(ctx context.Context) error {
				do(ctx, some, one)
				return nil
			})
			if err != nil {
				for _, item := range some {
					one(item, err)
				}
			}
		})
	}
	group.Wait()
}

// withLease calls do while it holds the lease that is stored under key. It returns ErrBusy itself,
// not wrapped, if another program has the lease. work says in errors what the lease permits.
func (j *JetStream) withLease(ctx context.Context, key, work string, cooldown time.Duration, urgent bool, do func(ctx context.Context) error) (err error) {
	var held lease
	revision, err := ReadValue(ctx, j, leaseBucket, key, &held)
	if err != nil {
		return err
	}
	if time.Now().UnixMilli() < held.Until && !(urgent && held.Cooldown) {
		return ErrBusy
	}
	put := func(ctx context.Context, length time.Duration, resting bool) error {
		text, err := json.Marshal(lease{time.Now().Add(length).UnixMilli(), resting})
		if err == nil {
			revision, err = j.Put(ctx, leaseBucket, key, text, revision)
		}
		return err
	}
	if err := put(ctx, leaseTime, false); errors.Is(err, ErrConflict) || errors.Is(err, ErrAmbiguous) {
		return ErrBusy
	} else if err != nil {
		return err
	}
	working, lost := context.WithCancelCause(ctx)
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		for {
			wait(working, leaseTime/4)
			if working.Err() != nil {
				return
			}
			try, cancel := context.WithTimeout(working, leaseTime/2)
			err := put(try, leaseTime, false)
			cancel()
			if err != nil && working.Err() == nil {
				lost(fmt.Errorf("store: the lease to %s is lost: %w", work, err))
			}
		}
	}()
	err = do(working)
	if cause := context.Cause(working); err != nil && cause != nil && ctx.Err() == nil {
		err = cause
	}
	lost(nil)
	<-renewed
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), attemptTimeout)
	defer cancel()
	_ = put(last, cooldown, true) // after a failure the lease expires after leaseTime
	return err
}

// CurrentServers returns the NATS servers that run and have a current replica of the list of live
// games. It returns nil for a single NATS server.
func (j *JetStream) CurrentServers(ctx context.Context) (map[string]bool, error) {
	ctx, done, err := j.beginCall(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	info, err := j.live.Info(ctx)
	if err != nil || info.Cluster == nil {
		return nil, err
	}
	now := map[string]bool{info.Cluster.Leader: true}
	for _, r := range info.Cluster.Replicas {
		if r.Current && !r.Offline {
			now[r.Name] = true
		}
	}
	return now, nil
}
