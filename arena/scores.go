package arena

import (
	"slices"

	"gamed/arena/stats"
	"gamed/state"
)

// scores holds the first bot's scores against the others, by pair or rotation.
type scores struct {
	seating
	sprt  *stats.SPRT // nil for none
	state stats.State // accepted hypothesis, or [stats.Continue]
	llr   float64
	tried int // units at the latest evaluation

	units, games []float64 // scores with more than two seats, by unit and game
	pairs        [5]int    // with two swapped seats: counts of 0, ½, 1, 1½ and 2 points
	wins, losses int       // with two seats
	draws        int
}

// unit adds a pair or a rotation that starts with game n.
func (s *scores) unit(n int, games []outcome) {
	if s.bots < 2 {
		return
	}
	sum := 0.
	for i := range games {
		score := s.game(n+i, games[i].won)
		sum += score
		switch {
		case s.bots > 2:
			s.games = append(s.games, score)
		case score == 1:
			s.wins++
		case score == 0:
			s.losses++
		default:
			s.draws++
		}
	}
	switch {
	case s.bots > 2:
		s.units = append(s.units, sum/float64(len(games)))
	case !s.fixed:
		s.pairs[int(2*sum)]++
	}
	s.look(false)
}

// game returns the first bot's mean score against the others, 0 to 1.
func (s *scores) game(n int, won state.Seats) float64 {
	var points [state.MaxSeats]float64
	first := 0
	for seat := range s.bots {
		if won.Has(state.Seat(seat)) {
			points[seat] = 1
		}
		if s.bot(n, state.Seat(seat)) == 0 {
			first = seat
		}
	}
	return stats.Versus(points[:s.bots], first)
}

// sample returns the units so far.
func (s *scores) sample() stats.Sample {
	switch {
	case s.bots > 2:
		return stats.Rotations(s.size(), s.units)
	case s.fixed:
		return stats.Games(s.wins, s.losses, s.draws)
	}
	return stats.Pairs(s.pairs)
}

// look evaluates the SPRT. Rotations have many distinct scores, so evaluation is
// rationed as they add up, depending on their number alone.
func (s *scores) look(last bool) {
	if s.sprt == nil {
		return
	}
	n := len(s.units)
	if !last && s.bots > 2 && n-s.tried <= n/64 {
		return
	}
	s.tried = n
	s.llr = s.sprt.LLR(s.sample())
	s.state = s.sprt.State(s.llr)
}

// A Comparison compares the first bot of a match with the others.
type Comparison struct {
	Units int `json:"units"` // pairs, rotations, or single games
	// Pairs counts pairs by the first bot's points, 0, ½, 1, 1½ and 2: LL, LD, WL or
	// DD, WD, WW. It is nil without pairs.
	Pairs         []int          `json:"pairs,omitempty"`
	Elo           stats.Estimate `json:"elo"`
	NormalizedElo stats.Estimate `json:"normalized_elo"`
	LOS           float64        `json:"los"` // likelihood of superiority, 0 to 1
	// Rho is the correlation between the games of a unit.
	Rho float64 `json:"rho"`
}

// compared returns the comparison, nil for a single bot.
func (s *scores) compared() *Comparison {
	if s.bots < 2 {
		return nil
	}
	sample := s.sample()
	mean := sample.Mean()
	c := &Comparison{Units: sample.Units(), Elo: mean.Elo(), NormalizedElo: mean.NormalizedElo(), LOS: mean.LOS()}
	games := stats.Games(s.wins, s.losses, s.draws)
	if s.bots > 2 {
		games = stats.Rotations(1, s.games)
	} else if !s.fixed {
		c.Pairs = slices.Clone(s.pairs[:])
	}
	c.Rho = stats.PairCorrelation(sample, games)
	return c
}

// A Test is the state of an SPRT.
type Test struct {
	stats.SPRT
	LLR   float64     `json:"llr"`
	Lower float64     `json:"lower"` // accepts H0
	Upper float64     `json:"upper"` // accepts H1
	State stats.State `json:"state"`
}

// test returns the state of the SPRT, nil without one.
func (s *scores) test() *Test {
	if s.sprt == nil {
		return nil
	}
	if s.state == stats.Continue {
		s.look(true)
	}
	t := &Test{SPRT: *s.sprt, LLR: s.llr, State: s.state}
	t.Lower, t.Upper = s.sprt.Bounds()
	return t
}
