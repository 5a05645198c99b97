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
	// attempt is how long the cluster may take for one answer.
	attempt = 5 * time.Second
	// pause is the wait before another attempt.
	pause = 100 * time.Millisecond
	// keep is how long tasks and results are kept if nobody fetches them and nobody
	// takes them away: their coordinator has been killed.
	keep = time.Hour
	// idle is how long the consumer of a match stays after that.
	idle = 5 * time.Minute
	// mostTaken is how many tasks may be with workers at once, and mostWaiting how
	// many cores may wait for one.
	mostTaken, mostWaiting = 1 << 16, 1 << 13
)

// pace is how quickly things are noticed. Tests are in more of a hurry.
var pace = tempo{every: time.Second, ackWait: 5 * time.Second}

type tempo struct {
	// every is how often a coordinator tells of its match.
	every time.Duration
	// ackWait is how long a worker may be silent about its chunk until another one
	// is given it.
	ackWait time.Duration
}

// silence is after how long without a word a coordinator or a worker is taken for
// gone.
func (p tempo) silence() time.Duration { return 10 * p.every }

// lonely is how long there may be no workers until that is said.
func (p tempo) lonely() time.Duration { return 5 * p.every }

// openStreams makes the streams of a farm, if there are none. Those that are there
// stay as they are: how many replicas they have is for their operator to change.
func openStreams(ctx context.Context, js jetstream.JetStream, p place) error {
	for _, config := range []jetstream.StreamConfig{
		{
			Name: p.workStream(), Subjects: []string{p.work("*")}, Description: "chunks of matches for gamed worker",
			Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, MaxAge: keep,
		},
		{
			Name: p.resultStream(), Subjects: []string{p.result("*")}, Description: "what gamed worker has played",
			Retention: jetstream.LimitsPolicy, Discard: jetstream.DiscardOld, MaxAge: keep,
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
		// Another coordinator may have been first.
		if !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) && (ctx.Err() != nil || !passing(err)) {
			return err
		}
		wait(ctx, pause)
	}
}

// consume makes the consumer of a match, or keeps it from being taken for one that
// nobody needs.
func consume(ctx context.Context, js jetstream.JetStream, p place, id string) (jetstream.Consumer, error) {
	return js.CreateOrUpdateConsumer(ctx, p.workStream(), jetstream.ConsumerConfig{
		Durable: consumerOf(id), FilterSubject: p.work(id), AckPolicy: jetstream.AckExplicitPolicy, AckWait: pace.ackWait,
		MaxDeliver: -1, MaxAckPending: mostTaken, MaxWaiting: mostWaiting, InactiveThreshold: idle,
	})
}

// tidy takes away what is left of a match.
func tidy(ctx context.Context, js jetstream.JetStream, p place, id string) error {
	err := errors.Join(
		purge(ctx, js, p.workStream(), p.work(id)),
		gone(js.DeleteConsumer(ctx, p.workStream(), consumerOf(id))),
		purge(ctx, js, p.resultStream(), p.result(id)),
	)
	if err != nil {
		return fmt.Errorf("farm: what is left of match %s: %w: it goes by itself in %v", id, err, keep)
	}
	return nil
}

// purge takes the messages of a subject away.
func purge(ctx context.Context, js jetstream.JetStream, stream, subject string) error {
	s, err := js.Stream(ctx, stream)
	if err == nil {
		err = s.Purge(ctx, jetstream.WithPurgeSubject(subject))
	}
	return gone(err)
}

// gone is no error for what is not there.
func gone(err error) error {
	if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	return err
}

// publish tries until the cluster has a message or ctx is done. However often it
// arrives, it is kept once.
func publish(ctx context.Context, js jetstream.JetStream, m *nats.Msg, id string) error {
	for {
		try, cancel := context.WithTimeout(ctx, attempt)
		_, err := js.PublishMsg(try, m, jetstream.WithMsgID(id), jetstream.WithRetryAttempts(0))
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil || !passing(err) {
			return err
		}
		wait(ctx, pause)
	}
}

// passing reports whether an error is one that a cluster gives while it elects or
// restarts, after which to try again.
func passing(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == 503
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrReconnectBufExceeded)
}

// wait waits unless ctx is done.
func wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
