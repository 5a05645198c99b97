package farm

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gamed/arena"
)

// A Run is matches, one after the other, that the same workers play. One goroutine
// at a time may use it.
type Run struct {
	Coordinator
	place
	id     string
	js     jetstream.JetStream
	tasks  jetstream.Consumer // nil before the first one
	book   book
	crew   crew
	checks checks
	failed bool // a match

	life    context.Context // done when the run is over
	finish  context.CancelFunc
	results chan *result
	news    chan *nats.Msg
	asks    chan *nats.Msg
	inbox   string
	stop    []func()

	unsent []task // that the cluster has not taken
	quiet  int    // how often in a row nothing was on its way that should be
	tick   *time.Ticker
	ticks  int
}

// play plays a match from a pair on; see [arena.Match].
func (r *Run) play(ctx context.Context, p *part, first int, take func(context.Context, *arena.Lot) error) error {
	if p.pairs == 0 {
		p.next = first
	}
	if r.tasks == nil {
		if err := r.begin(ctx); err != nil {
			return err
		}
	}
	return r.loop(ctx, func() (bool, error) {
		for c := r.book.first(p); c != nil && !r.checks.hold(c); c = r.book.first(p) {
			lot := c.lot
			r.book.over++
			c.lot = nil
			if err := take(ctx, lot); err != nil {
				return true, err
			}
		}
		if r.book.done(p) {
			return true, nil // and so is ctx, soon
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
func (r *Run) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_ = r.loop(ctx, func() (bool, error) { return !r.checks.underWay(), nil }) // those that take longer are left
}

// loop does what is to be done, until step says that it is over.
func (r *Run) loop(ctx context.Context, step func() (bool, error)) error {
	for {
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
		case <-r.tick.C:
			r.offer(false)
			r.say(r.crew.look())
			if r.ticks++; r.ticks%5 == 0 {
				r.mend(ctx)
			}
		}
	}
}

func (r *Run) say(line string) {
	if line != "" {
		r.Say(line)
	}
}

// offer tells the workers of the run.
func (r *Run) offer(over bool) {
	o := offer{Match: r.id, Over: over}
	if !over {
		first := r.book.parts[0]
		o.Plan = &Plan{Header: first.header, Bots: r.Bots, Lane: first.match.Lane.String(), Faults: first.match.Faults != "", Setup: r.Setup}
		for _, name := range slices.Sorted(maps.Keys(r.crew.hands)) {
			if r.crew.hands[name].dismissed {
				o.Dismissed = append(o.Dismissed, name)
			}
		}
	}
	_ = r.Conn.PublishRequest(r.open(), r.inbox, encoded(&o)) // the next one follows
}

// send puts a task on the queue, now or later.
func (r *Run) send(ctx context.Context, t task) {
	if len(r.unsent) > 0 || ctx.Err() != nil { // the cluster is away, or nobody needs it
		r.unsent = append(r.unsent, t)
		return
	}
	// A task that nobody waits for any more could come to the queue after that was cleared.
	try, cancel := context.WithTimeout(context.WithoutCancel(ctx), attempt)
	defer cancel()
	m := nats.NewMsg(r.work(r.id))
	m.Data = encoded(&t)
	if publish(try, r.js, m, fmt.Sprintf("%s.%d.%d.%s", r.id, t.Chunk, t.Try, t.Not)) != nil {
		r.unsent = append(r.unsent, t)
	}
}
