package arena

import (
	"context"
	"fmt"

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
	play(ctx context.Context, n int) (outcome, error)
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
	faults   []Fault
	reached  []int // turns of the milestone, nil without one
	figures  []state.Figure
}

// noSeat is the first of an outcome until the first turn.
const noSeat = state.Watcher
