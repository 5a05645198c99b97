package train

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/ai/learned"
	"gamed/arena"
	"gamed/state"
)

// quickPlan returns a plan whose games are fast: its bots do no tree search.
func quickPlan() *Plan {
	p := elementsPlan()
	p.FirstGamesFactor, p.FirstFit.Epochs = 2, 2
	looks := func(net *learned.Net) arena.Player {
		return arena.Player{Name: "looks", New: func(seed uint64) ai.Bot { return learned.NewGreedy(net, seed) }}
	}
	p.LaterPlayers = func(nets []*learned.Net) []arena.Player { return append(p.FirstPlayers, looks(nets[len(nets)-1])) }
	p.Match = func(net *learned.Net) arena.Match {
		return arena.Match{Rules: p.Rules, Bots: append([]arena.Player{looks(net)}, p.FirstPlayers...), Games: 20, Seed: 1}
	}
	return p
}

var short = Options{Games: 40, Generations: 3, Seed: 5, Command: "gamed train", Report: io.Discard}

func file(t *testing.T, r Result) []byte {
	t.Helper()
	return r.Net.Append(nil)
}

// TestRunRepeats trains with one goroutine, with several, and with an interruption after each
// generation. The resulting files must be identical.
func TestRunRepeats(t *testing.T) {
	whole, err := quickPlan().Run(t.Context(), short)
	require.NoError(t, err)

	before := runtime.GOMAXPROCS(1)
	alone, err := quickPlan().Run(t.Context(), short)
	runtime.GOMAXPROCS(before)
	require.NoError(t, err)
	assert.Equal(t, file(t, whole), file(t, alone))
	assert.Equal(t, whole.Generations, alone.Generations)

	parts := short
	parts.Checkpoint = filepath.Join(t.TempDir(), "checkpoint")
	for done := 1; done < short.Generations; done++ {
		ctx, stop := context.WithCancel(t.Context())
		report := &stoppingReport{stop: stop}
		parts.Report = report
		_, err := quickPlan().Run(ctx, parts)
		stop()
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 1, report.n, "the run must stop after one generation")
	}
	parts.Report = io.Discard
	last, err := quickPlan().Run(t.Context(), parts)
	require.NoError(t, err)
	assert.Equal(t, file(t, whole), file(t, last))

	other := short
	other.Seed++
	differs, err := quickPlan().Run(t.Context(), other)
	require.NoError(t, err)
	assert.NotEqual(t, file(t, whole), file(t, differs))
}

// A stoppingReport is a report that counts its lines and calls stop after each line.
type stoppingReport struct {
	stop func()
	n    int
}

func (l *stoppingReport) Write(b []byte) (int, error) {
	l.n += bytes.Count(b, []byte("\n"))
	l.stop()
	return len(b), nil
}

// TestRunRefuses checks that invalid options and an unreadable checkpoint are refused with a reason.
func TestRunRefuses(t *testing.T) {
	unreadable := filepath.Join(t.TempDir(), "checkpoint")
	require.NoError(t, os.WriteFile(unreadable, []byte("not one"), 0o600))
	for _, test := range []struct {
		change func(o *Options)
		says   string
	}{
		{func(o *Options) { o.Games = 19 }, "19 games a generation: play at least 20"},
		{func(o *Options) { o.Generations = 0 }, "0 generations"},
		{func(o *Options) { o.Checkpoint = unreadable }, ": delete it to start over"},
	} {
		o := short
		test.change(&o)
		_, err := quickPlan().Run(t.Context(), o)
		assert.ErrorContains(t, err, test.says)
	}
}

// TestCheckpointOfAnotherRun checks that a training run rejects the checkpoint of a different training
// run.
func TestCheckpointOfAnotherRun(t *testing.T) {
	o := short
	o.Generations, o.Checkpoint = 1, filepath.Join(t.TempDir(), "checkpoint")
	_, err := quickPlan().Run(t.Context(), o)
	require.NoError(t, err)
	o.Seed++
	_, err = quickPlan().Run(t.Context(), o)
	assert.ErrorContains(t, err, "belongs to another training (elements, 40 games, seed 5, features version")
}

// TestGradient compares the gradient with finite differences of the loss.
func TestGradient(t *testing.T) {
	p := elementsPlan()
	net := newNet("elements", p.Layout, 3)
	d := newDescent(net)
	places, values := []uint16{0, 3, 17, 200}, []float32{1, -.5, 2, .25}
	loss := func() float64 {
		var a activations
		d.forward(&a, places, values)
		return crossEntropy(a.out, .8)
	}
	var a activations
	d.forward(&a, places, values)
	d.backward(&a, places, values, .8)
	some := 0
	for i, g := range d.gradient {
		const h = 1e-3
		old := net.Weights[i]
		net.Weights[i] = old + h
		up := loss()
		net.Weights[i] = old - h
		down := loss()
		net.Weights[i] = old
		require.InDelta(t, (up-down)/(2*h), g, 3e-3, "weight %d", i)
		if math.Abs(float64(g)) > 1e-3 {
			some++
		}
	}
	assert.Greater(t, some, 100)
}

// TestForwardAgreesWithNet checks that training and playing compute the same value of a position.
func TestForwardAgreesWithNet(t *testing.T) {
	for _, p := range []*Plan{elementsPlan(), dominionPlan()} {
		net := newNet(p.Rules.Info().Name, p.Layout, 9)
		m, err := p.Rules.Deal(state.Setup{Seats: 2, Seed: 1})
		require.NoError(t, err)
		features := m.AppendFeatures(nil, 0)
		var s Samples
		s.add(features)
		var a activations
		places, values := s.sample(0)
		newDescent(net).forward(&a, places, values)
		assert.InDelta(t, net.Value(features), a.out, 1e-5)
	}
}

// TestPlot checks that the plot of a training run is well-formed and shows every loss and score.
func TestPlot(t *testing.T) {
	r := Result{Generations: []Generation{{Loss: .5, HeldOutLoss: .6, Score: .4}, {Loss: .4, HeldOutLoss: .5, Score: .6}}}
	plot := r.Plot()
	assert.Equal(t, 6, strings.Count(plot, "<circle"))
	d := xml.NewDecoder(strings.NewReader(plot))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else {
			require.NoError(t, err)
		}
	}
}

// TestPlans checks that each ruleset with a plan can deal the plan's setups.
func TestPlans(t *testing.T) {
	assert.Equal(t, []string{"elements", "dominion"}, Trainable())
	for _, name := range Trainable() {
		p := PlanFor(name)
		require.NotNil(t, p)
		_, err := p.Rules.Deal(p.Setup(new(state.Rand)))
		assert.NoError(t, err)
	}
	assert.Nil(t, PlanFor("polity"))
}
