package cardsim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/rules/cardsim"
	"gamed/state"
)

// TestBotsDoNotLikeToLose checks that bots prefer a bad position to a lost or failed game.
func TestBotsDoNotLikeToLose(t *testing.T) {
	for _, lose := range []option{
		simpleOption(cardsim.Text("end"), func(p *player) { p.End(cardsim.Ending{Name: "ruin"}) }),
		fallibleOption(cardsim.Text("fail"), func(*player) error { return errPlain }),
	} {
		g := build(t, game{Value: func(*player) int { return 200 }, Cards: []*card{{
			Name: "crisis", Cooldown: 1, Options: []option{simpleOption(cardsim.Text("bear it"), nil), lose},
		}}})
		for _, name := range []string{"greedy", "ismcts:50"} {
			s := deal(t, g, state.Setup{Seats: 1, Seed: 1})
			bot, err := ai.Roster{}.New("", name, 1)
			require.NoError(t, err)
			for range 5 {
				o := bot.Choose(ai.NewAsk(s.m, 0, s.m.Options(0, nil)))
				assert.Equal(t, "crisis: bear it", s.m.Label(0, o).Text, name)
				s.request(o)
			}
		}
	}
}

// TestBotsAnswerForThemselves checks that a bot chooses for its own seat while an
// earlier seat is also awaited.
func TestBotsAnswerForThemselves(t *testing.T) {
	c := &card{Name: "day", Cooldown: 1, Options: []option{simpleOption(cardsim.Text("wait"), nil), simpleOption(cardsim.Text("earn"), func(p *player) { p.Stats.Gold += 100 })}}
	c.Options[1].Enabled = func(p *player) (bool, message) { return p.Stats.Score == 0, cardsim.Text("spent") }
	g := build(t, game{
		Seats: 2, ActionsPerTurn: 2, HandLimit: 1, Cards: []*card{c},
		Actions: []*action{{Name: "spend", Free: true, CardOption: simpleOption(cardsim.Text("spend"), func(p *player) { p.Stats.Score++ })}},
		Value:   func(p *player) int { return 100 + p.Stats.Gold - 10*p.Stats.Score },
	})
	for _, name := range []string{"greedy", "ismcts:200"} {
		s := deal(t, g, state.Setup{Seats: 2, Seed: 1})
		s.choose("spend")
		require.Equal(t, state.Seat(0), s.m.Next())
		bot, err := ai.Roster{}.New("", name, 1)
		require.NoError(t, err)
		o := bot.Choose(ai.NewAsk(s.m, 1, s.m.Options(1, nil)))
		assert.Equal(t, "day: earn", s.m.Label(1, o).Text, name)
	}
}
