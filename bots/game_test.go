package bots_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/external"
	"gamed/ai"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
)

// A table plays Elements between an external bot and a random player.
type table struct {
	t    testing.TB
	bot  *external.Conn
	opts []state.Option
	asks int // decisions so far
}

// newTable starts a bot for a table, and stops the bot after the test.
func newTable(t testing.TB, c external.Command) *table {
	bot, err := external.Start(t.Context(), c, external.DefaultLimits)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, bot.Close()) })
	return &table{t: t, bot: bot}
}

// play plays a game with the bot in seat 0. It returns the winners and the final position.
func (l *table) play(seed uint64, budget *protocol.Budget) (won state.Seats, end string) {
	ctx := l.t.Context()
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: state.Seed(seed)})
	require.NoError(l.t, err)
	game := fmt.Sprint("match-", seed)
	require.NoError(l.t, l.bot.Begin(ctx, protocol.Joined{Game: game, Rules: "elements", Seats: []protocol.Seat{}, Seed: &seed, Budget: budget}))
	chance := state.Rand(seed)
	for m.Awaiting() != 0 {
		seat := m.Next()
		l.opts = m.Options(seat, l.opts[:0])
		option := l.opts[chance.N(len(l.opts))]
		if seat == 0 {
			option = l.opts[l.ask(ctx, game, m)]
		}
		m.Apply(state.Request{Seat: seat, Option: option, Salt: uint64(chance.N(1<<30)) + 1}, nil)
	}
	_, won = m.Result()
	require.NoError(l.t, l.bot.EndGame(nil, protocol.Over{Game: game, Won: []int{}, Reason: protocol.ReasonEnd}))
	return won, string(m.AppendState(nil))
}

func (l *table) ask(ctx context.Context, game string, m state.Machine) int {
	l.asks++
	u := &protocol.Update{Game: game, N: uint64(m.Seq()), Turn: m.Turn(), Awaiting: []int{0}, View: m.AppendView(nil, 0)}
	u.Decision = &protocol.Decision{ID: m.Seq() + 1}
	for i, o := range l.opts {
		u.Decision.Options = append(u.Decision.Options, protocol.OptionOf(i, m.Label(0, o)))
	}
	answer, err := l.bot.Ask(ctx, u, ai.NewAsk(m, 0, l.opts))
	require.NoError(l.t, err, l.bot.Stderr())
	return answer.Option
}

// TestBots checks that each example bot, in two processes, plays equal games for equal seeds, and
// that it wins often enough against random play. It also checks a bot that sends unusual seeds, and
// a bot that needs a forward model in a game without one.
func TestBots(t *testing.T) {
	t.Parallel()
	budget := &protocol.Budget{Worlds: 4, Steps: 120}
	forKits(t, func(t *testing.T, k kit) {
		for _, bot := range []struct {
			name string
			wins int // minimum number in 4 games
		}{{"random", 0}, {"greedy", 3}, {"search", 3}} {
			t.Run(bot.name, func(t *testing.T) {
				t.Parallel()
				var ends []string
				wins := 0
				a, b := newTable(t, k.bot(bot.name)), newTable(t, k.bot(bot.name, "--name", "Zweiter"))
				assert.Equal(t, "Zweiter", b.bot.Hello().Name)
				assert.True(t, b.bot.Hello().Repeats)
				for seed := range uint64(4) {
					won, end := a.play(seed+1, budget)
					if won.Has(0) {
						wins++
					}
					ends = append(ends, end)
				}
				for _, seed := range []uint64{3, 1} {
					_, end := b.play(seed+1, budget)
					assert.Equal(t, ends[seed], end, "the same seed in another process, in another order")
				}
				assert.GreaterOrEqual(t, wins, bot.wins, "against random")
				assert.Empty(t, a.bot.Stderr())
			})
		}
		t.Run("odd seeds", func(t *testing.T) {
			t.Parallel()
			l := newTable(t, k.command(k.seeds))
			l.play(1, &protocol.Budget{Worlds: 4, Steps: 10_000})
			assert.Empty(t, l.bot.Stderr())
		})
		t.Run("without a forward model", func(t *testing.T) {
			t.Parallel()
			l := newTable(t, k.bot("search"))
			err := l.bot.Begin(t.Context(), protocol.Joined{Game: "match-1", Rules: "elements"})
			assert.ErrorContains(t, err, "the bot needs a forward model, and this game has none")
			assert.NoError(t, l.bot.Close())
		})
	})
}

var games = flag.Int("games", 4, "how many games each greedy bot plays in TestExamplesWin; a search bot plays half as many, and wins half as many, at most 3, in TestServerWins")

var whole = flag.Bool("whole", false, "play as many games as the document's commands say, and six instead of four in TestPicks; install the Python kit with pip")

// TestExamplesWin checks the scores of the greedy and the search bot of each kit against random
// play, in the arena.
func TestExamplesWin(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"elements", "dominion"} {
		forKits(t, func(t *testing.T, k kit) {
			for _, bot := range []struct {
				name  string
				games int
				least float64
			}{{"greedy", *games, .55}, {"search", *games / 2, .9}} {
				t.Run(rules+" "+bot.name, func(t *testing.T) {
					t.Parallel()
					var r struct{ Scores []float64 }
					cmd := exec.CommandContext(t.Context(), gamed, "match", rules, "random", "-n", strconv.Itoa(bot.games), "--json", "--strict", "--", k.program, filepath.Join(k.folder, bot.name+k.ending))
					out, err := cmd.Output()
					require.NoError(t, err)
					require.NoError(t, json.Unmarshal(out, &r))
					assert.GreaterOrEqual(t, r.Scores[1], bot.least)
					t.Logf("%s scores %.1f %% of %d games", bot.name, 100*r.Scores[1], bot.games)
				})
			}
		})
	}
}

// TestRandomBotsAreShort checks that the random bot of each kit has at most 20 lines.
func TestRandomBotsAreShort(t *testing.T) {
	for _, k := range kits {
		code, err := os.ReadFile(k.bot("random").Args[0])
		require.NoError(t, err)
		assert.LessOrEqual(t, strings.Count(string(code), "\n"), 20)
	}
}

// BenchmarkGame plays against the random bot of each kit.
func BenchmarkGame(b *testing.B) {
	for _, k := range kits {
		b.Run(k.language, func(b *testing.B) {
			l := newTable(b, k.bot("random"))
			for seed := uint64(1); b.Loop(); seed++ {
				l.play(seed, nil)
			}
		})
	}
}

// BenchmarkPlayouts plays a game with a bot of each kit that plays 20 worlds to the end for each
// decision, and reports the playouts a second.
func BenchmarkPlayouts(b *testing.B) {
	for _, k := range kits {
		b.Run(k.language, func(b *testing.B) {
			l := newTable(b, k.command(k.playouts))
			for seed := uint64(1); b.Loop(); seed++ {
				l.play(seed, &protocol.Budget{Worlds: 1, Steps: 10_000})
			}
			b.ReportMetric(float64(20*l.asks)/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}
