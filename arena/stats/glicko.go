package stats

import "math"

// Tau limits the change of volatility in [Glicko.Update]. Glickman's range is .3 to 1.2.
const Tau = .75

const (
	initialDeviation = 350
	provisional      = 110 // the deviation from which a rating is provisional
)

// A Glicko is a player's rating in the Glicko-2 system.
type Glicko struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`  // standard error of Rating, at most 350
	Volatility float64 `json:"volatility"` // expected fluctuation of strength
}

// NewGlicko returns the rating of a new player.
func NewGlicko() Glicko { return Glicko{1500, initialDeviation, .06} }

// Provisional reports whether the rating is too uncertain to rank the player.
func (g Glicko) Provisional() bool { return g.Deviation >= provisional }

// A GlickoResult is the result of a game. Opponent is the opponent's rating before the rating period.
type GlickoResult struct {
	Opponent Glicko
	Score    float64 // 1 for a win, .5 for a draw, 0 for a loss
}

// Update returns the rating after a rating period with the given games. Without games the deviation
// increases, up to 350. The formulas follow Glickman, "Example of the Glicko-2 System".
func (g Glicko) Update(results []GlickoResult, tau float64) Glicko {
	phi := g.Deviation / eloPerLogOdds
	information, surprise := 0., 0. // 1/v and Σ g(φ)(s - E)
	for _, r := range results {
		theirs := r.Opponent.Deviation / eloPerLogOdds
		weight := 1 / math.Sqrt(1+3*theirs*theirs/(math.Pi*math.Pi))
		expected := 1 / (1 + math.Exp(-weight*(g.Rating-r.Opponent.Rating)/eloPerLogOdds))
		information += weight * weight * expected * (1 - expected)
		surprise += weight * (r.Score - expected)
	}
	if information > 0 {
		g.Volatility = volatility(g.Volatility, phi*phi, 1/information, surprise/information, tau)
	}
	variance := 1 / (1/(phi*phi+g.Volatility*g.Volatility) + information)
	g.Rating += eloPerLogOdds * variance * surprise
	g.Deviation = min(eloPerLogOdds*math.Sqrt(variance), initialDeviation)
	return g
}

// volatility returns the new volatility σ′. It implements step 5 of Glickman's example, the
// Illinois variant of regula falsi.
func volatility(sigma, phi2, v, delta, tau float64) float64 {
	const precision = 1e-6
	start := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi2 + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-start)/(tau*tau)
	}
	a, b := start, start-tau
	if delta*delta > phi2+v {
		b = math.Log(delta*delta - phi2 - v)
	} else {
		for f(b) < 0 {
			b -= tau
		}
	}
	fa, fb := f(a), f(b)
	for math.Abs(b-a) > precision {
		c := a + (a-b)*fa/(fb-fa)
		fc := f(c)
		if fc*fb <= 0 {
			a, fa = b, fb
		} else {
			fa /= 2
		}
		b, fb = c, fc
	}
	return math.Exp(a / 2)
}
