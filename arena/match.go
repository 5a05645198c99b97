package arena

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"gamed/ai"
	"gamed/arena/stats"
	"gamed/protocol"
	"gamed/state"
)

// A Match is a number of games between bots, one bot a seat.
type Match struct {
	Rules state.Dealer
	Bots  []Player
	// Games is how many are played, or at most with an SPRT. It is rounded up to
	// whole pairs: only those count.
	Games int
	Seed  uint64
	// Decks are the decks that the pairs are played with in turn: an entry a
	// seat, see [state.Setup]. They stay at their seats when the bots move on.
	// With more than one entry they are compared as well.
	Decks [][]string
	Table map[string]string // the ruleset's own options
	// NoSwap keeps each bot at its seat, in the order of Bots. Every game then has
	// a deal of its own.
	NoSwap bool
	// Limit is how many turns a game may have, 0 for as many as its rules allow.
	// A longer one is a draw, unless the rules have ended it in that turn.
	Limit   int
	OnFault Policy
	// SPRT ends the match as soon as it accepts something about the first bot
	// against the others. It may be nil.
	SPRT *stats.SPRT
	// Milestone is timed in a match of one bot. It may be nil.
	Milestone *Milestone
	// Budget is the forward model that bots outside this process are given, nil
	// for none.
	Budget *protocol.Budget
	// Parallel is how many games are played at once, 0 for as many as there
	// are processors.
	Parallel int
	Lane     Lane
	// Out takes a [Header] and a [Game] for each game, in order, a line of JSON
	// each. A file that has games of this match already is gone on with: a pair
	// that is not whole is played again. It may be nil.
	Out *os.File
	// Append is for an Out that holds several matches and is locked by the caller:
	// this one begins where the file stands.
	Append bool
	// Faults is the folder for what is kept of games in which a bot failed: the
	// log, which can be replayed, and what the bot wrote on its stderr. It may be
	// empty, then nothing is kept.
	Faults string
	// Elsewhere plays the pairs of the match from first on, up to end, on other
	// machines, and hands them to take in any order, each once. It is nil to play
	// them here.
	Elsewhere func(ctx context.Context, h *Header, first, end int, take func(context.Context, *Lot) error) error
	// Progress is told after each game how many are done. It is called by the
	// goroutine that called Run, which waits for it. It may be nil.
	Progress func(done int)
}

// Run plays the match. An error says what in it is wrong, that ctx is done, or
// that Out or Faults failed; the result is then of the games before that. Bots
// that fail and rules that fail are no error: see [Result]. Everything in the
// result that is encoded as JSON is a function of the match alone, as far as its
// bots are.
func (m Match) Run(ctx context.Context) (Result, error) {
	if err := m.check(); err != nil {
		return Result{}, fmt.Errorf("arena: %w", err)
	}
	m.round()
	t := newTally(m.header())
	t.keep = m.Faults
	if m.Out != nil {
		out, err := resume(m.Out, m.Append, t)
		if err != nil {
			return t.result(), fmt.Errorf("arena: %s: %w", m.Out.Name(), err)
		}
		defer out.unlock()
		t.out = out
	}
	if t.done() {
		return t.result(), nil
	}
	begun := time.Now()
	err := m.play(ctx, t)
	t.clock(time.Since(begun))
	if flushed := t.flush(); err == nil {
		err = flushed
	}
	return t.result(), err
}

// round rounds the games up to whole pairs.
func (m *Match) round() {
	size := m.seating().size()
	m.Games = (m.Games + size - 1) / size * size
}

// check says what in m is wrong.
func (m *Match) check() error {
	switch {
	case m.Games < 1:
		return fmt.Errorf("%d games: play at least 1", m.Games)
	case m.Milestone != nil && len(m.Bots) != 1:
		return fmt.Errorf("%d bots: a milestone is of a match of one", len(m.Bots))
	case m.SPRT != nil && len(m.Bots) < 2:
		return errors.New("an SPRT compares bots: there is one")
	case m.Limit < 0:
		return fmt.Errorf("a limit of %d turns: it is 1 or more, or 0 for none", m.Limit)
	}
	if m.SPRT != nil {
		if err := m.SPRT.Validate(); err != nil {
			return err
		}
	}
	for pair := range max(len(m.Decks), 1) {
		if _, err := m.Rules.Deal(m.setup(pair, m.Seed)); err != nil {
			return err
		}
	}
	return nil
}

// setup is what a pair is dealt with.
func (m *Match) setup(pair int, seed uint64) state.Setup {
	s := state.Setup{Seats: len(m.Bots), Seed: seed, Table: m.Table}
	if len(m.Decks) > 0 {
		s.Decks = m.Decks[pair%len(m.Decks)]
	}
	return s
}

// botSeed returns the seed of the bot at a seat in game n. It is another one in
// each game of a pair: else a bot against itself would play the same game twice.
func (m *Match) botSeed(n int, seat state.Seat) uint64 {
	r := state.Rand(m.Seed)
	r.Mix(r.Uint64() + uint64(n))
	r.Mix(r.Uint64() + uint64(seat))
	return r.Uint64()
}

func (m *Match) seating() seating { return seating{bots: len(m.Bots), fixed: m.NoSwap} }

// seating says which bot sits where.
type seating struct {
	bots  int
	fixed bool // each bot at its seat
}

// size is how many games a unit has that counts as a whole: a pair, a rotation
// of all seats, or one game if nobody moves.
func (s seating) size() int {
	if s.fixed {
		return 1
	}
	return s.bots
}

// pair returns the unit that game n belongs to.
func (s seating) pair(n int) int { return n / s.size() }

// bot returns which bot sits at a seat in game n.
func (s seating) bot(n int, seat state.Seat) int {
	if s.fixed {
		return int(seat)
	}
	return (n + int(seat)) % s.bots
}

// A Player is a bot that can be made anew: for each game if it plays in this
// process, else for each worker.
type Player struct {
	Name string
	// New makes the bot of one game. It is nil for bots outside this process.
	New func(seed uint64) ai.Bot
	// Open starts a bot outside this process or waits for one to connect. It is
	// called by the workers, each of which needs one, and again when one has
	// failed. It is nil for bots in this process.
	Open Opener
	// Terms are what it plays under, such as its time: a match that goes on has
	// to have the same.
	Terms string
}

// Named returns the bot that a roster has by that name for a ruleset.
func Named(roster ai.Roster, rules, name string) (Player, error) {
	if _, err := roster.New(rules, name, 0); err != nil {
		return Player{}, err
	}
	return Player{Name: name, New: func(seed uint64) ai.Bot {
		bot, _ := roster.New(rules, name, seed) // a good name once is a good name
		return bot
	}}, nil
}
