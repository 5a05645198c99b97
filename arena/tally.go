package arena

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"path/filepath"
	"slices"
	"time"

	"gamed/arena/stats"
)

// A tally accumulates the games of a match in order.
type tally struct {
	header     Header
	partial    Result
	games      int    // number of games in complete units so far
	pending    []Game // later games: in an incomplete unit, or waiting for a bot to answer again
	unanswered []int  // by bot: number of latest games in which it ended before its first answer; nil if not counted

	points     []float64      // sum of points by bot
	unitPoints []stats.Sample // by bot: points per game, in units
	scores     scores
	totals     totals
	stages     []stage // stages of the milestone
	digest     hash.Hash

	resumedGames   int           // number of games of the match according to the resumed file, or 0
	out            *bufio.Writer // nil if the match writes no results
	results        *Results      // nil if the caller does not want the games
	faultFolder    string        // folder for faults, or empty
	logs           *gameLogs     // nil if the logs are not kept
	unwrittenTimes Times         // times not yet written to out
	lastTimesAt    float64       // seconds from the start of this run to the previous Times line
}

func newTally(h Header) *tally {
	n := len(h.Bots)
	t := &tally{header: h, points: make([]float64, n), digest: sha256.New(), stages: make([]stage, h.Stages)}
	t.partial = Result{
		Rules: h.Rules, Bots: h.Bots, Sources: h.Sources, Table: h.Table, NoSwap: h.NoSwap, Limit: h.Limit, Seed: h.Seed,
		Wins: make([]int, n), PositionWins: make([]int, n), Times: make([]Histogram, n), milestone: h.Milestone, simultaneous: h.Simultaneous,
	}
	if len(h.Decks) == 1 {
		t.partial.Decks = h.Decks[0]
	}
	for range n {
		t.unitPoints = append(t.unitPoints, stats.NewSample(h.UnitSize()))
		t.partial.Ends = append(t.partial.Ends, Counts{})
		t.partial.Faults = append(t.partial.Faults, Counts{})
	}
	t.scores = scores{header: &t.header, state: stats.Continue}
	t.unwrittenTimes = Times{Type: "times", Bots: make([]Histogram, n)}
	return t
}

// progress returns the state of the match.
func (t *tally) progress() Progress {
	p := Progress{Games: t.games + len(t.pending), Score: -1, LLR: t.scores.llr}
	if t.partial.Games > 0 {
		p.Score = t.points[0] / float64(t.partial.Games)
	}
	if t.header.SPRT != nil {
		p.Lower, p.Upper = t.header.SPRT.Bounds()
	}
	return p
}

// done reports whether the match has all its games or the SPRT has accepted a hypothesis.
func (t *tally) done() bool {
	return len(t.pending) == 0 && (t.games >= t.header.Games || t.scores.state != stats.Continue)
}

// add adds the next game. The game counts once its unit is complete. If a bot ended before its
// first answer in the latest games, these games wait until the bot answers again or the match ends.
// After maxLost such games, add returns a [*BotError].
func (t *tally) add(g *Game) error {
	t.pending = append(t.pending, *g)
	if err := t.countLost(g); err != nil {
		return err
	}
	size, counts := t.header.UnitSize(), len(t.pending)
	if t.games+counts < t.header.Games {
		for _, lost := range t.unanswered {
			counts = min(counts, len(t.pending)-lost)
		}
	}
	for ; counts >= size && t.scores.state == stats.Continue; counts -= size {
		if err := t.addUnit(t.pending[:size]); err != nil {
			return fmt.Errorf("writing the games: %w", err)
		}
		t.games += size
		t.pending = t.pending[:copy(t.pending, t.pending[size:])]
	}
	if t.scores.state != stats.Continue {
		t.pending = t.pending[:0] // games after the deciding unit do not count
	}
	return nil
}

// countLost counts the consecutive games in which each bot ended before its first answer.
func (t *tally) countLost(g *Game) error {
	if t.unanswered == nil {
		return nil
	}
	for seat := range g.Seats {
		bot := t.header.BotIndex(g.Number, seat)
		i := slices.IndexFunc(g.Faults, func(f Fault) bool { return f.Seat == seat && f.Unanswered })
		if i < 0 {
			t.unanswered[bot] = 0
			continue
		}
		if t.unanswered[bot]++; t.unanswered[bot] == maxLost {
			e := &BotError{Bot: t.header.Bots[bot], Game: g.Number, Fault: g.Faults[i]}
			if t.faultFolder != "" {
				e.Log = filepath.Join(t.faultFolder, g.Replay)
			}
			return e
		}
	}
	return nil
}

