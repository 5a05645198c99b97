package arena

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/cespare/xxhash/v2"

	"gamed/ai"
	"gamed/game"
	"gamed/state"
)

// A directLane plays in a loop, one game after the other, in the goroutine that
// calls it.
type directLane struct {
	table
	chance *game.Chance
	game   state.Machine // the last one played, dealt again for the next
	opts   []state.Option
	bytes  []byte
}

func newDirectLane(m *Match) *directLane {
	return &directLane{table: table{match: m}, chance: game.NewChance(game.Key{})}
}

func (l *directLane) play(ctx context.Context, n int) (o outcome, err error) {
	if err := ctx.Err(); err != nil {
		return o, err
	}
	defer func() {
		if v := recover(); v != nil { // not a bot's: those are guarded
			err = fmt.Errorf("the rules panicked: %v\n%s", v, debug.Stack())
		}
	}()
	l.chance.Reset(game.KeyFrom(l.match.Seed, uint64(l.match.pair(n))))
	setup := l.match.setup(l.chance.Next())
	if l.game == nil {
		l.game, err = l.match.Rules.Deal(setup)
	} else {
		err = l.game.Redeal(setup)
	}
	if err != nil {
		return o, err
	}
	l.seat(n)
	return l.run(l.game), nil
}

// run plays a game to its end. It does not allocate.
func (l *directLane) run(m state.Machine) outcome {
	o := outcome{first: noSeat}
	w := l.match.watch(m)
	for m.Awaiting() != 0 {
		seat := m.Next()
		if o.first == noSeat && m.Turn() > 0 {
			o.first = seat
		}
		l.opts = m.Options(seat, l.opts[:0])
		option := l.guards[seat].Choose(ai.NewAsk(m, seat, l.opts))
		m.Apply(state.Request{Seat: seat, Option: option, Salt: l.chance.Next()}, nil)
		if w != nil {
			w.look(m)
		}
	}
	o.reached = w.turns()
	l.bytes = o.end(m, l.bytes[:0])
	o.faults = l.faults()
	return o
}

// end notes how m ended. It returns buf for the next call.
func (o *outcome) end(m state.Machine, buf []byte) []byte {
	_, o.won = m.Result()
	o.figures = figures(m)
	o.turns, o.requests = m.Turn(), int(m.Seq())
	buf = m.AppendState(buf)
	o.digest = xxhash.Sum64(buf)
	return buf
}
