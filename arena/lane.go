package arena

import (
	"context"
	"fmt"
	"time"

	"github.com/cespare/xxhash/v2"

	"gamed/state"
)

// A Lane is the way in which the games of a match run.
type Lane uint8

const (
	Direct Lane = iota // a loop over the machine
	Actor              // the actor and agents of a server, with the log in memory
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
	return 0, fmt.Errorf("unknown lane %q: use direct or actor", name)
}

// A lane plays the games of one worker, one at a time. All lanes play the same
// game n.
type lane interface {
	// play plays game n. An error means that the game was not finished and no bot
	// is to blame: ctx is done.
	play(ctx context.Context, n int) (outcome, error)
	// took returns the decision times since the previous call.
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

// An outcome is the result of a game.
type outcome struct {
	digest   uint64 // XXH64 of the final position
	turns    int
	requests int
	first    state.Seat // the seat with the first turn
	won      state.Seats
	conceded state.Seats
	end      End
	faults   []Fault
	reached  []int // turns of the milestone, nil without one
	figures  []state.Figure
	broken   string // panic of the rules
	stack    []byte // its stack
	kept     *Kept  // log of a game with a fault, if kept
}

// A decision is the time of one decision.
type decision struct {
	bot  int
	took time.Duration
}

// noSeat is the first seat of an outcome before the first turn.
const noSeat = state.Watcher

// stands fills in the final position. It returns buf for reuse.
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
