package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// One program at a time compares and repairs the replicas, or restores from its archive. It holds the
// turn, which is a value with an expiry time, and renews the turn. This relies on clocks that agree to
// about a second.

const (
	turnBucket, turnKey = "replicas", "turn"
	// turnTime is the time after which a turn ends that its program does not renew.
	turnTime = 20 * time.Second
)

// A turn is the value that the program with the turn stores.
type turn struct {
	Until   int64 `json:"until"`             // expiry time in ms since 1970
	Resting bool  `json:"resting,omitempty"` // the work is done and need not be repeated before Until
}

// ErrBusy is returned while another program holds the turn, or has just released it: see
// [JetStream.TakeTurn].
var ErrBusy = errors.New("another program compares replicas or restores games, or has just done so: try again later")

// TakeTurn calls do while it holds the turn. If another program holds the turn, TakeTurn returns ErrBusy.
// For the time rest after do, TakeTurn also returns ErrBusy to calls without urgent. The context of do
// ends if the turn cannot be renewed in time.
func (j *JetStream) TakeTurn(ctx context.Context, rest time.Duration, urgent bool, do func(ctx context.Context) error) (err error) {
	var held turn
	revision, err := ReadValue(ctx, j, turnBucket, turnKey, &held)
	if err != nil {
		return err
	}
	if time.Now().UnixMilli() < held.Until && !(urgent && held.Resting) {
		return ErrBusy
	}
	put := func(ctx context.Context, length time.Duration, resting bool) error {
		text, err := json.Marshal(turn{time.Now().Add(length).UnixMilli(), resting})
		if err == nil {
			revision, err = j.Put(ctx, turnBucket, turnKey, text, revision)
		}
		return err
	}
	if err := put(ctx, turnTime, false); errors.Is(err, ErrConflict) || errors.Is(err, ErrAmbiguous) {
		return ErrBusy
	} else if err != nil {
		return err
	}
	working, lost := context.WithCancelCause(ctx)
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		for {
			wait(working, turnTime/4)
			if working.Err() != nil {
				return
			}
			try, cancel := context.WithTimeout(working, turnTime/2)
			err := put(try, turnTime, false)
			cancel()
			if err != nil && working.Err() == nil {
				lost(fmt.Errorf("store: the turn to compare the replicas is lost: %w", err))
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
	_ = put(last, rest, true) // after a failure the turn ends after turnTime
	return err
}

// CurrentServers returns the NATS servers that run and are not behind.
func (j *JetStream) CurrentServers(ctx context.Context) (map[string]bool, error) {
	ctx, done, err := j.use(ctx, nil)
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
