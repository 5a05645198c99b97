package arena

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gamed/arena/stats"
)

// A tally accumulates the games of a match in order.
type tally struct {
	header Header
	sum    Result
	games  int    // number added so far
	unit   []Game // of the incomplete pair

	points []float64 // by bot
	// shares has the bots' points per game, by unit; positions has the same for the positions' won games.
	shares, positions []stats.Sample
	turns             int
	scores            scores
	decks             DeckTable
	firsts            FirstSeats
	// balance sums up the usage of the games.
	balance Balance
	stages  []stage // of the milestone
	digest  hash.Hash

	known   int           // games of the match in the file that it resumes from, or 0
	out     *bufio.Writer // nil for no output
	results *Results      // nil if not collected
	keep    string        // folder for faults, or empty
	logs    *gameLogs     // nil if the logs are not kept
	fresh   Times         // not yet written
	last    float64       // seconds from the start of this run to the previous Times line
}

func newTally(h Header) *tally {
	n := len(h.Bots)
	t := &tally{header: h, points: make([]float64, n), digest: sha256.New(), stages: make([]stage, h.Stages)}
	t.sum = Result{
		Rules: h.Rules, Bots: h.Bots, Sources: h.Sources, Table: h.Table, NoSwap: h.NoSwap, Limit: h.Limit, Seed: h.Seed,
		Wins: make([]int, n), PositionWins: make([]int, n), Times: make([]Histogram, n), milestone: h.Milestone,
	}
	if len(h.Decks) == 1 {
		t.sum.Decks = h.Decks[0]
	}
	for range n {
		t.shares, t.positions = append(t.shares, stats.NewSample(h.Unit())), append(t.positions, stats.NewSample(h.Unit()))
		t.sum.Ends = append(t.sum.Ends, Counts{})
		t.sum.Faults = append(t.sum.Faults, Counts{})
	}
	t.scores = scores{header: &t.header, state: stats.Continue}
	t.fresh = Times{Type: "times", Bots: make([]Histogram, n)}
	return t
}

// progress returns the state of the match.
func (t *tally) progress() Progress {
	p := Progress{Games: t.games + len(t.unit), Score: -1, LLR: t.scores.llr}
	if t.sum.Games > 0 {
		p.Score = t.points[0] / float64(t.sum.Games)
	}
	if t.header.SPRT != nil {
		p.Lower, p.Upper = t.header.SPRT.Bounds()
	}
	return p
}

// done reports whether all games are played or the SPRT has accepted a hypothesis.
func (t *tally) done() bool {
	return len(t.unit) == 0 && (t.games >= t.header.Games || t.scores.state != stats.Continue)
}

// add adds the next game. It counts once its pair is complete.
func (t *tally) add(g *Game) error {
	t.unit = append(t.unit, *g)
	if len(t.unit) < t.header.Unit() {
		return nil
	}
	broken := false
	for i := range t.unit {
		if g := &t.unit[i]; g.End == EngineError {
			broken = true
			t.sum.EngineErrors++
			if t.sum.Broken == "" {
				t.sum.Broken = fmt.Sprintf("game %d: %s\n%s", g.Number, g.Error, g.stack)
			}
		}
	}
	if !broken {
		points, wins := slices.Clone(t.points), slices.Clone(t.sum.PositionWins)
		for i := range t.unit {
			t.count(&t.unit[i])
		}
		for i, games := 0, float64(len(t.unit)); i < len(points); i++ {
			t.shares[i].Add((t.points[i] - points[i]) / games)
			t.positions[i].Add(float64(t.sum.PositionWins[i]-wins[i]) / games)
		}
		t.scores.unit(t.unit)
	}
	err := t.write()
	t.games += len(t.unit)
	t.unit = t.unit[:0]
	return err
}

// count adds a game to the sums.
func (t *tally) count(g *Game) {
	r := &t.sum
	r.Games++
	r.Requests += g.Requests
	t.turns += g.Turns
	digest, _ := hex.DecodeString(g.Digest) // checked
	t.digest.Write(digest)
	seats := len(g.Seats)
	if g.Drawn() {
		r.Draws++
	}
	for seat := range seats {
		bot := t.header.Bot(g.Number, seat)
		switch {
		case g.Drawn():
			t.points[bot] += 1 / float64(seats)
		case g.Points(seat) > 0:
			r.Wins[bot]++
			t.points[bot] += 1 / float64(len(g.Won))
			if g.First >= 0 {
				r.PositionWins[(seat+seats-g.First)%seats]++
			}
		}
		r.Ends[bot][g.EndOf(seat)]++
	}
	for i, turn := range g.Reached {
		t.stages[i].add(turn)
	}
	r.Figures.add(g.Figures)
	t.balance.Add(g)
	for _, f := range g.Faults {
		bot := t.header.Bot(g.Number, f.Seat)
		r.Faults[bot][End(f.Kind)] += f.N
		if r.FirstFaults == nil {
			r.FirstFaults = make([]*FirstFault, len(r.Bots))
		}
		if r.FirstFaults[bot] == nil {
			r.FirstFaults[bot] = &FirstFault{Game: g.Number, Fault: f, Replay: g.Replay}
		}
	}
	t.decks.Add(g)
	t.firsts.Add(g)
}

// write writes the pair to the output buffer and adds it to the results.
func (t *tally) write() error {
	for i := range t.unit {
		g := &t.unit[i]
		if t.logs != nil {
			if err := t.logs.add(g); err != nil {
				return err
			}
		}
		if g.Replay != "" && g.kept != nil && t.keep != "" {
			if err := g.write(t.keep); err != nil {
				return err
			}
		}
		if t.out != nil {
			if _, err := t.out.Write(append(encoded(g), '\n')); err != nil {
				return err
			}
		}
		g.kept, g.stack = nil, nil // logs may be long
	}
	if t.results != nil {
		t.results.Games = append(t.results.Games, t.unit...)
	}
	return nil
}

// unstarted records a bot that has never started: a line in the output, and its stderr in the folder
// for faults. The line is no game, so a later run with a repaired bot begins with the same game.
func (t *tally) unstarted(e *StartError) error {
	if t.out != nil {
		_, _ = t.out.Write(append(encoded(map[string]any{"type": "startup", "bot": e.Bot, "text": e.Fault.Text}), '\n')) // flush reports errors
	}
	if t.keep == "" {
		return nil
	}
	if err := os.MkdirAll(t.keep, 0o755); err != nil {
		return err
	}
	name := fmt.Sprintf("startup-bot-%d.stderr", slices.Index(t.header.Bots, e.Bot))
	return os.WriteFile(filepath.Join(t.keep, name), []byte(strings.ToValidUTF8(e.Fault.Stderr, "\ufffd")), 0o644)
}

// flush writes out the buffers, the logs first: a game in the output has its log.
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

// times adds a Times line.
func (t *tally) times(line *Times) {
	t.sum.Seconds += line.Seconds
	for i := range min(len(line.Bots), len(t.sum.Times)) {
		t.sum.Times[i].Merge(line.Bots[i])
	}
	if t.results != nil {
		t.results.Times = append(t.results.Times, *line)
	}
}

// clock writes a Times line, given the time since the match started or resumed.
func (t *tally) clock(since time.Duration) {
	t.fresh.Seconds = since.Seconds() - t.last
	t.last = since.Seconds()
	t.times(&t.fresh)
	if t.out != nil {
		// flush reports errors
		_, _ = t.out.Write(append(encoded(&t.fresh), '\n'))
	}
	t.fresh = Times{Type: "times", Bots: make([]Histogram, len(t.header.Bots))}
}
