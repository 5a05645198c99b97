package server_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
)

// twins is a ruleset whose games begin in the middle. Its deals look the same to seat 0 but differ
// in cards that are hidden from that seat.
type twins struct {
	state.Dealer
	requests int
	deals    *state.Rand
}

func (d twins) Deal(setup state.Setup) (state.Machine, error) {
	setup.Seed = 5
	m, err := d.Dealer.Deal(setup)
	if err != nil {
		return nil, err
	}
	r := state.Rand(6)
	var options []state.Option
	for n := 0; n < d.requests || m.Next() != 0 || len(m.Options(0, nil)) < 2; n++ {
		seat := m.Next()
		options = m.Options(seat, options[:0])
		m.Apply(state.Request{Seat: seat, Option: options[r.N(len(options))], Salt: r.Uint64()}, nil)
	}
	m.Resample(0, d.deals)
	return m, nil
}

// TestForwardLeaks checks that hidden facts do not affect replies. Two games that differ only in
// facts hidden from a seat reply to it with the same bytes.
func TestForwardLeaks(t *testing.T) {
	t.Parallel()
	begins := []int{0, 10, 25}
	if testing.Short() {
		begins = []int{25} // enough for the race detector
	}
	for _, rules := range []state.Dealer{elements.Rules, dominion.Rules} {
		for _, requests := range begins {
			t.Run(fmt.Sprintf("%s/%d", rules.Info().Name, requests), func(t *testing.T) {
				d := twins{rules, requests, new(state.Rand)}
				r := startRules(t, "127.0.0.1:0", store.NewMemory(), agent.DefaultLimits, d)
				one, other := talk(t, r, rules.Info()), talk(t, r, rules.Info())
				require.Equal(t, one, other)
				require.Greater(t, len(one), 100)
			})
		}
	}
}

// These parts of a message may differ between two games. commit matches the commitment to a game's
// random key. pause matches the time left before an automatic answer, which TestPauseLeaks checks
// on a fake clock. clock matches the server's time.
var (
	commit = regexp.MustCompile(`[0-9a-f]{64}`)
	pause  = regexp.MustCompile(`"auto_ms":\d+`)
	clock  = regexp.MustCompile(`"now_ms":\d+`)
)

// talk uses only the forward model of a new game, and returns all replies.
func talk(t *testing.T, r *testServer, rules state.Info) []string {
	others := min(2, rules.MaxSeats) - 1
	id := r.create(t, fmt.Sprintf(`{"rules":%q,"seats":[{}%s],"forks":{"worlds":8,"steps":1000}}`, rules.Name, strings.Repeat(",{}", others)))
	c := r.join(t, id)
	for range others {
		r.join(t, id)
	}
	c.openDecision()
	random := state.Rand(7)
	for range 15 {
		w := c.world(`{"type":"fork","seed":%d,"view":true}`, random.N(4))
		for range 10 {
			options, ok := w["options"].([]any)
			require.True(t, ok, "%v", w)
			if w["over"] == true {
				break
			}
			w = c.world(`{"type":"apply","fork":%s,"option":%d,"seed":%d,"view":true}`, number(w["fork"]), random.N(len(options)), random.N(3))
		}
		c.send(`{"type":"release","fork":` + number(w["fork"]) + `}`)
	}
	for i := range c.seen {
		c.seen[i] = commit.ReplaceAllString(strings.NewReplacer(id, "ID", c.key, "KEY").Replace(c.seen[i]), "COMMIT")
		c.seen[i] = clock.ReplaceAllString(pause.ReplaceAllString(c.seen[i], `"auto_ms":"LEFT"`), `"now_ms":"TIME"`)
	}
	return c.seen
}
