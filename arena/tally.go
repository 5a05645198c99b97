package arena

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"time"

	"gamed/arena/stats"
	"gamed/state"
)

// A Game is what is written of each game.
type Game struct {
	Number   int      `json:"game"` // counts from 0
	Pair     int      `json:"pair"`
	Seats    []string `json:"seats"` // the bots by seat
	First    int      `json:"first"` // the seat that had the first turn, -1 if there was none
	Won      []int    `json:"won"`   // the seats that won, none for a draw
	Turns    int      `json:"turns"`
	Requests int      `json:"requests"`
	Faults   []Fault  `json:"faults,omitempty"`
	Digest   string   `json:"digest"` // XXH64 of the final position
}

// A tally adds up the games of a match, in order.
type tally struct {
	match  *Match
	sum    Result
	points []float64 // by bot
	turns  int
	stages []stage             // of the milestone
	places map[[2]string]place // of the figures, by group and name
	digest hash.Hash
	eight  []byte        // a buffer for a digest
	out    *bufio.Writer // nil for none
}

func newTally(m *Match) *tally {
	t := &tally{match: m, points: make([]float64, len(m.Bots)), digest: sha256.New()}
	t.sum = Result{
		Rules: m.Rules.Info().Name, Decks: m.Decks, Table: m.Table, Lane: m.Lane.String(), NoSwap: m.NoSwap, Seed: m.Seed,
		Wins: make([]int, len(m.Bots)), PositionWins: make([]int, len(m.Bots)), Faults: make([]int, len(m.Bots)),
	}
	if m.Milestone != nil {
		t.sum.milestone = m.Milestone.Name
		t.stages = make([]stage, m.Milestone.Most)
	}
	for _, bot := range m.Bots {
		t.sum.Bots = append(t.sum.Bots, bot.Name)
	}
	if m.Out != nil {
		t.out = bufio.NewWriter(m.Out)
	}
	return t
}

// add adds game n. Its line may wait in the buffer unless flush is set, which
// it is when there is time: nobody has to wait for a line of a slow match.
func (t *tally) add(n int, o *outcome, flush bool) error {
	r := &t.sum
	r.Games++
	r.Requests += o.requests
	t.turns += o.turns
	t.eight = binary.BigEndian.AppendUint64(t.eight[:0], o.digest)
	t.digest.Write(t.eight)
	seats := len(t.match.Bots)
	draw := seats > 1 && (o.won == 0 || o.won == state.AllSeats(seats)) // alone, one wins or loses
	if draw {
		r.Draws++
	}
	for seat := range state.Seat(seats) {
		bot := t.match.bot(n, seat)
		switch {
		case draw:
			t.points[bot] += 1 / float64(seats)
		case o.won.Has(seat):
			r.Wins[bot]++
			t.points[bot] += 1 / float64(o.won.Len())
			if o.first != noSeat {
				r.PositionWins[(int(seat)+seats-int(o.first))%seats]++
			}
		}
	}
	for i, turn := range o.reached {
		t.stages[i].add(turn)
	}
	for _, f := range o.figures {
		t.figure(f)
	}
	for _, f := range o.faults {
		r.Faults[t.match.bot(n, state.Seat(f.Seat))]++
	}
	return t.write(n, o, flush)
}

func (t *tally) write(n int, o *outcome, flush bool) error {
	if t.out == nil {
		return nil
	}
	g := Game{
		Number: n, Pair: t.match.pair(n), First: -1, Won: []int{}, Turns: o.turns, Requests: o.requests,
		Faults: o.faults, Digest: fmt.Sprintf("%016x", o.digest),
	}
	if o.first != noSeat {
		g.First = int(o.first)
	}
	for seat := range state.Seat(len(t.match.Bots)) {
		g.Seats = append(g.Seats, t.match.Bots[t.match.bot(n, seat)].Name)
		if o.won.Has(seat) {
			g.Won = append(g.Won, int(seat))
		}
	}
	line, err := json.Marshal(g)
	if err != nil {
		return err
	}
	if _, err := t.out.Write(append(line, '\n')); err != nil {
		return err
	}
	if flush {
		return t.flush()
	}
	return nil
}

func (t *tally) flush() error {
	if t.out == nil {
		return nil
	}
	return t.out.Flush()
}

// result returns the sum of the games so far.
func (t *tally) result(took time.Duration) Result {
	r := t.sum
	r.Digest = hex.EncodeToString(t.digest.Sum(nil))
	r.Seconds = took.Seconds()
	if r.Games == 0 {
		return r
	}
	games := float64(r.Games)
	r.GamesPerSecond = games / r.Seconds
	r.MeanTurns, r.MeanRequests = float64(t.turns)/games, float64(r.Requests)/games
	r.MeanRounds = r.MeanTurns / float64(len(t.match.Bots))
	r.DrawPercent = 100 * float64(r.Draws) / games
	for _, wins := range r.PositionWins {
		r.PositionWinPercents = append(r.PositionWinPercents, 100*float64(wins)/games)
	}
	r.FirstSeatWins = r.PositionWins[0]
	for _, s := range t.stages {
		r.milestoneTurns = append(r.milestoneTurns, s.mean())
	}
	r.Figures = nil
	for _, g := range t.sum.Figures {
		r.Figures = append(r.Figures, g.shares(r.Games))
	}
	for _, points := range t.points {
		r.Scores = append(r.Scores, points/games)
		r.ScoreIntervals = append(r.ScoreIntervals, stats.Wilson(points, r.Games))
	}
	r.FirstSeatInterval = stats.Wilson(float64(r.FirstSeatWins), r.Games)
	return r
}
