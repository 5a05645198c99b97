package arena

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// ErrOutside is the error of [Match.Again] for bots outside this process.
var ErrOutside = errors.New("arena: a game of bots outside this process is not played again")

// Again plays game n of the match again and returns its log, which can be
// replayed. It is the game that the match has played as long as its bots go by
// their seeds: compare the digest. Nothing is written.
func (m Match) Again(ctx context.Context, n int) (log []byte, digest string, err error) {
	for _, bot := range m.Bots {
		if bot.Open != nil {
			return nil, "", ErrOutside
		}
	}
	lane := newDirectLane(&m)
	lane.record = &record{}
	o, err := lane.play(ctx, n)
	if err != nil {
		return nil, "", fmt.Errorf("arena: game %d of seed %d: %w", n, m.Seed, err)
	}
	return append(bytes.Join(lane.record.lines(lane.game, &o), []byte("\n")), '\n'), fmt.Sprintf("%016x", o.digest), nil
}
