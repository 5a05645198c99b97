package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Only one program at a time compares and repairs the replicas, or restores from its archive. That
// program holds a lease, a value with an expiry time, and renews the lease. Leases rely on clocks
// that agree to about a second.

const (
	leaseBucket, leaseKey = "replicas", "turn"
	// leaseTime is the time after which a lease expires unless its holder renews it.
	leaseTime = 20 * time.Second
)

// A lease is the value that the holder of the lease stores.
type lease struct {
	Until    int64 `json:"until"`             // expiry time in ms since 1970
	Cooldown bool  `json:"resting,omitempty"` // the work is done and need not be repeated before Until
}

// ErrBusy is returned while another program holds the lease, or has just released it: see
// [JetStream.WithLease].
var ErrBusy = errors.New("another program compares replicas or restores games, or has just done so: try again later")

// WithLease calls do while it holds the lease. It returns ErrBusy if another program holds the
// lease. After do has returned, calls of WithLease also return ErrBusy during the cooldown, unless
// they set urgent. The context of do ends if the lease cannot be renewed in time.
func (j *JetStream) WithLease(ctx context.Context, cooldown time.Duration, urgent bool, do func(ctx context.Context) error) (err error) {
	var held lease
	revision, err := ReadValue(ctx, j, leaseBucket, leaseKey, &held)
	if err != nil {
		return err
	}
	if time.Now().UnixMilli() < held.Until && !(urgent && held.Cooldown) {
		return ErrBusy
	}
	put := func(ctx context.Context, length time.Duration, resting bool) error {
		text, err := json.Marshal(lease{time.Now().Add(length).UnixMilli(), resting})
		if err == nil {
			revision, err = j.Put(ctx, leaseBucket, leaseKey, text, revision)
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
				lost(fmt.Errorf("store: the lease to compare the replicas is lost: %w", err))
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
