package arena

import (
	"context"
	"fmt"
	"io"
	"time"

	"gamed/ai"
	"gamed/state"
)

// A Match is a number of games between bots, one bot a seat.
type Match struct {
	Rules state.Dealer
	Bots  []Player
	Games int // the last pair is played as far as they go
	Seed  uint64
	// Decks has an entry a seat: see [state.Setup]. They stay at their seats
	// when the bots move on.
	Decks []string
	Table map[string]string // the ruleset's own options
	// NoSwap keeps each bot at its seat, in the order of Bots. Every game then has
	// a deal of its own.
	NoSwap bool
	// Milestone is timed in a match of one bot. It may be nil.
	Milestone *Milestone
	// Parallel is how many games are played at once, 0 for as many as there
	// are processors.
	Parallel int
	Lane     Lane
	// Out takes a [Game] as a line of JSON for each game, in order. It may be nil.
	Out io.Writer
	// Progress is told after each game how many are done. It is called by the
	// goroutine that called Run, which waits for it. It may be nil.
	Progress func(done int)
}

// A Player is a bot that can be made anew for each game.
type Player struct {
	Name string
	New  func(seed uint64) ai.Bot
}

// Named returns the bot that a roster has by that name for a ruleset.
func Named(roster ai.Roster, rules, name string) (Player, error) {
	if _, err := roster.New(rules, name, 0); err != nil {
		return Player{}, err
	}
	return Player{name, func(seed uint64) ai.Bot {
		bot, _ := roster.New(rules, name, seed) // a good name once is a good name
		return bot
	}}, nil
}

// Run plays the match. An error says what in it is wrong, that the rules have
// failed in a game, that ctx is done, or that Out failed; the result is then of
// the games before that. A bot that fails loses its game and is no error.
func (m Match) Run(ctx context.Context) (Result, error) {
	if m.Games < 1 {
		return Result{}, fmt.Errorf("arena: %d games: play at least 1", m.Games)
	}
	if m.Milestone != nil && len(m.Bots) != 1 {
		return Result{}, fmt.Errorf("arena: %d bots: a milestone is of a match of one", len(m.Bots))
	}
	if _, err := m.Rules.Deal(m.setup(m.Seed)); err != nil {
		return Result{}, fmt.Errorf("arena: %w", err)
	}
	begun := time.Now()
	tally := newTally(&m)
	err := m.play(ctx, tally)
	return tally.result(time.Since(begun)), err
}

// pair returns the pair that game n belongs to.
func (m *Match) pair(n int) int {
	if m.NoSwap {
		return n
	}
	return n / len(m.Bots)
}

// bot returns which bot sits at a seat in game n.
func (m *Match) bot(n int, seat state.Seat) int {
	if m.NoSwap {
		return int(seat)
	}
	return (n + int(seat)) % len(m.Bots)
}

func (m *Match) setup(seed uint64) state.Setup {
	return state.Setup{Seats: len(m.Bots), Seed: seed, Decks: m.Decks, Table: m.Table}
}

// botSeed returns the seed of the bot at a seat in game n. It is another one in
// each game of a pair: else a bot against itself would play the same game twice.
func (m *Match) botSeed(n int, seat state.Seat) uint64 {
	r := state.Rand(m.Seed)
	r.Mix(r.Uint64() + uint64(n))
	r.Mix(r.Uint64() + uint64(seat))
	return r.Uint64()
}
