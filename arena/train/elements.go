package train

import (
	"errors"

	"gamed/ai"
	"gamed/ai/learned"
	"gamed/arena"
	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/rules/elements"
	"gamed/state"
)

// trainingIterations is the number of search iterations per decision in training games of
// Elements.
const trainingIterations = "80"

// elementsPlan returns a plan that trains on duels with the built-in decks. A third of the games
// use only the first two decks. The first generation learns from greedy bots, and later
// generations mainly from searches with earlier nets.
func elementsPlan() *Plan {
	roster := rules.List{builtin.Elements()}.Roster()
	greedy, noGreedy := arena.NewPlayer(roster, elements.Rules.Name, "greedy")
	ismcts, noISMCTS := arena.NewPlayer(roster, elements.Rules.Name, "ismcts:"+trainingIterations)
	search, noSearch := learned.ElementsSearch(trainingIterations)
	if err := errors.Join(noGreedy, noISMCTS, noSearch); err != nil {
		panic(err) // cannot happen, because all three bots exist
	}
	searcher := func(net *learned.Net) arena.Player {
		return arena.Player{Name: "learned", New: func(seed uint64) ai.Bot { return learned.NewSearch(net, search, seed) }}
	}
	decks := elements.Rules.Info().Decks
	return &Plan{
		Rules: elements.Rules, Layout: &elements.Rules.Layout,
		Setup: func(r *state.Rand) state.Setup {
			s := state.Setup{Seats: 2, Seed: state.Seed(r.Uint64())}
			among := len(decks)
			if r.N(3) == 0 {
				among = 2
			}
			for range s.Seats {
				s.Decks = append(s.Decks, decks[r.N(among)].Name)
			}
			return s
		},
		FirstGamesFactor: 8,
		FirstPlayers:     []arena.Player{greedy},
		LaterPlayers: func(nets []*learned.Net) []arena.Player {
			now := searcher(nets[len(nets)-1])
			old := searcher(nets[max(len(nets)-2, 0)])
			looks := arena.Player{Name: "learned-greedy", New: func(seed uint64) ai.Bot { return learned.NewGreedy(nets[len(nets)-1], seed) }}
			return []arena.Player{now, now, now, old, looks}
		},
		RandomPer1000: 80, SamplesPer1000: 120, FirstSamplesPer1000: 120, Lambda: .8, FirstFit: Fit{Epochs: 4, Rate: .002}, LaterFit: Fit{Epochs: 4, Rate: .001},
		Match: func(net *learned.Net) arena.Match {
			return arena.Match{Rules: elements.Rules, Bots: []arena.Player{searcher(net), ismcts}, Games: 300, Seed: 1}
		},
	}
}
