package farm

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// connect returns the JetStream context for a farm. It returns an error if the name of the cluster is
// invalid.
func connect(conn *nats.Conn, cluster string) (jetstream.JetStream, error) {
	if err := CheckName(cluster); err != nil {
		return nil, fmt.Errorf("farm: %w", err)
	}
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(responseTimeout))
	if err != nil {
		return nil, fmt.Errorf("farm: %w", err)
	}
	return js, nil
}

// Open returns a run. The run contacts the cluster when its first match starts.
func (c Coordinator) Open() (*Run, error) {
	js, err := connect(c.Conn, c.Cluster)
	if err != nil {
		return nil, err
	}
	c.intervals = c.intervals.orDefault()
	r := &Run{
		Coordinator: c, subjects: subjects{c.Cluster}, id: rand.Text(), js: js,
		schedule: schedule{fastest: make(map[string]time.Duration)},
		workers:  workers{byName: make(map[string]*workerState), lastAvailable: time.Now(), needs: c.Needs, say: c.Say},
		checks:   checks{open: make(map[int]*check), disputed: make(map[int]bool), verdicts: make(chan verdict)},
		results:  make(chan *result, 1), workerMessages: make(chan *nats.Msg, 1024), offerRequests: make(chan *nats.Msg, 64),
	}
	r.runContext, r.finish = context.WithCancel(context.Background())
	return r, nil
}

// begin creates the streams and consumers of the run and announces the run to the workers.
func (r *Run) begin(ctx context.Context) error {
	if err := openStreams(ctx, r.js, r.subjects); err != nil {
		return err
	}
	tasks, err := consume(ctx, r.js, r.subjects, r.id, r.intervals.ackWait)
	if err != nil {
		return fmt.Errorf("farm: cannot create the consumer of match %s: %w", r.id, err)
	}
	r.tasks = tasks // from here on, end must delete the run's data
	results, err := r.js.OrderedConsumer(ctx, r.resultStream(), jetstream.OrderedConsumerConfig{FilterSubjects: []string{r.result(r.id)}})
	if err != nil {
		return fmt.Errorf("farm: cannot read the results of match %s: %w", r.id, err)
	}
	assembler := make(assembler)
	consuming, err := results.Consume(func(m jetstream.Msg) {
		res := assembler.add(m.Headers(), m.Data())
		if res == nil {
			return
		}
		select {
		case r.results <- res:
		case <-r.runContext.Done():
		}
	})
	if err != nil {
		return fmt.Errorf("farm: cannot read the results of match %s: %w", r.id, err)
	}
	r.stop = append(r.stop, func() { consuming.Stop(); <-consuming.Closed() })
	r.inbox = r.Conn.NewInbox()
	for subject, to := range map[string]chan *nats.Msg{r.inbox: r.workerMessages, r.ask(): r.offerRequests} {
		sub, err := r.Conn.ChanSubscribe(subject, to)
		if err != nil {
			return fmt.Errorf("farm: %w", err)
		}
		r.stop = append(r.stop, func() { _ = sub.Unsubscribe() }) // the connection may be gone
	}
	r.tick = time.NewTicker(r.intervals.announce)
	r.stop = append(r.stop, r.tick.Stop)
	r.offer(false)
	return nil
}

// end announces the end of the run to the workers and deletes the run's data.
func (r *Run) end() error {
	if r.inbox != "" {
		r.offer(true)
	}
	r.finish()
	r.checks.judging.Wait()
	for _, stop := range r.stop {
		stop()
	}
	ctx, cancel := context.WithTimeout(context.Background(), responseTimeout)
	defer cancel()
	return deleteRun(ctx, r.js, r.subjects, r.id)
}
