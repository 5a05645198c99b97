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
	taken []time.Duration // not yet returned by take
}

// next reports whether to time the next game.
func (t *timer) next() bool {
	t.games++
	return t.n < enough || t.sum > quick*time.Duration(t.n) || t.games%sampled == 0
}

func (t *timer) add(took []time.Duration) {
	for _, d := range took {
		t.n++
		t.sum += d
	}
	t.taken = append(t.taken, took...)
}

// take appends the times since the previous call.
func (t *timer) take(dst []decision, bot int) []decision {
	for _, d := range t.taken {
		dst = append(dst, decision{bot, d})
	}
	t.taken = t.taken[:0]
	return dst
}
