package bench

import (
	"gamed/ai"
	"gamed/ai/learned"
	"gamed/rules/builtin"
	"gamed/rules/elements"
	"gamed/state"
)

// measureBots measures the search and the network. The search plays against itself, and only
// decisions with two or more options count. The network evaluates positions of these games.
func (b *benchmark) measureBots() error {
	m, err := match(builtin.Elements(), "ismcts:200")
	if err != nil {
		return figureError(searchDecisions, err)
	}
	game, err := m.Rules.Deal(state.Setup{Seats: 2, Seed: 1})
	if err != nil {
		return figureError(searchDecisions, err)
	}
	bots := [2]ai.Bot{m.Bots[0].New(1), m.Bots[1].New(2)}
	start, salts := game.Fork(), state.Rand(1)
	var options []state.Option
	var features [][]float32 // features of up to 256 positions
	b.add(searchDecisions, 1e9/b.timePerRound(func(n int) {
		for n > 0 && b.ctx.Err() == nil {
			if game.Awaiting() == 0 {
				game = start.Fork()
			}
			seat := game.Next()
			if options = game.Options(seat, options[:0]); len(options) > 1 {
				n--
				if len(features) < 256 {
					features = append(features, game.AppendFeatures(nil, seat))
				}
			}
			answer := bots[seat].Choose(ai.NewAsk(game, seat, options))
			game.Apply(state.Request{Seat: seat, Option: answer, Salt: salts.Uint64()}, nil)
		}
	}))
	net, err := learned.Load(elements.Rules.Name, &elements.Rules.Layout)
	if err != nil {
		return figureError(evaluation, err)
	}
	b.add(evaluation, b.timePerRound(func(n int) {
		for i := range n {
			net.Value(features[i%len(features)])
		}
	})/1000)
	return nil
}
