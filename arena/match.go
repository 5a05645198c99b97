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
	"gamed/rules"
	"gamed/state"
)

// A Match is a number of games between bots, one bot per seat.
type Match struct {
	Rules state.Dealer
	Bots  []Player
	// Games is the number of games, the maximum with an SPRT. It is rounded up to
	// complete pairs.
	Games int
	Seed  uint64
	// Decks are used by the pairs in turn. Each entry has a deck per seat, see
	// [state.Setup]. Decks stay at their seats when the bots swap. More than one
	// entry makes the match compare the decks.
	Decks [][]string
	Table map[string]string // the ruleset's options
	// NoSwap keeps each bot at its seat, in the order of Bots. Each game then has its
	// own deal.
	NoSwap bool
	// Limit is the maximum number of turns, 0 for none. A game that exceeds it is a
	// draw.
	Limit   int
	OnFault Policy
	// SPRT ends the match when it accepts a hypothesis about the first bot against
	// the others. It may be nil.
	SPRT *stats.SPRT
	// Milestone is measured in a match of one bot. It may be nil.
	Milestone *rules.Milestone
	// Budget is the forward model's budget for bots outside this process, nil to
	// offer none.
	Budget *protocol.Budget
	// Parallel is the number of concurrent games, 0 for one per processor.
	Parallel int
	Lane     Lane
	// Out receives a [Header] and a [Game] for each game, in order, as lines of JSON.
	// A file with games of this match is resumed; incomplete pairs are replayed. Run
	// locks the file, except if the match starts at a later offset of a file with
	// several matches, which the caller locks. Out may be nil.
	Out *os.File
	// Faults is the folder for games with a fault: the log, which can be replayed,
	// and the bot's stderr. If it is empty, nothing is kept.
	Faults string
	// Elsewhere plays the pairs that begin with first on other machines and passes each
	// to take once, in any order. If it is nil, the match plays here.
	Elsewhere func(ctx context.Context, h *Header, first int, take func(context.Context, *Batch) error) error
	// Results receives the games, those read from Out included. It may be nil.
	Results *Results
	// Progress receives the number of finished games after each game, in the
	// goroutine that called Run. It may be nil.
	Progress func(done int)
}

// Run plays the match. It returns an error if the match is invalid, ctx is done, or
// Out or Faults fail, with the result of the games before. Failures of bots and
// rules are not errors; see [Result]. All JSON of the result is a function of the
// match alone, as far as its bots are.
func (m Match) Run(ctx context.Context) (Result, error) {
	if err := m.check(); err != nil {
		return Result{}, fmt.Errorf("arena: %w", err)
	}
	t := newTally(m.Header())
	m.Games = t.header.Games
	t.keep = m.Faults
	if t.results = m.Results; t.results != nil {
		*t.results = Results{Header: t.header}
	}
	if m.Out != nil {
		unlock, err := resume(m.Out, t)
		if err != nil {
			return t.result(), fmt.Errorf("arena: %s: %w", m.Out.Name(), err)
		}
		defer unlock()
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

// check returns an error if m is invalid.
func (m *Match) check() error {
	switch {
	case m.Games < 1:
		return fmt.Errorf("%d games: play at least 1", m.Games)
	case m.Milestone != nil && len(m.Bots) != 1:
		return fmt.Errorf("%d bots: a milestone needs a match of one bot", len(m.Bots))
	case m.SPRT != nil && len(m.Bots) < 2:
		return errors.New("an SPRT needs at least two bots")
	case m.Limit < 0:
		return fmt.Errorf("a limit of %d turns: use at least 1, or 0 for none", m.Limit)
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

// setup returns the setup of a pair.
func (m *Match) setup(pair int, seed uint64) state.Setup {
	s := state.Setup{Seats: len(m.Bots), Seed: seed, Table: m.Table}
	if len(m.Decks) > 0 {
		s.Decks = m.Decks[pair%len(m.Decks)]
	}
	return s
}

// botSeed returns the seed of the bot at a seat in game n. It differs between the
// games of a pair, or a bot against itself would play the same game twice.
func (m *Match) botSeed(n int, seat state.Seat) uint64 {
	r := state.Rand(m.Seed)
	r.Mix(r.Uint64() + uint64(n))
	r.Mix(r.Uint64() + uint64(seat))
	return r.Uint64()
}

// A Player makes bots: one per game in this process, else one per worker.
type Player struct {
	Name string
	// New makes the bot of one game. It is nil for bots outside this process.
	New func(seed uint64) ai.Bot
	// Open starts a bot outside this process or waits for its connection. Each worker
	// calls it, and again after a failure. It is nil for bots in this process.
	Open Opener
	// Terms are further conditions, such as the bot's time. They must not change when
	// a match is resumed.
	Terms string
}

// Named returns the named bot of a roster for a ruleset.
func Named(roster ai.Roster, rules, name string) (Player, error) {
	bot, err := roster.Find(rules, name)
	return Player{Name: name, New: bot}, err
}
