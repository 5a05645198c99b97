package arena

import "time"

const (
	// quick is a decision so short that reading the clock twice would show.
	quick = 20 * time.Microsecond
	// sampled is how many games with quick decisions there are to one that is
	// timed.
	sampled = 64
	// enough is how many decisions are timed until it is known whether they are quick.
	enough = 20
)

// A timer times the decisions of a bot of one worker: all of them, unless they
// are quick.
type timer struct {
	games int
	n     int // decisions timed
	sum   time.Duration
	taken []time.Duration // not taken away yet
}

// next reports whether the next game is timed.
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

// take appends what has been timed of bot since the last call.
func (t *timer) take(dst []decision, bot int) []decision {
	for _, d := range t.taken {
		dst = append(dst, decision{bot, d})
	}
	t.taken = t.taken[:0]
	return dst
}
