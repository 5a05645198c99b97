package arena

import (
	"context"
	"fmt"
	"slices"

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
	if l := slices.Index(lanes[:], name); l >= 0 {
		return Lane(l), nil
	}
	return 0, fmt.Errorf("unknown lane %q: use direct or actor", name)
}

// A lane plays the games of one worker, one at a time. All lanes play the same
// game n.
type lane interface {
	// play plays game n. An error means that the game was not finished and no bot
	// is to blame: ctx is done.
	play(ctx context.Context, n int) (Game, error)
	// took returns the decision times by bot since the previous call.
	took() []Histogram
	// close ends the bots outside this process.
	close()
}

func (m *Match) lane() lane {
	if m.Lane == Actor {
		return newActorLane(m)
	}
	return newDirectLane(m)
}

// over fills in the final position of a game. It returns buf for reuse.
func (t *seated) over(g *Game, m state.Machine, buf []byte) []byte {
	over, won := m.Result()
	g.Won, g.Turns, g.Requests = numbers(won), m.Turn(), int(m.Seq())
	if limit := t.match.Limit; !over || g.End == Normal && limit > 0 && g.Turns >= limit {
		g.End = Adjudicated
	}
	if t.report != nil {
		g.Figures = t.report(nil, m)
	}
	buf = m.AppendState(buf[:0])
	g.Digest = fmt.Sprintf("%016x", xxhash.Sum64(buf))
	return buf
}
