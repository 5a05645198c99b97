package arena

import (
	"cmp"
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

// A Match is a series of games between bots, one bot per seat.
type Match struct {
	Rules state.Dealer
	Bots  []Player
	// Games is the number of games, or the maximum with an SPRT. Run rounds the number up to
	// complete pairs.
	Games int
	Seed  uint64
	// Decks holds lists of decks that the pairs use in turn. Each list has a deck per seat; see
	// [state.Setup]. Decks stay at their seats when the bots swap. The match compares the decks
	// if there is more than one list or the decks of the only list differ.
	Decks [][]string
	Table map[string]string // the ruleset's options
	// NoSwap keeps each bot at its seat, in the order of Bots. Each game then has its own deal.
	NoSwap bool
	// Limit is the maximum number of turns, or 0 for no limit. A game that exceeds it is a draw.
	Limit   int
	OnFault Policy
	// SPRT tests the first bot against the others and ends the match when it accepts a hypothesis.
	// SPRT may be nil.
	SPRT *stats.SPRT
	// Run records in each game when the bot reaches the stages of Milestone. Milestone requires a
	// match with a single bot and may be nil.
	Milestone *rules.Milestone
	// Usage adds a [Usage] to each game. Usage may be nil.
	Usage *rules.Usage
	// Budget is the forward model's budget for bots outside this process. If it is nil, they
	// have no forward model.
	Budget *protocol.Budget
	// Parallel is the number of concurrent games, or 0 for one per processor.
	Parallel int
	Lane     Lane
	// Out receives a [Header] and a [Game] for each game, in order, as lines of JSON. If the file
	// already has games of this match, the match resumes and plays incomplete pairs again. A
	// resumed match may have a larger number of Games than before. Run locks the file if the match
	// starts at offset 0. A caller that writes several matches to one file must lock the file. Out
	// may be nil.
	Out *os.File
	// FaultFolder is the folder for the logs of games with a fault or a panic in the rules, and for
	// the bots' stderr. The command gamed replay accepts the logs. If FaultFolder is empty, the
	// match writes no such files.
	FaultFolder string
	// Logs receives the compressed log of each game, in order; see [ReadLog]. A match that resumes
	// from Out continues the file. Any other match overwrites it. Logs may be nil.
	Logs *os.File
	// KeepLogs adds the log of each game to the batches of a [Worker]. Run sets KeepLogs if Logs is
	// set.
	KeepLogs bool
	// PlayElsewhere plays pair firstPair and all later pairs in other processes. PlayElsewhere
	// passes each batch of pairs to the function deliver once, in any order. If PlayElsewhere is
	// nil, the match runs in this process.
	PlayElsewhere func(ctx context.Context, h *Header, firstPair int, deliver func(context.Context, *Batch) error) error
	// Results receives the games, including games read from Out. Results may be nil.
	Results *Results
	// Run calls Progress after each game, in the goroutine of its caller. Progress may be nil.
	Progress func(Progress)
}

// A Progress is the state of a running match.
type Progress struct {
	Games int // number of finished games
	// Score is the first bot's mean score, 0 to 1. Score is -1 if no game counts yet, and in a
	// tournament.
	Score float64
	// LLR, Lower and Upper are as in [Test]. The three are 0 without an SPRT.
	LLR, Lower, Upper float64
}

// Run plays the match. It returns an error if the match is invalid, ctx is done, or reading or
// writing the files of the match fails. The result then covers the games before the error.
//
// If a bot outside this process cannot play, the error is a [*BotError]. The result then has no
// comparison and no SPRT, and the games that this bot did not play do not count. Other failures of
// bots and rules are not errors; see [Result].
//
// If the bots are deterministic, the JSON encoding of the result depends only on the match.
func (m Match) Run(ctx context.Context) (Result, error) {
	if err := m.check(); err != nil {
		return Result{}, fmt.Errorf("arena: %w", err)
	}
	t := newTally(m.Header())
	m.Games = t.header.Games
	t.faultFolder, t.unanswered = m.FaultFolder, make([]int, len(m.Bots))
	t.totals.balance.CardsWithoutDeck = m.CardsWithoutDeck()
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
	if m.Logs != nil {
		m.KeepLogs = true
		logs, err := openLogs(m.Logs, t.games)
		if err != nil {
			return t.result(), fmt.Errorf("arena: the file of logs: %w", err)
		}
		t.logs = logs
	}
	if t.done() {
		return t.result(), nil
	}
	start := time.Now()
	err := m.play(ctx, t)
	t.writeTimes(time.Since(start))
	if flushed := t.flush(); err == nil {
		err = flushed
	}
	r := t.result()
	if bot := (*BotError)(nil); errors.As(err, &bot) {
		r.Comparison, r.SPRT = nil, nil
		err = errors.Join(err, t.keepUncounted())
	}
	return r, err
}

// CardsWithoutDeck returns the names of the cards in no ready deck, or nil if the match counts no
// usage.
func (m *Match) CardsWithoutDeck() []string {
	if m.Usage == nil {
		return nil
	}
	return m.Usage.UndeckedCards
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
	s := state.Setup{Seats: len(m.Bots), Seed: state.Seed(seed), Table: m.Table}
	if len(m.Decks) > 0 {
		s.Decks = m.Decks[pair%len(m.Decks)]
	}
	return s
}

// botSeed returns the seed of the bot at a seat in game n. The seed differs between the games of
// a pair, because otherwise the two games of a bot against itself would be equal.
func (m *Match) botSeed(n int, seat state.Seat) uint64 {
	r := state.Rand(m.Seed)
	r.Mix(r.Uint64() + uint64(n))
	r.Mix(r.Uint64() + uint64(seat))
	return r.Uint64()
}

// A Player creates a bot for each game or, outside this process, for each worker.
type Player struct {
	Name string
	// AliasOf is the full name for which Name is an alias, or empty if Name is the full name.
	AliasOf string
	// New returns a bot for one game. It is nil for bots outside this process.
	New func(seed uint64) ai.Bot
	// Open starts a bot outside this process or waits for its connection. Each worker calls it
	// once, and again after each failure. It is nil for bots in this process.
	Open Opener
	// Time limits the decisions of a bot in this process. A search ends before its limit. A bot
	// that exceeds the limit commits a fault. Bots outside this process have their own limits.
	Time TimeLimits
	// Terms describes further conditions, such as the bot's time limit. A match resumes only with
	// the same terms.
	Terms string
}

// TimeLimits holds the limits of a bot's clock, as in [external.Limits]. The zero TimeLimits sets
// no limit.
type TimeLimits struct {
	Decision, Bank, Increment time.Duration
}

// limited reports whether t limits decisions.
func (t TimeLimits) limited() bool { return t.Decision+t.Bank > 0 }

// FullName returns the bot's name, even if Name is an alias.
func (p *Player) FullName() string { return cmp.Or(p.AliasOf, p.Name) }

// NewPlayer returns the named bot of a roster for a ruleset.
func NewPlayer(roster ai.Roster, rules, name string) (Player, error) {
	bot, err := roster.Find(rules, name)
	return Player{Name: name, New: bot}, err
}
