package server_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/rules/cardsim"
	"gamed/rules/cardsim/gamefile"
	"gamed/state"
	"gamed/store"
)

// A decided dealer deals each game with the same seed, and its games ignore salts. So chance does
// not depend on a game's random key.
type decided struct{ state.Dealer }

func (d decided) Abilities() state.Abilities { return state.Abilities{Simultaneous: true} }

func (d decided) Deal(setup state.Setup) (state.Machine, error) {
	setup.Seed = 5
	m, err := d.Dealer.Deal(setup)
	return unsalted{m}, err
}

// An unsalted machine ignores the salts of requests.
type unsalted struct{ state.Machine }

func (m unsalted) Fork() state.Machine     { return unsalted{m.Machine.Fork()} }
func (m unsalted) Set(other state.Machine) { m.Machine.Set(other.(unsalted).Machine) }
func (m unsalted) Undo(to state.Machine)   { m.Machine.Undo(to.(unsalted).Machine) }

func (m unsalted) Apply(q state.Request, log *state.Log) {
	q.Salt = 0
	m.Machine.Apply(q, log)
}

// tale is a game file with a hidden stat and a secret card. Some of its options change stats, and
// some show a message.
const tale = `
game: secrets
seats: 2
hand: 2
stats:
  gold: {start: 10}
  gloom: {start: 3, hidden: true}
cards:
  day:
    title: Day
    cooldown: 1
    options:
      - {text: work, add: {gold: 1, gloom: 1}, say: "A long day."}
      - {text: rest, set: {gold: gold + gloom}}
      - {text: plot, add: {gloom: 5}, say: "The plot thickens."}
  night: {title: Night, cooldown: 1, options: [{text: sleep}, {text: wake, add: {gold: -2}}]}
  masked_ball: {title: The Masked Ball, secret: true, when: gloom > 5, options: [{text: dance, add: {gold: 7}}, {text: leave}]}
`

// A purse holds the stats of a decision game in Go.
type purse struct {
	Coins  int `cardsim:"stat"`
	Grudge int `cardsim:"hidden"`
}

func (p *purse) Stats() []cardsim.Stat { return cardsim.ExtractStats(p) }

func purses(t *testing.T) state.Dealer {
	type player = cardsim.Player[*purse]
	pay := func(coins, grudge int) func(*player) (cardsim.Message, error) {
		return func(p *player) (cardsim.Message, error) {
			p.Stats.Coins, p.Stats.Grudge = p.Stats.Coins+coins+p.Rand.N(3), p.Stats.Grudge+grudge
			return cardsim.Messagef("%d coins", p.Stats.Coins), nil
		}
	}
	g, err := (&cardsim.Game[*purse]{
		Name: "purses", Seats: 3, HandLimit: 2, New: func(*state.Rand) *purse { return new(purse) },
		Cards: []*cardsim.Card[*purse]{
			{Name: "market", Cooldown: 1, Options: []cardsim.CardOption[*purse]{{Text: cardsim.Text("buy"), Choose: pay(-1, 0)}, {Text: cardsim.Text("sell"), Choose: pay(2, 1)}}},
			{Name: "tavern", Cooldown: 2, Secret: true, Options: []cardsim.CardOption[*purse]{{Text: cardsim.Text("drink"), Choose: pay(-2, 0)}, {Text: cardsim.Text("boast"), Choose: pay(0, 3)}}},
			{Name: "church", Cooldown: 1, Options: []cardsim.CardOption[*purse]{{Text: cardsim.Text("pray"), Choose: pay(0, -1)}}},
		},
	}).Build()
	require.NoError(t, err)
	return g
}

