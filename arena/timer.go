package arena

import "time"

const (
	// quick is a decision so short that timing it would distort the result.
	quick = 20 * time.Microsecond
	// sampled is the number of games with quick decisions per timed one.
	sampled = 64
	// enough is the number of decisions that shows whether they are quick.
	enough = 20
)

// A timer times the decisions of a bot of one worker, or a sample of quick ones.
type timer struct {
	games int
	n     int // decisions timed
	sum   time.Duration
	times Histogram // not yet taken by the worker
}

// next reports whether to time the next game.
func (t *timer) next() bool {
	t.games++
	return t.n < enough || t.sum > quick*time.Duration(t.n) || t.games%sampled == 0
}

func (t *timer) add(d time.Duration) {
	t.n++
	t.sum += d
	t.times.add(d, 1)
}
