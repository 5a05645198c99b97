package tournament

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/arena"
	"gamed/arena/stats"
)

func bots(n int) (players []arena.Player) {
	for i := range n {
		players = append(players, arena.Player{Name: fmt.Sprint(i)})
	}
	return players
}

// TestTables checks the tables of a round robin and a gauntlet.
func TestTables(t *testing.T) {
	all := Tournament{Bots: bots(4), Seats: 2, Format: RoundRobin, Pairings: 6}
	assert.Equal(t, [][]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}, all.tables())
	all.Seats = 3
	assert.Equal(t, [][]int{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}, all.tables())
	all.Format = Gauntlet
	assert.Equal(t, [][]int{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}}, all.tables())
	all.Seats = 4
	assert.Equal(t, [][]int{{0, 1, 2, 3}}, all.tables())
}

// TestSample checks that a sample of the possible tables is balanced, distinct and repeatable.
func TestSample(t *testing.T) {
	for _, seats := range []int{2, 3, 6} {
		tour := Tournament{Bots: bots(20), Seats: seats, Format: RoundRobin, Pairings: 100}
		tables := tour.tables()
		assert.Len(t, tables, 100)
		m, seen := newMeetings(20), map[string]bool{}
		for _, table := range tables {
			m.add(table)
			seen[fmt.Sprint(table)] = true
		}
		assert.Len(t, seen, 100, "no table is repeated")
		for bot, n := range m.tables {
			assert.InDelta(t, 100*seats/20, n, 1)
			for other, n := range m.met[bot] {
				if other != bot {
					assert.InDelta(t, 100*float64(seats*(seats-1))/(20*19), n, 2.5, "%d seats: bots %d and %d", seats, bot, other)
				}
			}
		}
		assert.Equal(t, tables, tour.tables())
		tour.Match.Seed++
		assert.NotEqual(t, tables, tour.tables())
	}
	tour := Tournament{Bots: bots(30), Seats: 3, Format: Gauntlet, Pairings: 29}
	m := newMeetings(30)
	for _, table := range tour.tables() {
		assert.Zero(t, table[0])
		m.add(table)
	}
	for _, n := range m.tables[1:] {
		assert.Equal(t, 2, n)
	}
}

// TestBinomial checks binomial coefficients below and above the limit.
func TestBinomial(t *testing.T) {
	assert.Equal(t, 190, binomial(20, 2, 1000))
	assert.Equal(t, 1, binomial(5, 5, 1000))
	assert.Greater(t, binomial(1000, 6, 500), 500)
}

// TestDrawRound checks that a ladder pairs bots with similar ratings first. After such bots have met
// many times, the ladder must pair them with other bots.
func TestDrawRound(t *testing.T) {
	tour := Tournament{Bots: bots(5), Seats: 2}
	glicko := []stats.Glicko{{Rating: 1000}, {Rating: 2000}, {Rating: 1050}, {Rating: 1950}, {Rating: 1500}}
	m := newMeetings(5)
	m.tables[4] = 1 // bot 4 has played more tables than the other bots
	assert.Equal(t, [][]int{{1, 3}, {0, 2}}, tour.drawRound([]int{0, 1, 2, 3, 4}, glicko, m))
	for range 10 {
		m.add([]int{1, 3})
	}
	m.tables = make([]int, 5)
	m.tables[4] = 1
	assert.Equal(t, [][]int{{1, 2}, {0, 3}}, tour.drawRound([]int{0, 1, 2, 3, 4}, glicko, m))
}
