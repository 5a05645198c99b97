package farm

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gamed/arena"
)

// report is how often a worker says how far it is.
const report = 10 * time.Second

// A Worker plays chunks of whatever matches there are.
type Worker struct {
	Conn    *nats.Conn
	Cluster string
	Name    string // another one for each worker
	// Parallel is how many chunks are played at once, 1 or more.
	Parallel int
	// Make makes a match, with the bots that this program has. An error is a reason
	// to take no part. Any goroutine may call it.
	Make func(Plan) (arena.Match, error)
	// Say is told what goes on, a line at a time. Any goroutine may call it.
	Say func(line string)
}

// Run works until ctx is done. Chunks that are being played then go back to the
// queue.
func (w Worker) Run(ctx context.Context) error {
	if err := errors.Join(CheckName(w.Cluster), CheckName(w.Name)); err != nil {
		return fmt.Errorf("farm: %w", err)
	}
	js, err := jetstream.New(w.Conn, jetstream.WithDefaultTimeout(attempt))
	if err != nil {
		return fmt.Errorf("farm: %w", err)
	}
	r := &roster{Worker: w, place: place{w.Cluster}, js: js, jobs: make(map[string]*job), changed: make(chan struct{})}
	offers := make(chan *nats.Msg, 64)
	sub, err := w.Conn.ChanSubscribe(r.open(), offers)
	if err != nil {
		return fmt.Errorf("farm: %w", err)
	}
	defer func() { _ = sub.Unsubscribe() }() // the connection may be gone
	var cores sync.WaitGroup
	for range w.Parallel {
		cores.Go(func() { r.core(ctx) })
	}
	_ = w.Conn.Publish(r.ask(), nil) // else they are heard of in a second
	r.listen(ctx, offers)
	r.leave()
	cores.Wait()
	r.clearing.Wait()
	_ = w.Conn.FlushTimeout(attempt) // who is not told is waited for
	return nil
}
