package arena

import (
	"fmt"
	"slices"

	"gamed/arena/stats"
	"gamed/state"
)

// scores holds the first bot's scores against the others, by pair or rotation.
type scores struct {
	header         *Header
	state          stats.Decision // accepted hypothesis, or [stats.Continue]
	llr            float64
	evaluatedUnits int // number of rotations at the latest evaluation

	unitScores, gameScores []float64 // with more than two seats, the scores by unit and the scores by game
	pairs                  [5]int    // with two swapped seats, the numbers of pairs with 0, ½, 1, 1½ and 2 points
	wins, losses           int       // numbers of games with two seats
	draws                  int
}

// addUnit adds the scores of a unit.
func (s *scores) addUnit(games []Game) {
	bots := len(s.header.Bots)
	if bots < 2 {
		return
	}
	sum := 0.
	for i := range games {
		score := s.scoreOf(&games[i])
		sum += score
		switch {
		case bots > 2:
			s.gameScores = append(s.gameScores, score)
		case score == 1:
			s.wins++
		case score == 0:
			s.losses++
		default:
			s.draws++
		}
	}
	switch {
	case bots > 2:
		s.unitScores = append(s.unitScores, sum/float64(len(games)))
	case !s.header.NoSwap:
		s.pairs[int(2*sum)]++
	}
	s.evaluate(false)
}

// scoreOf returns the first bot's mean score against each other bot in g, 0 to 1.
func (s *scores) scoreOf(g *Game) float64 {
	var points [state.MaxSeats]float64
	first := 0
	for seat := range g.Seats {
		points[seat] = g.standing(seat)
		if s.header.BotIndex(g.Number, seat) == 0 {
			first = seat
		}
	}
	return stats.SeatScore(points[:len(g.Seats)], first)
}

// sample returns a sample of the units so far.
func (s *scores) sample() stats.Sample {
	switch {
	case len(s.header.Bots) > 2:
		return stats.UnitSample(s.header.UnitSize(), s.unitScores)
	case s.header.NoSwap:
		return stats.GameSample(s.wins, s.losses, s.draws)
	}
	return stats.PairSample(s.pairs)
}

// evaluate applies the SPRT to the units so far. Rotations have many distinct scores, so an
// evaluation takes longer the more rotations there are. evaluate therefore skips most evaluations
// of long matches, unless last is set. Which evaluations it skips depends only on the number of
// rotations.
func (s *scores) evaluate(last bool) {
	sprt := s.header.SPRT
	if sprt == nil {
		return
	}
	n := len(s.unitScores)
	if !last && len(s.header.Bots) > 2 && n-s.evaluatedUnits <= n/64 {
		return
	}
	s.evaluatedUnits = n
	s.llr = sprt.LLR(s.sample())
	s.state = sprt.Decide(s.llr)
}

// A Comparison compares the first bot of a match with the others.
type Comparison struct {
	Units int `json:"units"` // pairs, rotations, or single games
	// Pairs counts pairs by the first bot's points: 0, ½, 1, 1½ and 2. The points of a pair stand
	// for two losses (0), a loss and a draw (½), a win and a loss or two draws (1), a win and a
	// draw (1½), or two wins (2). Pairs is nil unless the match has pairs.
	Pairs         []int          `json:"pairs,omitempty"`
	Elo           stats.Estimate `json:"elo"`
	NormalizedElo stats.Estimate `json:"normalized_elo"`
	LOS           float64        `json:"los"` // likelihood of superiority, 0 to 1
	// Rho is the correlation between the games of a unit.
	Rho float64 `json:"rho"`
}

// compared returns the comparison, or nil for a single bot.
func (s *scores) compared() *Comparison {
	if len(s.header.Bots) < 2 {
		return nil
	}
	sample := s.sample()
	mean := sample.Mean()
	c := &Comparison{Units: sample.Units(), Elo: mean.Elo, NormalizedElo: mean.NormalizedElo, LOS: mean.LOS}
	games := stats.GameSample(s.wins, s.losses, s.draws)
	if len(s.header.Bots) > 2 {
		games = stats.UnitSample(1, s.gameScores)
	} else if !s.header.NoSwap {
		c.Pairs = slices.Clone(s.pairs[:])
	}
	c.Rho = stats.PairCorrelation(sample, games)
	return c
}

// A Test is the state of an SPRT.
type Test struct {
	stats.SPRT
	LLR   float64        `json:"llr"`
	Lower float64        `json:"lower"` // the test accepts H0 at this LLR and below
	Upper float64        `json:"upper"` // the test accepts H1 at this LLR and above
	State stats.Decision `json:"state"`
}

// Verdict formats the decision as in "accepted H1 (+30 nElo) over H0 (0)", or returns "undecided".
func (t *Test) Verdict() string {
	unit := "nElo"
	if t.Model == stats.Logistic {
		unit = "Elo"
	}
	switch t.State {
	case stats.AcceptH0:
		return fmt.Sprintf("accepted H0 (%s %s) over H1 (%s)", formatSigned(t.Elo0), unit, formatSigned(t.Elo1))
	case stats.AcceptH1:
		return fmt.Sprintf("accepted H1 (%s %s) over H0 (%s)", formatSigned(t.Elo1), unit, formatSigned(t.Elo0))
	}
	return "undecided"
}

// test returns the state of the SPRT, or nil if the match has none.
func (s *scores) test() *Test {
	sprt := s.header.SPRT
	if sprt == nil {
		return nil
	}
	if s.state == stats.Continue {
		s.evaluate(true)
	}
	t := &Test{SPRT: *sprt, LLR: s.llr, State: s.state}
	t.Lower, t.Upper = sprt.Bounds()
	return t
}
