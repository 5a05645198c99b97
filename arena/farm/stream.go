package farm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// responseTimeout is the timeout for one response from the cluster.
	responseTimeout = 5 * time.Second
	// retryDelay is the wait before a retry.
	retryDelay = 100 * time.Millisecond
	// retention is how long the cluster keeps tasks and results that no coordinator deletes.
	retention = time.Hour
	// consumerRetention is how long the cluster keeps an unused consumer that no coordinator
	// deletes.
	consumerRetention = 5 * time.Minute
	// maxTasksInProgress is the maximum number of tasks in progress in a run. maxWaitingCores is
	// the maximum number of cores that wait for a task.
	maxTasksInProgress, maxWaitingCores = 1 << 16, 1 << 13
)

// intervals holds the intervals of a coordinator or a worker.
type intervals struct {
	// announce is the interval of a coordinator's announcements.
	announce time.Duration
	// ackWait is the lease on a chunk.
	ackWait time.Duration
	// lostAfter is the time without a message after which a coordinator or a worker counts as lost.
	lostAfter time.Duration
	// noWorkerAfter is the time after which the coordinator reports that no worker is available.
	noWorkerAfter time.Duration
}

// orDefault returns p, or the default intervals if p is zero.
func (p intervals) orDefault() intervals {
	if p != (intervals{}) {
		return p
	}
	return intervals{announce: time.Second, ackWait: 5 * time.Second, lostAfter: 10 * time.Second, noWorkerAfter: 5 * time.Second}
}

// openStreams creates the missing streams of a farm. It does not modify existing streams, because
// operators may have changed their replica count.
func openStreams(ctx context.Context, js jetstream.JetStream, p subjects) error {
	for _, config := range []jetstream.StreamConfig{
		{
			Name: p.workStream(), Subjects: []string{p.work("*")}, Description: "chunks of matches for gamed worker",
			Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, MaxAge: retention,
		},
		{
			Name: p.resultStream(), Subjects: []string{p.result("*")}, Description: "games that gamed worker has played",
			Retention: jetstream.LimitsPolicy, Discard: jetstream.DiscardOld, MaxAge: retention,
		},
	} {
		if err := openStream(ctx, js, config); err != nil {
			return fmt.Errorf("farm: stream %s: %w", config.Name, err)
		}
	}
	return nil
}

func openStream(ctx context.Context, js jetstream.JetStream, config jetstream.StreamConfig) error {
	for {
		_, err := js.Stream(ctx, config.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			_, err = js.CreateStream(ctx, config)
		}
		if err == nil {
			return nil
		}
		// Another coordinator may have created the stream in the meantime.
		if !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) && (ctx.Err() != nil || !temporary(err)) {
			return err
		}
		wait(ctx, retryDelay)
	}
}

// consume creates the consumer of a run, or refreshes its inactivity timer.
func consume(ctx context.Context, js jetstream.JetStream, p subjects, id string, ackWait time.Duration) (jetstream.Consumer, error) {
	return js.CreateOrUpdateConsumer(ctx, p.workStream(), jetstream.ConsumerConfig{
		Durable: consumerOf(id), FilterSubject: p.work(id), AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		MaxDeliver: -1, MaxAckPending: maxTasksInProgress, MaxWaiting: maxWaitingCores, InactiveThreshold: consumerRetention,
	})
}

// deleteRun deletes the tasks, the consumer and the results of a run.
func deleteRun(ctx context.Context, js jetstream.JetStream, p subjects, id string) error {
	err := errors.Join(
		purge(ctx, js, p.workStream(), p.work(id)),
		ignoreMissing(js.DeleteConsumer(ctx, p.workStream(), consumerOf(id))),
		purge(ctx, js, p.resultStream(), p.result(id)),
	)
	if err != nil {
		return fmt.Errorf("farm: deleting match %s: %w: leftovers expire in %v", id, err, retention)
	}
	return nil
}

// purge deletes the messages of a subject.
func purge(ctx context.Context, js jetstream.JetStream, stream, subject string) error {
	s, err := js.Stream(ctx, stream)
	if err == nil {
		err = s.Purge(ctx, jetstream.WithPurgeSubject(subject))
	}
	return ignoreMissing(err)
}

// ignoreMissing returns err, or nil if err says that a stream or consumer does not exist.
func ignoreMissing(err error) error {
	if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	return err
}

// publish publishes a message and repeats it after temporary errors, until the cluster has stored the
// message or ctx is done. The id of the message prevents duplicates.
func publish(ctx context.Context, js jetstream.JetStream, m *nats.Msg, id string) error {
	for {
		try, cancel := context.WithTimeout(ctx, responseTimeout)
		_, err := js.PublishMsg(try, m, jetstream.WithMsgID(id), jetstream.WithRetryAttempts(0))
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil || !temporary(err) {
			return err
		}
		wait(ctx, retryDelay)
	}
}

// temporary reports whether an error may disappear soon, as during an election or restart of the
// cluster.
func temporary(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == 503
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrReconnectBufExceeded)
}

// wait waits for d or until ctx is done.
func wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