// TestPrivateSeats checks the table of a decision game. The second player's choices must change no
// byte of what the first player and a spectator receive, except in the ranking.
func TestPrivateSeats(t *testing.T) {
	t.Parallel()
	written, err := gamefile.Load("secrets.yaml", []byte(tale))
	require.NoError(t, err)
	text, err := os.ReadFile("../examples/vintage.yaml")
	require.NoError(t, err)
	vintage, err := gamefile.Load("vintage.yaml", text)
	require.NoError(t, err)
	const rounds = 8
	for _, row := range []struct {
		rules  state.Dealer
		ranked bool // whether the choices affect the ranking, which the test then ignores
	}{{written, false}, {purses(t), false}, {vintage, true}} {
		info := row.rules.Info()
		t.Run(info.Name, func(t *testing.T) {
			r := startRules(t, "127.0.0.1:0", store.NewMemory(), agent.DefaultLimits, decided{row.rules})
			table := func(choice func(round, options int) int) (mine, others, watched []string) {
				id := r.create(t, fmt.Sprintf(`{"rules":%q,"seats":[{},{}],"spectators":{"delay_ms":0}}`, info.Name))
				me, other := r.join(t, id), r.join(t, id)
				watcher := r.watch(t, id)
				mind, yours := me.openDecision(), other.openDecision()
				random := state.Rand(3)
				for round := range rounds {
					d := yours["decision"].(map[string]any)
					other.choose(d["id"], choice(round, len(d["options"].([]any))))
					yours = other.openDecision()
					me.next("update")
					d = mind["decision"].(map[string]any)
					me.choose(d["id"], random.N(len(d["options"].([]any))))
					mind = me.openDecision()
					other.next("update")
				}
				for range 2 * rounds {
					watcher.next("update")
				}
				clean := func(c *client) []string {
					for i, text := range c.seen {
						text = commit.ReplaceAllString(strings.NewReplacer(id, "ID", me.key, "KEY", other.key, "KEY").Replace(text), "COMMIT")
						if text = clock.ReplaceAllString(pause.ReplaceAllString(text, `"auto_ms":"LEFT"`), `"now_ms":"TIME"`); row.ranked {
							text = ranking.ReplaceAllString(text, "")
						}
						c.seen[i] = text
					}
					return c.seen
				}
				return clean(me), clean(other), clean(watcher)
			}
			first := func(int, int) int { return 0 }
			last := func(_, options int) int { return options - 1 }
			mine, others, watched := table(first)
			mineToo, othersToo, watchedToo := table(last)
			require.Equal(t, mine, mineToo, "the other player")
			require.Equal(t, watched, watchedToo, "a spectator")
			assert.NotEqual(t, others, othersToo, "the choices differ")
			all := strings.Join(watched, "")
			assert.Contains(t, all, "seat 1 made a choice")
			assert.Contains(t, all, `"hand":[]`)
		})
	}
}

// ranking matches the public parts of an update: the players' ranking, the turn, and the seats that
// must decide.
var ranking = regexp.MustCompile(`"nations":\[[^\]]*\]|"turn":\d+,"awaiting":[^\]]*\]`)

// TestPace checks that no bot is ever more than a turn ahead of the human player. After the human
// has left, the bots continue.
func TestPace(t *testing.T) {
	t.Parallel()
	r := startRules(t, "127.0.0.1:0", store.NewMemory(), agent.DefaultLimits, purses(t))
	for _, seats := range []string{`[{},{"bot":"random"},{"bot":"greedy"}]`, `[{"bot":"random"},{}]`} {
		t.Run(seats, func(t *testing.T) {
			c := r.join(t, r.create(t, `{"rules":"purses","seats":`+seats+`}`))
			const turns = 4
			own, last := 0, 0
			for answered := any(nil); own < turns || last < turns; { // the bots follow a fast player
				u := c.next("update")
				own, last = 0, turns
				first := 0
				for _, n := range nationsOf(t, u) {
					if n.Seat == int(c.seat) {
						own = n.Turn
					} else {
						first, last = max(first, n.Turn), min(last, n.Turn)
					}
				}
				require.LessOrEqual(t, first, own+1)
				if d, _ := u["decision"].(map[string]any); own < turns && d != nil && d["id"] != answered {
					answered = d["id"]
					c.choose(answered, 0)
				}
			}
			c.send(`{"type":"resign"}`)
			c.next("over")
		})
	}
}

func nationsOf(t *testing.T, update map[string]any) (nations []cardsim.RankedPlayer) {
	b, err := json.Marshal(update["view"].(map[string]any)["nations"])
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &nations))
	return nations
}
