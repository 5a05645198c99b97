package train

import (
	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/ai/learned"
	"gamed/arena"
	"gamed/rules/dominion"
	"gamed/state"
)

// dominionPlan returns a plan that trains on random kingdoms. Every generation includes bots with
// untrained nets. Such bots buy various cards, so the samples cover all cards.
func dominionPlan() *Plan {
	layout := &dominion.Rules.Layout
	wild := arena.Player{Name: "untrained", New: func(seed uint64) ai.Bot {
		return learned.NewBuyer(newNet(dominion.Rules.Name, layout, seed), seed)
	}}
	var simple []arena.Player
	for _, s := range buyrules.Strategies[1:] { // all but Big Money, which ignores Duchies
		simple = append(simple, arena.Player{Name: s.Name, New: s.New})
	}
	buyer := func(net *learned.Net) arena.Player {
		return arena.Player{Name: "learned", New: func(seed uint64) ai.Bot { return learned.NewBuyer(net, seed) }}
	}
	return &Plan{
		Rules: dominion.Rules, Layout: layout,
		Setup: func(r *state.Rand) state.Setup {
			s := state.Setup{Seats: 2, Seed: state.Seed(r.Uint64()), Table: map[string]string{"kingdom": "random"}}
			if r.N(8) == 0 {
				s.Table["colony"] = "yes"
			}
			return s
		},
		FirstGamesFactor: 1,
		FirstPlayers:     append([]arena.Player{wild, wild, wild}, simple...),
		LaterPlayers: func(nets []*learned.Net) []arena.Player {
			now := buyer(nets[len(nets)-1])
			old := buyer(nets[max(len(nets)-2, 0)])
			return append([]arena.Player{wild, now, now, now, old}, simple...)
		},
		RandomPer1000: 30, SamplesPer1000: 8, FirstSamplesPer1000: 80, Lambda: .7, FirstFit: Fit{Epochs: 3, Rate: .002}, LaterFit: Fit{Epochs: 3, Rate: .001},
		Match: func(net *learned.Net) arena.Match {
			return arena.Match{
				Rules: dominion.Rules, Bots: []arena.Player{buyer(net), simple[0]}, Games: 1000, Seed: 1,
				Table: map[string]string{"kingdom": "random"},
			}
		},
	}
}
