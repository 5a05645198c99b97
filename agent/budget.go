package agent

import (
	"time"

	"gamed/ai"
)

// WithTimeLimit returns the given decision with a Stop that reports true once the bot's time
// budget or limit has elapsed, whichever is shorter. The time starts with the call of
// WithTimeLimit. A limit of 0 means no limit. Without a limit and a budget, WithTimeLimit returns
// the decision unchanged.
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
