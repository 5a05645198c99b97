package arena_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/ai"
	"gamed/arena"
	"gamed/protocol"
	"gamed/rules/builtin"
	"gamed/rules/dominion"
)

// faultTurn is the first turn in which the bot "picker" may make its only mistake of a game.
const faultTurn = 12

// choice matches the part of a logged request that does not depend on the time.
var choice = regexp.MustCompile(`"option":.*"salt":"[0-9a-f]+"`)

// picker plays Dominion at random but plays all cards that it can. It answers picks with cards.
// Once per game it chooses an invalid option.
func picker() {
	var game *protocol.Joined
	wrong, conn := false, &mistaking{Conn: client.Stdio()}
	bot := client.Bot{Hello: protocol.Hello{Name: "picker", Repeats: true}, Choose: func(ctx context.Context, d *client.Decision) (int, error) {
		if d.Game != game {
			game, wrong = d.Game, false
		}
		if d.Update.Turn >= faultTurn && !wrong {
			wrong, conn.decision = true, d.ID
			return 0, nil
		}
		if d.Pick == nil {
			if at := slices.IndexFunc(d.Options, func(o protocol.Option) bool { return o.Do == "play" }); at >= 0 {
				return at, nil
			}
		}
		return client.Random(ctx, d)
	}}
	if err := bot.Run(context.Background(), conn); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A mistaking connection replaces the answer to one decision by an invalid option. The bot cannot
// choose this option itself, because the client refuses to send it.
type mistaking struct {
	client.Conn
	decision uint32 // 0 for none
}

func (m *mistaking) Send(ctx context.Context, data []byte) error {
	if m.decision != 0 {
		data = fmt.Appendf(nil, `{"type":"choose","decision":%d,"option":1000}`, m.decision)
		m.decision = 0
	}
	return m.Conn.Send(ctx, data)
}

// TestPicksInBothLanes checks that a bot in another process can answer a pick with cards. The games
// and the logs of games with faults must be the same in both lanes and with one or two workers.
func TestPicksInBothLanes(t *testing.T) {
	workers := []int{1, 2}
	if testing.Short() {
		workers = []int{2} // enough for the race detector
	}
	results, logs := map[string]bool{}, map[string]bool{}
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		for _, parallel := range workers {
			random, err := arena.NewPlayer(ai.Roster{}, "dominion", "random")
			require.NoError(t, err)
			m := arena.Match{
				Rules: dominion.Rules, Games: 4, Seed: 1, Table: map[string]string{"kingdom": "Chapel,Cellar,Militia,Moat"},
				Bots: []arena.Player{program("picker", external.DefaultLimits), random}, Lane: lane, Parallel: parallel,
				OnFault: arena.Default, FaultFolder: t.TempDir(), Usage: builtin.Dominion().Usage,
			}
			_, out := runWithOutput(t, m)
			results[out] = true
			var choices strings.Builder
			for _, g := range games(t, out) {
				require.Len(t, g.Faults, 1)
				assert.Equal(t, external.Illegal, g.Faults[0].Kind)
				replays(t, filepath.Join(m.FaultFolder, g.Replay), g)
				log, err := os.ReadFile(filepath.Join(m.FaultFolder, g.Replay))
				require.NoError(t, err)
				for line := range strings.Lines(string(log)) {
					choices.Write(choice.Find([]byte(line)))
				}
			}
			assert.Greater(t, strings.Count(choices.String(), `"also":`), 20)
			logs[choices.String()] = true
		}
	}
	assert.Len(t, results, 1)
	assert.Len(t, logs, 1)
}
