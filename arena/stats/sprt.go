package stats

import (
	"fmt"
	"math"
)

// A Model is the unit of an [SPRT]'s bounds.
type Model string

// The supported models. With normalized Elo the duration of a test does not depend on the draw
// rate.
const (
	Normalized Model = "normalized" // normalized Elo
	Logistic   Model = "logistic"   // Elo
)

// maxNormalized is the largest bound in normalized Elo. Slightly above it, likeliestDistance
// does not converge for units of six or more games.
const maxNormalized = 100

// An SPRT is a sequential probability ratio test of H0, "the difference is Elo0", against H1, "the
// difference is Elo1".
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`  // greater than Elo0
	Alpha float64 `json:"alpha"` // probability of accepting H1 under H0, 0 to 1
	Beta  float64 `json:"beta"`  // probability of accepting H0 under H1, 0 to 1
	Model Model   `json:"model"`
}

// A Decision is the decision of a test after the units so far.
type Decision string

// The decisions of a test. A test ends when it accepts a hypothesis. Decisions after further units
// have no meaning.
const (
	Continue Decision = "continue"
	AcceptH0 Decision = "accept H0"
	AcceptH1 Decision = "accept H1"
)

// Validate returns an error if the parameters are invalid.
func (t SPRT) Validate() error {
	switch {
	case t.Model != Normalized && t.Model != Logistic:
		return fmt.Errorf("SPRT: no model %q: use %s or %s", t.Model, Normalized, Logistic)
	case !(t.Elo0 < t.Elo1):
		return fmt.Errorf("SPRT [%g, %g]: the first bound must be less than the second", t.Elo0, t.Elo1)
	case math.IsInf(t.Elo0, 0) || math.IsInf(t.Elo1, 0):
		return fmt.Errorf("SPRT [%g, %g]: bounds must be finite", t.Elo0, t.Elo1)
	case t.Model == Normalized && (t.Elo0 < -maxNormalized || t.Elo1 > maxNormalized):
		return fmt.Errorf("SPRT [%g, %g]: bounds of normalized Elo must be from -%d to %d; use the %s model",
			t.Elo0, t.Elo1, maxNormalized, maxNormalized, Logistic)
	case !(t.Alpha > 0 && t.Alpha < 1 && t.Beta > 0 && t.Beta < 1):
		return fmt.Errorf("SPRT: alpha %g and beta %g must be between 0 and 1", t.Alpha, t.Beta)
	case t.Alpha+t.Beta >= 1:
		return fmt.Errorf("SPRT: alpha %g and beta %g must sum to less than 1", t.Alpha, t.Beta)
	}
	return nil
}

// Bounds returns the log-likelihood ratios that accept H0 and H1.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Decide returns the decision at a log-likelihood ratio.
func (t SPRT) Decide(llr float64) Decision {
	switch lower, upper := t.Bounds(); {
	case llr <= lower:
		return AcceptH0
	case llr >= upper:
		return AcceptH1
	}
	return Continue
}

// LLR returns the generalized log-likelihood ratio of H1 to H0. LLR represents each hypothesis by
// the most likely distribution of scores with the hypothesis's difference. So a hypothesis does not
// fix the shape of the distribution. Without units LLR returns 0. t must be valid: see
// [SPRT.Validate].
func (t SPRT) LLR(s Sample) float64 {
	if s.units() == 0 {
		return 0
	}
	s = s.filled()
	q0, q1 := t.likeliest(s, t.Elo0), t.likeliest(s, t.Elo1)
	llr := 0.
	for i, c := range s.cells {
		llr += c.n * math.Log(q1[i]/q0[i])
	}
	return llr
}

// likeliest returns the most likely distribution of a sample's scores with a difference of elo.
func (t SPRT) likeliest(s Sample, elo float64) []float64 {
	if t.Model == Logistic {
		return s.likeliestMean(ExpectedScore(elo))
	}
	return s.likeliestDistance(elo / nEloPerDeviation * math.Sqrt(float64(s.games)))
}
