package agent

import (
	"time"

	"gamed/ai"
)

// Within returns a with a Stop for the bot's time budget, and for limit, if that is positive. The time
// runs from now. Without either, it returns a unchanged.
func Within(bot ai.Bot, a ai.Ask, limit time.Duration) ai.Ask {
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
