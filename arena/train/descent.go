package train

import (
	"context"
	"math"

	"gamed/ai/learned"
	"gamed/state"
)

const (
	h1 = learned.Hidden1
	h2 = learned.Hidden2
)

// A descent fits a net to samples by minimizing the cross-entropy. It uses stochastic gradient
// descent with Adam (Kingma and Ba, Adam: A Method for Stochastic Optimization, 2015).
type descent struct {
	net      *learned.Net
	gradient []float32
	// Mean and Square are Adam's moving averages of the gradient and of its square.
	Mean, Square []float32
	Steps        int
}

const (
	batchSize   = 128
	decayMean   = .9   // decay of the moving average of the gradient, per step
	decaySq     = .999 // decay of the moving average of the squared gradient, per step
	tiny        = 1e-8 // avoids a division by 0
	weightDecay = 1e-5 // weight decay per step, relative to the learning rate
)

func newDescent(net *learned.Net) *descent {
	n := len(net.Weights)
	return &descent{net: net, gradient: make([]float32, n), Mean: make([]float32, n), Square: make([]float32, n)}
}

// newNet returns a net with random weights, as in He et al., Delving Deep into Rectifiers, 2015. The
// weights of the first layer suit positions with about 60 nonzero features.
func newNet(rules string, layout *state.Layout, seed uint64) *learned.Net {
	inputs := layout.Len()
	n := &learned.Net{Header: learned.Header{Rules: rules, Layout: *layout, Seed: seed}, Weights: make([]float32, learned.Size(inputs))}
	r := state.Rand(seed)
	fill := func(ws []float32, size float64) {
		for i := range ws {
			ws[i] = float32(size * sampleNormal(&r))
		}
	}
	at := inputs * h1
	fill(n.Weights[:at], math.Sqrt(2./60))
	at += h1
	fill(n.Weights[at:at+h1*h2], math.Sqrt(2./h1))
	at += h1*h2 + h2
	fill(n.Weights[at:at+h2], math.Sqrt(1./h2))
	return n
}

// sampleNormal samples the standard normal distribution with the Box–Muller method.
func sampleNormal(r *state.Rand) float64 {
	u := (float64(r.Uint64()>>11) + 1) / (1 << 53)
	v := float64(r.Uint64()>>11) / (1 << 53)
	return math.Sqrt(-2*math.Log(u)) * math.Cos(2*math.Pi*v)
}

// activations holds the activations of a net for one sample.
type activations struct {
	first  [h1]float32
	second [h2]float32
	out    float32
}

// forward evaluates the net for a sample, as [learned.Net.Value] does.
func (d *descent) forward(a *activations, places []uint16, values []float32) {
	w := d.net.Weights
	at := d.net.Inputs() * h1
	copy(a.first[:], w[at:])
	for i, p := range places {
		x, row := values[i], (*[h1]float32)(w[int(p)*h1:])
		for j := range row {
			a.first[j] += x * row[j]
		}
	}
	for j := range a.first {
		a.first[j] = max(a.first[j], 0)
	}
	at += h1
	last := w[at+h1*h2+h2:]
	z := last[h2]
	copy(a.second[:], w[at+h1*h2:])
	for j, x := range a.first {
		if x == 0 {
			continue
		}
		row := (*[h2]float32)(w[at+j*h2:])
		for k := range row {
			a.second[k] += x * row[k]
		}
	}
	for k := range a.second {
		a.second[k] = max(a.second[k], 0)
		z += last[k] * a.second[k]
	}
	a.out = learned.Logistic(z)
}

// backward adds the gradient of the loss for a sample to d.gradient.
func (d *descent) backward(a *activations, places []uint16, values []float32, target float32) {
	w, g := d.net.Weights, d.gradient
	at := d.net.Inputs()*h1 + h1
	delta := a.out - target // gradient of the cross-entropy with respect to the logit
	var back [h1]float32
	last := at + h1*h2 + h2
	g[last+h2] += delta
	var deltas [h2]float32
	for k, x := range a.second {
		if x != 0 {
			g[last+k] += delta * x
			deltas[k] = delta * w[last+k]
			g[at+h1*h2+k] += deltas[k]
		}
	}
	for j, x := range a.first {
		if x == 0 {
			continue
		}
		row, grow := (*[h2]float32)(w[at+j*h2:]), (*[h2]float32)(g[at+j*h2:])
		for k, dk := range deltas {
			grow[k] += dk * x
			back[j] += dk * row[k]
		}
	}
	bias := (*[h1]float32)(g[at-h1:])
	for j := range back {
		bias[j] += back[j]
	}
	for i, p := range places {
		x, row := values[i], (*[h1]float32)(g[int(p)*h1:])
		for j := range row {
			row[j] += x * back[j]
		}
	}
}

// step updates the weights with the gradient of n samples, and clears the gradient.
func (d *descent) step(n int, rate float64) {
	d.Steps++
	scale := 1 / float32(n)
	corrected := rate * math.Sqrt(1-math.Pow(decaySq, float64(d.Steps))) / (1 - math.Pow(decayMean, float64(d.Steps)))
	step, shrink := float32(corrected), float32(1-rate*weightDecay)
	w := d.net.Weights
	for i, g := range d.gradient {
		g *= scale
		d.gradient[i] = 0
		m := decayMean*d.Mean[i] + (1-decayMean)*g
		v := decaySq*d.Square[i] + (1-decaySq)*g*g
		d.Mean[i], d.Square[i] = m, v
		if m != 0 {
			w[i] = w[i]*shrink - step*m/(float32(math.Sqrt(float64(v)))+tiny)
		}
	}
}

// fit passes over the samples f.Epochs times, each time in random order, and returns the mean loss
// of the last epoch. The learning rate falls to a fiftieth of its initial value. If ctx is done,
// fit stops between epochs.
func (d *descent) fit(ctx context.Context, s *Samples, f Fit, r *state.Rand) (loss float64, err error) {
	order := make([]int32, s.len())
	for i := range order {
		order[i] = int32(i)
	}
	for e := range f.Epochs {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		state.Shuffle(order, r)
		rateAt := func(e int) float64 { return f.Rate * max(1-float64(e)/float64(f.Epochs), .02) }
		loss = d.epoch(s, order, rateAt(e), rateAt(e+1))
	}
	return loss, nil
}

// epoch passes over the samples in the given order and returns their mean loss. The learning rate
// changes linearly between the given rates.
func (d *descent) epoch(s *Samples, order []int32, from, to float64) float64 {
	var a activations
	loss := 0.
	for i, n := range order {
		places, values := s.sample(int(n))
		d.forward(&a, places, values)
		loss += crossEntropy(a.out, s.targets[n])
		d.backward(&a, places, values, s.targets[n])
		if (i+1)%batchSize == 0 || i+1 == len(order) {
			d.step(i%batchSize+1, from+(to-from)*float64(i)/float64(len(order)))
		}
	}
	return loss / float64(len(order))
}

// loss returns the mean loss on samples without learning from them.
func (d *descent) loss(s *Samples) float64 {
	var a activations
	sum := 0.
	for i := range s.len() {
		places, values := s.sample(i)
		d.forward(&a, places, values)
		sum += crossEntropy(a.out, s.targets[i])
	}
	return sum / float64(max(s.len(), 1))
}

// crossEntropy returns the cross-entropy between a target and the prediction p, both from 0 to
// 1.
func crossEntropy(p, target float32) float64 {
	const least = 1e-6
	q := min(max(float64(p), least), 1-least)
	t := float64(target)
	return -t*math.Log(q) - (1-t)*math.Log(1-q)
}
