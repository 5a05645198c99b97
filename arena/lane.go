package arena

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/cespare/xxhash/v2"

	"gamed/state"
)

// A Lane selects how a match runs its games.
type Lane uint8

const (
	Direct Lane = iota // a loop over the machine
	Actor              // a server's actor and agents, with the log in memory
)

var lanes = [...]string{Direct: "direct", Actor: "actor"}

func (l Lane) String() string { return lanes[l] }

// ParseLane returns the lane with the given name.
func ParseLane(name string) (Lane, error) {
	if l := slices.Index(lanes[:], name); l >= 0 {
		return Lane(l), nil
	}
	return 0, fmt.Errorf("unknown lane %q: use direct or actor", name)
}

// A lane plays the games of one worker, one at a time. Game n is the same in every lane.
type lane interface {
	// play plays game n. An error means that the game was not finished for a reason other than a
	// bot's fault, usually because ctx is done.
	play(ctx context.Context, n int) (Game, error)
	// takeTimes returns the decision times by bot since the previous call.
	takeTimes() []Histogram
	// close ends the bots outside this process.
	close()
}

func (m *Match) lane() lane {
	if m.Lane == Actor {
		return newActorLane(m)
	}
	return newDirectLane(m)
}

// recordResult records the result of a game in g. It overwrites buf and returns it for reuse.
func (t *laneBase) recordResult(g *Game, m state.Machine, buf []byte) []byte {
	over, won := m.Result()
	g.Won, g.Turns, g.Requests = seatNumbers[won], m.Turn(), int(m.Seq())
	if limit := t.match.Limit; !over || g.End == Normal && limit > 0 && g.Turns >= limit {
		g.End = Adjudicated
	}
	if t.departures != nil {
		g.Places = t.departures.places(m, t.score)
	}
	if t.score != nil && m.Seats() > 1 {
		g.Scores = make([]int, 0, m.Seats())
		for seat := range m.Seats() {
			points, _ := t.score(m, state.Seat(seat))
			g.Scores = append(g.Scores, points)
		}
	}
	if t.figures != nil {
		g.Figures = t.figures(nil, m)
	}
	buf = m.AppendState(buf[:0])
	g.Digest = hex.EncodeToString(binary.BigEndian.AppendUint64(buf[:0], xxhash.Sum64(buf)))
	return buf
}
