package train

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gamed/ai"
	"gamed/ai/learned"
	"gamed/arena"
	"gamed/state"
)

// A selfPlay holds the settings for the games of a generation.
type selfPlay struct {
	plan     *Plan
	pool     []arena.Player
	net      *learned.Net // estimates values for TD(λ); may be nil
	seed     uint64
	games    int
	progress func(done int) // may be nil
}

// run plays all games and returns the samples of each game. The samples do not depend on the
// scheduling of goroutines.
func (p *selfPlay) run(ctx context.Context) ([]Samples, error) {
	all := make([]Samples, p.games)
	var next, done atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for w := range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			g := gamePlayer{play: p}
			for ctx.Err() == nil {
				n := int(next.Add(1)) - 1
				if n >= p.games {
					return nil
				}
				if err := g.playGame(n, &all[n]); err != nil {
					return fmt.Errorf("game %d: %w", n, err)
				}
				if played := done.Add(1); w == 0 && p.progress != nil { // report from only one goroutine
					p.progress(int(played))
				}
			}
			return ctx.Err()
		})
	}
	err := group.Wait()
	return all, err
}

// A gamePlayer plays one game after another in a goroutine.
type gamePlayer struct {
	play     *selfPlay
	machine  state.Machine
	opts     []state.Option
	features []float32
	values   []float32    // the net's value of each sample
	seats    []state.Seat // seat of each sample
}

// playGame plays game n and adds its samples to s.
func (g *gamePlayer) playGame(n int, s *Samples) (err error) {
	p := g.play.plan
	r := state.Rand(g.play.seed)
	r.Mix(r.Uint64() + uint64(n))
	setup := p.Setup(&r)
	if g.machine == nil {
		g.machine, err = p.Rules.Deal(setup)
	} else {
		err = g.machine.Redeal(setup)
	}
	if err != nil {
		return err
	}
	m := g.machine
	var bots [state.MaxSeats]ai.Bot
	for seat := range m.Seats() {
		bots[seat] = g.play.pool[r.N(len(g.play.pool))].New(r.Uint64())
	}
	g.values, g.seats = g.values[:0], g.seats[:0]
	turn := 0
	for m.Awaiting() != 0 {
		seat := m.Next()
		g.opts = m.Options(seat, g.opts[:0])
		option := g.opts[0]
		if len(g.opts) > 1 {
			option = bots[seat].Choose(ai.NewAsk(m, seat, g.opts))
			if r.N(1000) < p.RandomPer1000 {
				option = g.opts[r.N(len(g.opts))]
			}
		}
		m.Apply(state.Request{Seat: seat, Option: option, Salt: r.Uint64()}, nil)
		keep := p.SamplesPer1000
		if m.Turn() != turn {
			keep = p.FirstSamplesPer1000
		}
		if m.Awaiting() != 0 && r.N(1000) < keep {
			g.addSamples(s)
		}
		turn = m.Turn()
	}
	g.setTargets(s)
	return nil
}

// addSamples adds a sample of the current position for each seat that is still playing.
func (g *gamePlayer) addSamples(s *Samples) {
	for playing := g.machine.Playing(); playing != 0; playing &= playing - 1 {
		seat := playing.First()
		g.features = g.machine.AppendFeatures(g.features[:0], seat)
		s.add(g.features)
		g.seats = append(g.seats, seat)
		if g.play.net != nil {
			g.values = append(g.values, g.play.net.Value(g.features))
		}
	}
}

// setTargets sets the targets by TD(λ), from the last sample to the first. Each target is a weighted
// mean of the final result and the net's values of the seat's later samples.
func (g *gamePlayer) setTargets(s *Samples) {
	_, won := g.machine.Result()
	lambda := g.play.plan.Lambda
	var target [state.MaxSeats]float32
	for seat := range state.Seat(g.machine.Seats()) {
		switch {
		case won == 0:
			target[seat] = 1 / float32(g.machine.Seats())
		case won.Has(seat):
			target[seat] = 1 / float32(won.Len())
		}
	}
	for i := len(g.seats) - 1; i >= 0; i-- {
		seat := g.seats[i]
		s.targets[i] = target[seat]
		if g.play.net != nil {
			target[seat] = lambda*target[seat] + (1-lambda)*g.values[i]
		}
	}
}
