package arena

import (
	"context"
	"fmt"
	"time"

	"github.com/cespare/xxhash/v2"

	"gamed/state"
)

// A Lane is what the games of a match run on.
type Lane uint8

const (
	Direct Lane = iota // a loop over the machine
	Actor              // the actor and the agents of a server, with the log in memory
)

var lanes = [...]string{Direct: "direct", Actor: "actor"}

func (l Lane) String() string { return lanes[l] }

// ParseLane returns the lane of that name.
func ParseLane(name string) (Lane, error) {
	for l, known := range lanes {
		if name == known {
			return Lane(l), nil
		}
	}
	return 0, fmt.Errorf("no lane is called %q: there are direct and actor", name)
}

// A lane plays the games of one worker, one at a time. Game n is the same in
// every lane.
type lane interface {
	// play plays game n. The error is that of a game that could not be played
	// to its end, which is nobody's fault: ctx is done.
	play(ctx context.Context, n int) (outcome, error)
	// took returns what decisions have taken since it was called last.
	took() []decision
	// close ends the bots outside this process.
	close()
}

func (m *Match) lane() lane {
	if m.Lane == Actor {
		return newActorLane(m)
	}
	return newDirectLane(m)
}

// An outcome is what became of a game.
type outcome struct {
	digest   uint64 // XXH64 of the final position
	turns    int
	requests int
	first    state.Seat // who had the first turn
	won      state.Seats
	conceded state.Seats
	end      End
	faults   []Fault
	reached  []int // turns of the milestone, nil without one
	figures  []state.Figure
	broken   string // what the rules panicked with
	stack    []byte // where they did
	kept     *Kept  // of a game in which something failed, if it is to be kept
}

// A decision is how long a bot took for one.
type decision struct {
	bot  int
	took time.Duration
}

// noSeat is the first of an outcome until the first turn.
const noSeat = state.Watcher

// stands notes how m stands at the end. It returns buf for the next call.
func (o *outcome) stands(m state.Machine, limit int, buf []byte) []byte {
	var over bool
	over, o.won = m.Result()
	o.turns, o.requests = m.Turn(), int(m.Seq())
	switch {
	case !over, o.end == Normal && limit > 0 && o.turns >= limit:
		o.end = Adjudicated
	}
	buf = m.AppendState(buf)
	o.digest = xxhash.Sum64(buf)
	return buf
}
