package stats

import (
	"fmt"
	"math"
)

// A Model says what Elo0 and Elo1 of an [SPRT] are.
type Model string

// The models. Normalized Elo is the better one for games: how long a test takes
// then depends on the bounds alone, and not on how much is drawn.
const (
	Normalized Model = "normalized" // normalized Elo
	Logistic   Model = "logistic"   // Elo
)

// steepest is how large a bound of normalized Elo may be. Not far beyond it, with
// units of six games or more, likeliestDistance finds nothing from its even start.
const steepest = 100

// An SPRT is a sequential probability ratio test of H0, "the difference is Elo0",
// against H1, "the difference is Elo1".
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`  // more than Elo0
	Alpha float64 `json:"alpha"` // how often H1 may be accepted where H0 is true, 0 to 1
	Beta  float64 `json:"beta"`  // how often H0 may be accepted where H1 is true, 0 to 1
	Model Model   `json:"model"`
}

// A State is what a test says so far.
type State string

// The states. A test is over when it first accepts something: the state of
// later games means nothing.
const (
	Continue State = "continue"
	AcceptH0 State = "accept H0"
	AcceptH1 State = "accept H1"
)

// Validate returns an error if there is no such test.
func (t SPRT) Validate() error {
	switch {
	case t.Model != Normalized && t.Model != Logistic:
		return fmt.Errorf("SPRT: no model %q: use %s or %s", t.Model, Normalized, Logistic)
	case !(t.Elo0 < t.Elo1):
		return fmt.Errorf("SPRT [%g, %g]: the first bound has to be less than the second", t.Elo0, t.Elo1)
	case math.IsInf(t.Elo0, 0) || math.IsInf(t.Elo1, 0):
		return fmt.Errorf("SPRT [%g, %g]: a bound has to be finite", t.Elo0, t.Elo1)
	case t.Model == Normalized && (t.Elo0 < -steepest || t.Elo1 > steepest):
		return fmt.Errorf("SPRT [%g, %g]: a bound of normalized Elo has to be from -%d to %d; take the %s model",
			t.Elo0, t.Elo1, steepest, steepest, Logistic)
	case !(t.Alpha > 0 && t.Alpha < 1 && t.Beta > 0 && t.Beta < 1):
		return fmt.Errorf("SPRT: alpha %g and beta %g have to be more than 0 and less than 1", t.Alpha, t.Beta)
	case t.Alpha+t.Beta >= 1:
		return fmt.Errorf("SPRT: alpha %g and beta %g have to be less than 1 together", t.Alpha, t.Beta)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the test accepts H0 and H1.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// State returns what the test says at a log-likelihood ratio.
func (t SPRT) State(llr float64) State {
	switch lower, upper := t.Bounds(); {
	case llr <= lower:
		return AcceptH0
	case llr >= upper:
		return AcceptH1
	}
	return Continue
}

// LLR returns the log-likelihood ratio of a valid test: how much better the
// sample goes with H1 than with H0. Both are the distribution of scores that
// goes best with the sample among those with the difference in question, so
// nothing is assumed of the distribution's shape. Without units it is 0.
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

// likeliest returns the likeliest distribution of a sample's scores with a
// difference of elo.
func (t SPRT) likeliest(s Sample, elo float64) []float64 {
	if t.Model == Logistic {
		return s.likeliestMean(Expected(elo))
	}
	return s.likeliestDistance(elo / normal * math.Sqrt(float64(s.games)))
}
