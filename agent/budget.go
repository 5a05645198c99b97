package agent

import (
	"time"

	"gamed/ai"
)

// WithTimeLimit returns the ask with a Stop that reports true after the bot's time budget or after limit,
// whichever is shorter. The time runs from the call. A limit of 0 means none. If there is neither a limit nor
// a budget, WithTimeLimit returns the ask unchanged.
func WithTimeLimit(bot ai.Bot, a ai.Ask, limit time.Duration) ai.Ask {
	if timed, ok := bot.(ai.Timed); ok && timed.Budget() > 0 {
		budget := time.Duration(timed.Budget()) * time.Millisecond
		if limit <= 0 || budget < limit {
			limit = budget
		}
	}
	if limit > 0 {
		end := time.Now().Add(limit)
		a.Stop = func() bool { return !time.Now().Before(end) }
	}
	return a
}