// addUnit adds a complete unit. It counts the unit unless the rules panicked in one of its games.
func (t *tally) addUnit(unit []Game) error {
	broken := false
	for i := range unit {
		if g := &unit[i]; g.End == EngineError {
			broken = true
			t.partial.EngineErrors++
			if t.partial.FirstPanic == "" {
				t.partial.FirstPanic = fmt.Sprintf("game %d: %s\n%s", g.Number, g.Error, g.stack)
			}
		}
	}
	if !broken {
		points := slices.Clone(t.points)
		for i := range unit {
			t.count(&unit[i])
		}
		for i, games := 0, float64(len(unit)); i < len(points); i++ {
			t.unitPoints[i].Add((t.points[i] - points[i]) / games)
		}
		t.scores.addUnit(unit)
		t.totals.add(unit)
	}
	return t.write(unit)
}

// count adds a game to the sums.
func (t *tally) count(g *Game) {
	r := &t.partial
	r.Games++
	r.Requests += g.Requests
	digest, _ := hex.DecodeString(g.Digest) // Game.check or the lane has checked it
	t.digest.Write(digest)
	seats := len(g.Seats)
	if g.Drawn() {
		r.Draws++
	}
	for seat := range seats {
		bot := t.header.BotIndex(g.Number, seat)
		switch {
		case g.Drawn():
			t.points[bot] += 1 / float64(seats)
		case g.Points(seat) > 0:
			r.Wins[bot]++
			t.points[bot] += 1 / float64(len(g.Won))
		}
		r.Ends[bot][g.EndOf(seat)]++
	}
	for i, turn := range g.Reached {
		t.stages[i].add(turn)
	}
	for _, f := range g.Faults {
		bot := t.header.BotIndex(g.Number, f.Seat)
		r.Faults[bot][End(f.Kind)] += f.N
		if r.FirstFaults == nil {
			r.FirstFaults, r.FailedGames = make([]*FirstFault, len(r.Bots)), make([]int, len(r.Bots))
		}
		if r.FirstFaults[bot] == nil {
			r.FirstFaults[bot] = &FirstFault{Game: g.Number, Fault: f, Replay: g.Replay}
		}
	}
	for seat := range seats {
		if g.Failed(seat) {
			r.FailedGames[t.header.BotIndex(g.Number, seat)]++
		}
	}
}

// write writes the games of a unit to the output and the files for logs, and adds them to the
// results.
func (t *tally) write(unit []Game) error {
	for i := range unit {
		g := &unit[i]
		if t.logs != nil {
			if err := t.logs.add(g); err != nil {
				return err
			}
		}
		if err := t.keepGame(g); err != nil {
			return err
		}
		if t.out != nil {
			if _, err := t.out.Write(append(encoded(g), '\n')); err != nil {
				return err
			}
		}
		g.kept, g.stack = nil, nil // free the memory of long logs
	}
	if t.results != nil {
		t.results.Games = append(t.results.Games, unit...)
	}
	return nil
}

// keepUncounted writes the files of the games that do not count to the folder for faults.
func (t *tally) keepUncounted() error {
	for i := range t.pending {
		if err := t.keepGame(&t.pending[i]); err != nil {
			return err
		}
	}
	return nil
}

// keepGame writes the files of a game with a fault to the folder for faults.
func (t *tally) keepGame(g *Game) error {
	if g.Replay == "" || g.kept == nil || t.faultFolder == "" {
		return nil
	}
	return g.write(t.faultFolder)
}

// flush writes the buffers to the files. It writes the logs first, so that each game in the output
// has its log.
func (t *tally) flush() error {
	if t.logs != nil {
		if err := t.logs.out.Flush(); err != nil {
			return err
		}
	}
	if t.out == nil {
		return nil
	}
	return t.out.Flush()
}

// addTimes adds a Times line.
func (t *tally) addTimes(line *Times) {
	t.partial.Seconds += line.Seconds
	for i := range min(len(line.Bots), len(t.partial.Times)) {
		t.partial.Times[i].Merge(line.Bots[i])
	}
	if t.results != nil {
		t.results.Times = append(t.results.Times, *line)
	}
}

// writeTimes adds and writes a Times line, given the time since the match started or resumed.
func (t *tally) writeTimes(since time.Duration) {
	t.unwrittenTimes.Seconds = since.Seconds() - t.lastTimesAt
	t.lastTimesAt = since.Seconds()
	t.addTimes(&t.unwrittenTimes)
	if t.out != nil {
		// flush reports errors
		_, _ = t.out.Write(append(encoded(&t.unwrittenTimes), '\n'))
	}
	t.unwrittenTimes = Times{Type: "times", Bots: make([]Histogram, len(t.header.Bots))}
}
