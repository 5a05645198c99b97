package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// One program at a time compares and repairs the replicas. It holds a turn, which is a value with
// an expiry time, and renews it. The clocks of the machines agree to about a second.

const (
	turnBucket, turnKey = "replicas", "turn"
	// turnTime is the time after which the turn of a program that has failed ends.
	turnTime = 20 * time.Second
)

// A turn is the stored value.
type turn struct {
	Until   int64 `json:"until"`             // in ms since 1970
	Resting bool  `json:"resting,omitempty"` // the work is done, and need not be repeated until then
}

// ErrBusy is returned while another program compares the replicas, or has just done so.
var ErrBusy = errors.New("another program compares the replicas, or has just compared them")

// TakeTurn calls do unless another program is comparing or repairing the replicas. Then it
// returns ErrBusy. It also returns ErrBusy within rest after another turn, unless urgent is set.
// The context of do ends if the turn cannot be renewed in time.
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
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), attempt)
	defer cancel()
	_ = put(last, rest, true) // else it ends after turnTime
	return err
}

// CurrentServers returns the NATS servers that run and are not behind.
func (j *JetStream) CurrentServers(ctx context.Context) (map[string]bool, error) {
	ctx, done, err := j.use(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, attempt)
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
