package farm

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gamed/arena"
)

func newRun(c Coordinator, h arena.Header, js jetstream.JetStream) *run {
	r := &run{
		Coordinator: c, place: place{c.Cluster}, id: rand.Text(), header: h, js: js, crew: newCrew(),
		results: make(chan *result, 1), news: make(chan *nats.Msg, 1024), asks: make(chan *nats.Msg, 64),
	}
	r.life, r.finish = context.WithCancel(context.Background())
	repeats := true
	for _, bot := range c.Match.Bots {
		repeats = repeats && bot.Open == nil
	}
	r.checks = newChecks(repeats)
	return r
}

// begin opens what the match needs in the cluster and tells the workers.
func (r *run) begin(ctx context.Context) error {
	if err := openStreams(ctx, r.js, r.place); err != nil {
		return err
	}
	tasks, err := consume(ctx, r.js, r.place, r.id)
	if err != nil {
		return fmt.Errorf("farm: the consumer of match %s: %w", r.id, err)
	}
	r.tasks = tasks // from here on there is something to take away
	results, err := r.js.OrderedConsumer(ctx, r.resultStream(), jetstream.OrderedConsumerConfig{FilterSubjects: []string{r.result(r.id)}})
	if err != nil {
		return fmt.Errorf("farm: the results of match %s: %w", r.id, err)
	}
	puzzle := make(puzzle)
	consuming, err := results.Consume(func(m jetstream.Msg) {
		res, err := puzzle.add(m.Headers(), m.Data())
		if res == nil || err != nil {
			return // what cannot be read is missed, and given out again
		}
		select {
		case r.results <- res:
		case <-r.life.Done():
		}
	})
	if err != nil {
		return fmt.Errorf("farm: the results of match %s: %w", r.id, err)
	}
	r.stop = append(r.stop, func() { consuming.Stop(); <-consuming.Closed() })
	r.inbox = r.Conn.NewInbox()
	for subject, to := range map[string]chan *nats.Msg{r.inbox: r.news, r.ask(): r.asks} {
		sub, err := r.Conn.ChanSubscribe(subject, to)
		if err != nil {
			return fmt.Errorf("farm: %w", err)
		}
		r.stop = append(r.stop, func() { _ = sub.Unsubscribe() }) // the connection may be gone
	}
	r.offer(false)
	return nil
}

// end tells the workers that the match is over, and takes away what is left of it.
func (r *run) end() error {
	if r.inbox != "" {
		r.offer(true)
	}
	r.finish()
	r.checks.judging.Wait()
	for _, stop := range r.stop {
		stop()
	}
	ctx, cancel := context.WithTimeout(context.Background(), attempt)
	defer cancel()
	return tidy(ctx, r.js, r.place, r.id)
}
