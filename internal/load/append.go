package load

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// An Appender appends records, like [gamed/store.Log].
type Appender interface {
	Append(ctx context.Context, game string, expect uint64, record []byte) error
}

// record is a typical record of a request.
var record = []byte(`{"t":"request","request":{"seat":0,"decision":17,"option":[3,21,0,0],"salt":"8a6c1de8b3a6f2d1","at_ms":1790000000000}}`)

// Appends measures a store alone: p.Games writers append, each to its own game.
func Appends(ctx context.Context, to Appender, p Plan) (Result, error) {
	if p.Rate > 0 {
		return Result{}, errors.New("load: appends at a fixed rate are not supported")
	}
	t := newTally(p)
	var writers sync.WaitGroup
	var failed atomic.Pointer[error]
	for i := range p.Games {
		writers.Go(func() {
			game := fmt.Sprintf("load-%d-%d", t.begin.UnixNano(), i)
			var took []time.Duration
			for n := uint64(0); ; n++ {
				began := time.Now()
				if t.over(began) || failed.Load() != nil || ctx.Err() != nil {
					break
				}
				// Like a game, do not give up when ctx is done.
				if err := to.Append(context.Background(), game, n, record); err != nil {
					failed.CompareAndSwap(nil, &err)
					break
				}
				if now := time.Now(); t.counts(now) {
					took = append(took, now.Sub(began))
				}
			}
			t.add(took, 0)
		})
	}
	writers.Wait()
	if err := failed.Load(); err != nil {
		return Result{}, fmt.Errorf("load: %w", *err)
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	return t.result(), nil
}
