package arena

import "time"

const (
	// quick is the mean duration below which timing a decision would distort the result.
	quick = 20 * time.Microsecond
	// sampled is the sampling interval for quick bots: one game in this number is timed.
	sampled = 64
	// enough is the number of timed decisions needed to tell whether a bot is quick.
	enough = 20
)

// A timer measures the decision times of a bot in one worker. It samples quick bots.
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
