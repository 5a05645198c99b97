package conformance

import (
	"context"
	"fmt"
	"time"

	"gamed/arena"
)

// matches plays the same match in several ways: serial and at once, in a plain loop
// and as games are served.
func (t *GameTest) matches(ctx context.Context) error {
	info := t.Rules.Info()
	random, err := arena.Named(nil, info.Name, "random")
	if err != nil {
		return err
	}
	digests := make(map[int]string) // of the games in a row, by seats
	var took time.Duration
	for _, way := range []struct {
		name     string
		parallel int
		lane     arena.Lane
	}{{"games in a row", 1, arena.Direct}, {"games at once are those in a row", 4, arena.Direct}, {"served games are those in a row", 1, arena.Actor}} {
		s := Step{Outcome: OK, Mend: "Let no two games share anything that changes, and no clock or map order into the rules."}
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			m := arena.Match{Rules: t.Rules, Games: t.Games, Seed: t.Seed, Table: t.Table, NoSwap: true, Parallel: way.parallel, Lane: way.lane}
			for range seats {
				m.Bots = append(m.Bots, random)
			}
			begun := time.Now()
			r, err := m.Run(ctx)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			was, known := digests[seats]
			if !known {
				digests[seats], was = r.Digest, r.Digest
				took += time.Since(begun)
			}
			where := fmt.Sprintf("%s of %s, seed %d", plural(t.Games, "game"), plural(seats, "seat"), t.Seed)
			switch {
			case s.Outcome != OK:
			case err != nil:
				s.Outcome, s.What = Failed, fmt.Sprintf("%s: %v", where, err)
			case r.EngineErrors > 0:
				s.Outcome, s.What = Failed, fmt.Sprintf("%s: the rules fail: %s", where, r.Broken)
			case r.Digest != was:
				s.Outcome, s.What = Failed, fmt.Sprintf("%s, come to %s, and in a row to %s", where, r.Digest, was)
			}
			t.tell(t.played + t.Games)
		}
		t.step("many games", way.name, s)
	}
	games := t.Games * len(digests)
	t.step("many games", "speed", Step{Outcome: OK, Note: fmt.Sprintf("%.0f random games/s on one core", float64(games)/took.Seconds())})
	return nil
}
