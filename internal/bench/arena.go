package bench

import (
	"gamed/ai"
	"gamed/arena"
	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

// match returns a match of a bot against itself on one core. The caller sets the number of games.
func match(r rules.Ruleset, bot string) (arena.Match, error) {
	player, err := arena.NewPlayer(rules.List{r}.Roster(), r.Info().Name, bot)
	return arena.Match{Rules: r.Dealer, Bots: []arena.Player{player, player}, Seed: 1, Parallel: 1}, err
}

// measureMatches measures the speed of a match, and compares matches with loops that play as many
// games.
func (b *benchmark) measureMatches() error {
	var wrong error
	play := func(m arena.Match) func(n int) {
		return func(n int) {
			m.Games = 2 * n // complete pairs
			if _, err := m.Run(b.ctx); err != nil && wrong == nil {
				wrong = err
			}
		}
	}
	money, err := match(builtin.Dominion(), "bigmoney")
	if err != nil {
		return figureError(moneyMatch, err)
	}
	b.add(moneyMatch, 2e9/b.timePerRound(play(money)))
	random, err := match(builtin.Elements(), "random")
	if err != nil {
		return figureError(matchToRules, err)
	}
	starts, err := startPositions(elements.Rules)
	if err != nil {
		return err
	}
	b.add(matchToRules, b.timeRatio(func(n int) { playBare(starts, 2*n) }, play(random)))
	b.add(matchToLoop, b.timeRatio(func(n int) {
		if err := playLoop(random, 2*n); err != nil && wrong == nil {
			wrong = err
		}
	}, play(random)))
	if wrong != nil {
		return figureError(matchToLoop, wrong)
	}
	return nil
}

// playBare plays games with the rules alone, without bots.
func playBare(starts []elements.Position, games int) {
	options := make([]state.Option, 0, 256)
	rand := state.Rand(1)
	for i := range games {
		s := starts[i%len(starts)]
		for s.Rand.Mix(rand.Uint64()); s.Awaiting != 0; {
			seat := s.Next()
			options = elements.Rules.Options(&s, seat, options[:0])
			elements.Rules.Apply(&s, seat, options[rand.N(len(options))], nil)
		}
	}
}

// playLoop plays as many games as a match in a minimal loop. Bots, deals and salts are as in the
// match, but the bots have other seeds.
func playLoop(m arena.Match, games int) error {
	var options []state.Option
	chance := table.NewChance(table.Key{})
	g, err := m.Rules.Deal(state.Setup{Seats: 2})
	if err != nil {
		return err
	}
	for n := range games {
		chance.Seed(table.KeyFrom(m.Seed, uint64(n/2)))
		if err := g.Redeal(state.Setup{Seats: 2, Seed: state.Seed(chance.Next())}); err != nil {
			return err
		}
		var bots [2]ai.Bot
		for seat := range bots {
			bots[seat] = m.Bots[seat].New(uint64(2*n + seat))
		}
		for g.Awaiting() != 0 {
			seat := g.Next()
			options = g.Options(seat, options[:0])
			g.Apply(state.Request{Seat: seat, Option: bots[seat].Choose(ai.NewAsk(g, seat, options)), Salt: chance.Next()}, nil)
		}
	}
	return nil
}
