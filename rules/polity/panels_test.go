package polity

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
	"gamed/state/statetest"
)

func shown(p *player, show *panel) string {
	var lines []string
	for _, m := range show.Show(p) {
		lines = append(lines, m.String())
	}
	return strings.Join(lines, "\n")
}

func TestPanels(t *testing.T) {
	p := evenPlayer()
	assert.Contains(t, shown(p, promptPanel), "spring of year 1")
	assert.NotContains(t, shown(p, promptPanel), "election")
	p.Turn = 18
	assert.Contains(t, shown(p, promptPanel), "election is in 3 quarters")
	p.Turn = term - 3
	assert.Contains(t, shown(p, promptPanel), "term ends in 3 quarters")

	assert.Contains(t, shown(p, panels[0]), "A quarter ")
	assert.Contains(t, shown(setFields(evenPlayer(), map[*field]int{safety: 90}), panels[1]), "BURGLAR RETIRES")
	assert.Contains(t, shown(setFields(evenPlayer(), map[*field]int{ambition: 0, corruption: 10, treasury: 50}), panels[1]), "CAT RESCUED")
	assert.Len(t, showCourier(setFields(evenPlayer(), map[*field]int{safety: 10, health: 10, work: 10, nature: 10, joy: 10})), 4)
	assert.Contains(t, shown(setFields(evenPlayer(), map[*field]int{speech: 10}), panels[1]), "WEATHER")
	assert.Contains(t, shown(p, panels[2]), "Liberties 50")
	assert.Contains(t, shown(p, panels[3]), "a notice about dogs")
	p.Stats.Laws[lawNamed("noonNap")] = true
	assert.Equal(t, laws[lawNamed("noonNap")].text, shown(p, panels[3]))

	before := len(p.Panels())
	showReport(p)
	assert.Len(t, p.Panels(), before+1, "the report is on the menu")
	assert.Contains(t, shown(p, plainCover), "The Marshal looks at your chair    ******")
}

// TestTranscript compares a game, as a player sees it, with a golden file. It draws
// the table every tenth turn.
func TestTranscript(t *testing.T) {
	m, r := deal(t, 7), state.Rand(7)
	var b strings.Builder
	for {
		if drawn := m.Turn() % 10; drawn == 1 || m.Player().Ended() != nil {
			b.WriteString(m.Draw(0))
		}
		options := m.Options(0, nil)
		if len(options) == 0 {
			break
		}
		o := random(m, options, &r)
		fmt.Fprintf(&b, "\n> %s\n", m.Label(0, o).Text)
		var log state.Log
		q := state.Request{Decision: m.Decision(0), Option: o, Salt: r.Uint64()}
		require.NoError(t, m.Check(q))
		m.Apply(q, &log)
		for _, e := range log.Events {
			fmt.Fprintf(&b, "  %s: %s\n", m.Tell(e, 0).What, m.Tell(e, 0).Text)
		}
		b.WriteByte('\n')
	}
	statetest.Golden(t, "testdata/transcript.txt", b.String())
}
