package train

import (
	"context"
	"fmt"
	"io"

	"gamed/ai/learned"
	"gamed/arena/stats"
	"gamed/state"
)

// Options are the options for a training run.
type Options struct {
	Games       int    // number of games per generation, at least [MinGames]
	Generations int    // number of generations, at least 1
	Seed        uint64 // seed of all random numbers
	Command     string // command line to record in the weights
	// Checkpoint is the path of a file written after each generation. An interrupted training run
	// resumes from this file. Checkpoint may be empty.
	Checkpoint string
	// Report receives one line per generation.
	Report io.Writer
	// Progress receives the number of finished games in the generation. Progress may be nil.
	Progress func(generation, done int)
}

// A Generation is the result of one generation of a training run.
type Generation struct {
	Samples     int
	Loss        float64 // mean loss during the last epoch
	HeldOutLoss float64 // mean loss on held-out games, after the last epoch
	Games       int     // number of games in the match that measures the net
	Score       float64 // points per game in this match
	Interval    stats.Interval
}

// A Result holds the last net and the results of the generations.
type Result struct {
	Net         *learned.Net
	Generations []Generation
}

const (
	// heldOut is the number of games of which one is held out: the net does not learn from it, and
	// it measures the loss on unknown games.
	heldOut = 20
	// MinGames is the minimum number of games per generation, of which one is held out.
	MinGames = heldOut
)

// Run trains the net. It returns an error if the options are invalid, a game fails, ctx is done,
// or the checkpoint cannot be read or written.
func (p *Plan) Run(ctx context.Context, o Options) (Result, error) {
	switch {
	case o.Games < MinGames:
		return Result{}, fmt.Errorf("train: %d games a generation: play at least %d", o.Games, MinGames)
	case o.Generations < 1:
		return Result{}, fmt.Errorf("train: %d generations: train at least 1", o.Generations)
	}
	t := &training{plan: p, options: o}
	if err := t.resume(); err != nil {
		return Result{}, fmt.Errorf("train: %w", err)
	}
	for len(t.done) < o.Generations {
		g, err := t.runGeneration(ctx, len(t.done))
		if err != nil {
			return Result{}, fmt.Errorf("train: generation %d: %w", len(t.done)+1, err)
		}
		t.done = append(t.done, g)
		fmt.Fprintf(o.Report, "generation %d: %d samples, loss %.4f, held out %.4f, score %.1f %% [%.1f, %.1f] of %d games\n",
			len(t.done), g.Samples, g.Loss, g.HeldOutLoss, 100*g.Score, 100*g.Interval[0], 100*g.Interval[1], g.Games)
		if err := t.save(); err != nil {
			return Result{}, fmt.Errorf("train: %w", err)
		}
	}
	net := t.nets[len(t.nets)-1]
	net.Command, net.Seed, net.Games = o.Command, o.Seed, o.Games*(o.Generations+p.FirstGamesFactor-1)
	return Result{Net: net, Generations: t.done}, nil
}

// A training is a training run in progress.
type training struct {
	plan    *Plan
	options Options
	done    []Generation
	nets    []*learned.Net // nets of the finished generations
}

// runGeneration plays the games of generation n, fits the net and measures its strength.
func (t *training) runGeneration(ctx context.Context, n int) (g Generation, err error) {
	p := t.plan
	chance := state.Rand(t.options.Seed)
	chance.Mix(chance.Uint64() + uint64(n))
	net := newNet(p.Rules.Info().Name, p.Layout, chance.Uint64())
	pool, fit, times := p.FirstPlayers, p.FirstFit, p.FirstGamesFactor
	var before *learned.Net
	if n > 0 {
		before = t.nets[n-1]
		copy(net.Weights, before.Weights)
		pool, fit, times = p.LaterPlayers(t.nets), p.LaterFit, 1
	}
	play := &selfPlay{plan: p, pool: pool, net: before, seed: chance.Uint64(), games: times * t.options.Games}
	if t.options.Progress != nil {
		play.progress = func(done int) { t.options.Progress(n+1, done) }
	}
	games, err := play.run(ctx)
	if err != nil {
		return g, err
	}
	learn := joinSamples(games, func(i int) bool { return i%heldOut != 0 })
	held := joinSamples(games, func(i int) bool { return i%heldOut == 0 })
	clear(games) // free the memory
	g.Samples = learn.len()
	if g.Loss, err = newDescent(net).fit(ctx, learn, fit, &chance); err != nil {
		return g, err
	}
	g.HeldOutLoss = (&descent{net: net}).loss(held)
	t.nets = append(t.nets, net)
	m := p.Match(net)
	m.Games = min(m.Games, max(t.options.Games/20, 2)*2)
	match, err := m.Run(ctx)
	if err != nil {
		t.nets = t.nets[:n]
		return g, err
	}
	g.Games, g.Score, g.Interval = match.Games, match.Scores[0], match.ScoreIntervals[0]
	return g, ctx.Err()
}
