package game_test

import (
	"bytes"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/rules/cardsim"
	"gamed/state"
	"gamed/table"
)

// TestAbsentOverRestarts checks that a restart keeps the count of expiries in a row: a seat is
// absent after three.
func TestAbsentOverRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{PerDecision: 1000, Absent: protocol.AbsentForfeit})
		g := start(t, c)
		for range 2 * 3 { // three times for each of two seats
			time.Sleep(1001 * time.Millisecond)
			synctest.Wait()
			require.NoError(t, g.Close(t.Context()))
			again := replay(t, c).Config()
			if again.table.Closed() {
				return
			}
			again.Log, again.Timers = c.Log, c.Timers
			g = start(t, again)
		}
		t.Error("no seat has forfeited the game")
	})
}

// A mill holds a player's stats in the game mill, which asks all players at the same time.
type mill struct {
	Flour int `cardsim:"stat"`
}

func (m *mill) Stats() []cardsim.Stat { return cardsim.ExtractStats(m) }

// TestAbsentBesideOthers checks that the game plays no default option for an absent seat when the
// clock of another seat runs out.
func TestAbsentBesideOthers(t *testing.T) {
	grind := []cardsim.CardOption[*mill]{{Text: cardsim.Text("Grind it"), Choose: func(c *cardsim.Player[*mill]) (cardsim.Message, error) {
		c.Stats.Flour++
		return cardsim.Message{}, nil
	}}}
	var sacks []*cardsim.Card[*mill]
	for n := range 20 {
		sacks = append(sacks, &cardsim.Card[*mill]{Name: fmt.Sprint("sack", n), Title: cardsim.Text("Sack"), Text: cardsim.Text("A sack arrives."), Options: grind})
	}
	rules, err := (&cardsim.Game[*mill]{
		Name: "mill", About: "Grind.", Seats: 2, HandLimit: 2, MaxTurns: 100,
		New:   func(*state.Rand) *mill { return &mill{} },
		Cards: sacks,
		Value: func(*cardsim.Player[*mill]) int { return 500 },
	}).Build()
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{PerDecision: 1000, Absent: protocol.AbsentWait})
		listed := table.Cache(rules)
		c.Header.Rules, c.Header.Version, c.Header.Cards, c.Rules = listed.Info().Name, listed.Info().Version, table.CardsHash(listed.Info()), listed
		c.Machine, err = listed.Deal(c.Header.Setup)
		require.NoError(t, err)
		g := start(t, c)
		for range 10 { // the first seat answers after half its time
			time.Sleep(500 * time.Millisecond)
			synctest.Wait()
			_ = g.Submit(0, nil)(&protocol.Choose{Decision: c.Machine.Decision(0)})
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		records, err := c.Log.Read(t.Context(), "duel")
		require.NoError(t, err)
		defaults := 0
		for _, r := range records {
			if bytes.Contains(r, []byte(`"seat":1,`)) && bytes.Contains(r, []byte(`"by":"clock"`)) {
				defaults++
			}
		}
		assert.Equal(t, 3, defaults)
	})
}
