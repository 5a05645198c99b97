package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"
)

// An Appender appends records, like [gamed/store.Log].
type Appender interface {
	Append(ctx context.Context, game string, expect uint64, record []byte) error
}

// record is a typical request record.
var record = []byte(`{"t":"request","request":{"seat":0,"decision":17,"option":[3,21,0,0],"salt":"8a6c1de8b3a6f2d1","at_ms":1790000000000}}`)

// RunAppends measures a store without games. It runs p.Games writers, each of which appends records to
// its own game.
func RunAppends(ctx context.Context, to Appender, p Plan) (Result, error) {
	if p.Rate > 0 {
		return Result{}, errors.New("load: appends have no fixed rate: use a plan without Rate")
	}
	t := newTally(p)
	group, running := errgroup.WithContext(ctx)
	for i := range p.Games {
		group.Go(func() error {
			game := fmt.Sprintf("load-%d-%d", t.begin.UnixNano(), i)
			var took []time.Duration
			for n := uint64(0); ; n++ {
				began := time.Now()
				if t.over(began) || running.Err() != nil {
					t.add(took, 0)
					return nil
				}
				// As in package game, an append that has begun is not canceled when ctx is done.
				if err := to.Append(context.Background(), game, n, record); err != nil {
					return fmt.Errorf("load: %w", err)
				}
				if now := time.Now(); t.counts(now) {
					took = append(took, now.Sub(began))
				}
			}
		})
	}
	if err := cmp.Or(group.Wait(), ctx.Err()); err != nil {
		return Result{}, err
	}
	return t.result(), nil
}
