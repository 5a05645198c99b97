package arena

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// ErrExternal is returned by [Match.Replay] if a bot of the match is outside this process.
var ErrExternal = errors.New("arena: games of external bots cannot be replayed")

// Replay plays game n of the match again and returns its log and digest. The game is the same as in
// the match if the bots depend only on their seeds. Callers can compare the digests to check that
// the games are the same. Replay writes no file.
func (m Match) Replay(ctx context.Context, n int) (log []byte, digest string, err error) {
	for _, bot := range m.Bots {
		if bot.Open != nil {
			return nil, "", ErrExternal
		}
	}
	lane := newDirectLane(&m)
	lane.requestLog = &requestLog{}
	g, err := lane.play(ctx, n)
	if err != nil {
		return nil, "", fmt.Errorf("arena: game %d of seed %d: %w", n, m.Seed, err)
	}
	return append(bytes.Join(lane.requestLog.lines(lane.game, &g), []byte("\n")), '\n'), g.Digest, nil
}
