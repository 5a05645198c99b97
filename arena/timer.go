package arena

import "time"

const (
	// maxQuick is the mean time of a decision up to which a bot is quick. Reading the clock for each
	// decision would slow such a bot noticeably.
	maxQuick = 20 * time.Microsecond
	// sampleInterval is the number of games of a quick bot per timed game.
	sampleInterval = 64
	// enoughTimed is the number of timed decisions needed to tell whether a bot is quick.
	enoughTimed = 20
)

// A timer measures the decision times of a bot in one worker. It times only some games of a quick
// bot.
type timer struct {
	games int
	timed int // number of timed decisions
	sum   time.Duration
	times Histogram // times since the latest call of takeTimes
}

// next counts a game and reports whether to time it.
func (t *timer) next() bool {
	t.games++
	return t.timed < enoughTimed || t.sum > maxQuick*time.Duration(t.timed) || t.games%sampleInterval == 0
}

func (t *timer) add(d time.Duration) {
	t.timed++
	t.sum += d
	t.times.add(d, 1)
}
