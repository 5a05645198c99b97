package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gamed/arena"
)

// A Coordinator has a match played by the workers of a farm.
type Coordinator struct {
	Conn    *nats.Conn
	Cluster string
	Match   arena.Match // as it would be played here
	// Setup is what workers need besides to make the match, see [Plan].
	Setup json.RawMessage
	// Say is told what goes on, a line at a time. It is called by the goroutine that
	// runs the match.
	Say func(line string)
}

// Run is like [arena.Match.Run], and comes to the same result. It waits for workers
// as long as there are none. What is left of the match in the cluster is taken away
// at the end, when ctx is done as well.
func (c Coordinator) Run(ctx context.Context) (arena.Result, Shares, error) {
	if err := CheckName(c.Cluster); err != nil {
		return arena.Result{}, nil, fmt.Errorf("farm: %w", err)
	}
	header := c.Match.Header()
	js, err := jetstream.New(c.Conn, jetstream.WithDefaultTimeout(attempt))
	if err != nil {
		return arena.Result{}, nil, fmt.Errorf("farm: %w", err)
	}
	r := newRun(c, header, js)
	m := c.Match
	m.Elsewhere = r.play
	tallied := 0 // games
	m.Progress = func(done int) {
		if tallied = done; c.Match.Progress != nil {
			c.Match.Progress(done)
		}
	}
	result, err := m.Run(ctx)
	if r.tasks != nil {
		if err == nil {
			r.settle(ctx)
		}
		err = errors.Join(err, r.end())
	}
	shares := r.shares(tallied / header.Unit())
	shares.test()
	return result, shares, err
}

// A run is a match under way.
type run struct {
	Coordinator
	place
	id     string
	header arena.Header
	js     jetstream.JetStream
	tasks  jetstream.Consumer // nil before the first one
	book   book
	crew   crew
	checks checks

	life    context.Context // done when the run is over
	finish  context.CancelFunc
	results chan *result
	news    chan *nats.Msg
	asks    chan *nats.Msg
	inbox   string
	stop    []func()

	unsent []task // that the cluster has not taken
	quiet  int    // how often in a row nothing was on its way that should be
}

// play plays pairs from first on; see [arena.Match].
func (r *run) play(ctx context.Context, _ *arena.Header, first, end int, take func(context.Context, *arena.Lot) error) error {
	r.book = book{next: first, end: end}
	if err := r.begin(ctx); err != nil {
		return err
	}
	return r.loop(ctx, func() (bool, error) {
		for c := r.book.first(); c != nil && !r.checks.hold(c); c = r.book.first() {
			lot := c.lot
			r.book.over++
			c.lot = nil
			if err := take(ctx, lot); err != nil {
				return true, err
			}
		}
		if r.book.over == len(r.book.chunks) && r.book.next == end {
			return true, nil
		}
		for c := r.book.cut(r.crew.cores()); c != nil; c = r.book.cut(r.crew.cores()) {
			r.send(ctx, c.task)
		}
		return false, nil
	})
}

// patience is how long the checks may take that are left when all is played.
const patience = 10 * time.Second

// settle waits for the checks that are under way.
func (r *run) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	r.book.next = r.book.end
	_ = r.loop(ctx, func() (bool, error) { return !r.checks.underWay(), nil }) // those that take longer are left
}

// loop does what is to be done, until step says that it is over.
func (r *run) loop(ctx context.Context, step func() (bool, error)) error {
	tick := time.NewTicker(pace.every)
	defer tick.Stop()
	for ticks := 1; ; {
		r.check(ctx)
		if over, err := step(); over || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case res := <-r.results:
			r.receive(ctx, res)
		case v := <-r.checks.verdicts:
			r.judge(ctx, v)
		case m := <-r.news:
			var n news
			if json.Unmarshal(m.Data, &n) == nil && CheckName(n.Worker) == nil {
				r.say(r.crew.hear(n))
			}
		case <-r.asks:
			r.offer(false)
		case <-tick.C:
			r.offer(false)
			r.say(r.crew.look())
			if ticks++; ticks%5 == 0 {
				r.mend(ctx)
			}
		}
	}
}

func (r *run) say(line string) {
	if line != "" {
		r.Say(line)
	}
}

// offer tells the workers of the match.
func (r *run) offer(over bool) {
	o := offer{Match: r.id, Over: over}
	if !over {
		o.Plan = &Plan{Header: r.header, Lane: r.Match.Lane.String(), Faults: r.Match.Faults != "", Setup: r.Setup}
		for _, name := range slices.Sorted(maps.Keys(r.crew.hands)) {
			if r.crew.hands[name].dismissed {
				o.Dismissed = append(o.Dismissed, name)
			}
		}
	}
	_ = r.Conn.PublishRequest(r.open(), r.inbox, encoded(&o)) // the next one follows
}

// send puts a task on the queue, now or later.
func (r *run) send(ctx context.Context, t task) {
	if len(r.unsent) > 0 { // the cluster is away
		r.unsent = append(r.unsent, t)
		return
	}
	try, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	m := nats.NewMsg(r.work(r.id))
	m.Data = encoded(&t)
	if publish(try, r.js, m, fmt.Sprintf("%s.%d.%d.%s", r.id, t.Chunk, t.Try, t.Not)) != nil {
		r.unsent = append(r.unsent, t)
	}
}
