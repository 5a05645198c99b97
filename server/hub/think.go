package hub

import (
	"context"
	"runtime"
	"time"

	"gamed/ai"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// longThought is from when on a bot waits for its turn to think.
const longThought = time.Millisecond

// thoughts bound how many bots of this program think at once: anybody may make games with
// bots that search for long, and those games alone could take all processors from the
// others. Half of them are left for what is no bot.
type thoughts struct {
	turns chan struct{} // holds one for each bot that thinks
	// bots holds one for the bot of a game without people that thinks or waits for a
	// turn: people do not wait for more than one of these.
	bots    chan struct{}
	closing context.Context
}

func newThoughts(closing context.Context) *thoughts {
	return &thoughts{make(chan struct{}, max(runtime.GOMAXPROCS(0)/2, 1)), make(chan struct{}, 1), closing}
}

// bounded returns bot, in a game of those seats, as one that waits for its turn.
func (t *thoughts) bounded(bot ai.Bot, seats []game.Seat) ai.Bot {
	ways := []chan struct{}{t.bots, t.turns}
	for _, seat := range seats {
		if seat.Kind != protocol.SeatBot {
			ways = ways[1:]
			break
		}
	}
	return &thinker{bot, ways, t.closing, longThought}
}

// A thinker is a bot that waits for its turn if it has thought for long before. What it
// chooses does not depend on it.
type thinker struct {
	bot     ai.Bot
	ways    []chan struct{} // that it has to have a place in
	closing context.Context
	took    time.Duration // its last thought
}

func (t *thinker) Choose(a ai.Ask) state.Option {
	if t.took >= longThought {
		for _, way := range t.ways {
			select {
			case way <- struct{}{}:
				defer func() { <-way }()
			case <-t.closing.Done(): // nobody is disturbed any more
			}
		}
	}
	begun := time.Now()
	option := t.bot.Choose(a)
	t.took = time.Since(begun)
	return option
}
