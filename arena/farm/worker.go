package farm

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"gamed/arena"
)

// reportInterval is the interval of a worker's progress messages.
const reportInterval = 10 * time.Second

// A Worker plays chunks of all announced runs.
type Worker struct {
	Conn    *nats.Conn
	Cluster string
	Name    string // must be unique among workers
	// Parallel is the number of chunks played concurrently, at least 1.
	Parallel int
	// Make builds a match from the bots in this program. The worker does not take part in a run
	// for which Make returns an error. Make must be safe for concurrent use.
	Make func(Plan) (arena.Match, error)
	// Say receives progress messages, one line per call. Say must be safe for concurrent use.
	Say func(line string)

	intervals intervals // zero for the usual intervals
}

// Run plays chunks until ctx is done. Chunks in progress then return to the queue.
func (w Worker) Run(ctx context.Context) error {
	if err := CheckName(w.Name); err != nil {
		return fmt.Errorf("farm: %w", err)
	}
	js, err := connect(w.Conn, w.Cluster)
	if err != nil {
		return err
	}
	w.intervals = w.intervals.orDefault()
	r := &runs{Worker: w, subjects: subjects{w.Cluster}, js: js, byID: make(map[string]*runState), changed: make(chan struct{})}
	offers := make(chan *nats.Msg, 64)
	sub, err := w.Conn.ChanSubscribe(r.open(), offers)
	if err != nil {
		return fmt.Errorf("farm: %w", err)
	}
	defer func() { _ = sub.Unsubscribe() }() // the connection may be gone
	var cores sync.WaitGroup
	for range w.Parallel {
		cores.Go(func() { r.runCore(ctx) })
	}
	_ = w.Conn.Publish(r.ask(), nil) // if the message is lost, the next announcement comes within a second
	r.listen(ctx, offers)
	r.leave()
	cores.Wait()
	r.clearing.Wait()
	_ = w.Conn.FlushTimeout(responseTimeout) // a coordinator that misses the message waits for this worker
	return nil
}
