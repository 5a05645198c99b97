package vector

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"gamed/state"
	"gamed/table"
)

// A Config describes an environment.
type Config struct {
	Rules state.Dealer
	// Setup deals each game. The environment ignores Setup.Seed.
	Setup state.Setup
	Games int    // the number of games, at least 1
	Seed  uint64 // determines all random numbers of the games until the next reset
	// Actions is the number of actions, at least 2. A client cannot choose an option whose index is
	// this number or higher.
	Actions int
	// Limit is the number of choices after which a game is cut off, at least 1. Limit includes the
	// choices of seats that had only one option, so each step ends.
	Limit int
	// ReplaceIllegal replaces illegal actions by 0, the default option. Without ReplaceIllegal, an illegal action is an
	// error.
	ReplaceIllegal bool
	// Features adds to each state the features of the position, which are numbers that describe it.
	// See [state.Searchable.AppendFeatures].
	Features bool
	// FinalFeatures adds to each state the features of the last position of each game that the step has
	// ended, for every seat. FinalFeatures adds nothing without Features, or with rules that have no
	// features.
	FinalFeatures bool
	// Parallel is the number of goroutines, or 0 for one per processor. It does not change any game.
	Parallel int
}

// An Env is a number of games that are stepped together. If a seat has only one option, the
// environment takes the option without asking. It replaces a finished game by the game's next deal.
// An Env is not safe for concurrent use.
type Env struct {
	config       Config
	featureCount int // number of features per game
	finalLength  int // number of features of a last position, for all seats of a game
	games        []game
	step         func(e *Env, i int, g *game) // the current step
	actions      []int32
	state        State
	frame        []byte // the answer that contains the memory of state
}

// A State is the state of all games after a step, indexed by game.
type State struct {
	// Reward has a number per seat for a game that the step has ended: 1 for a win, -1 for a loss,
	// 0 for a draw. Reward is 0 for any other game, also for a game that the limit cut off.
	Reward []float32
	// LegalActions is the number of legal actions, from 2 to [Config.Actions].
	LegalActions []int32
	// Features describes the position from the view of the seat that is asked.
	Features []float32
	// Final describes the last position of each game that the step has ended, from the view of each
	// seat. Final is 0 for all other games, and empty without [Config.Final].
	Final []float32
	// Seat is the seat that is asked.
	Seat []int8
	// Terminated marks the games that the rules have ended in this step. For these games, Options,
	// Features and Seat describe the next deal.
	Terminated []bool
	// Truncated marks the games that this step has cut off. Options, Features and Seat describe the
	// next deal, as for Terminated.
	Truncated []bool
	// Masked marks the games in which the action was illegal and action 0 replaced it.
	Masked []bool
}

// A game is one of the games of the environment, with its current deal.
type game struct {
	machine   state.Machine
	chance    *table.Chance
	forced    state.ForcedPlay
	deal      uint64 // number of the deal since the reset, counted from 0
	hadChoice bool   // whether a seat has made a choice in this deal
	opts      []state.Option
	err       error
}

// chunk is the number of games that a goroutine takes at once. With smaller chunks, goroutines would
// spend more time on taking them. With larger chunks, goroutines would wait longer for the last one.
const chunk = 16

// New returns an environment whose games are dealt, as after a Reset with c.Seed.
func New(c Config) (*Env, error) {
	switch {
	case c.Games < 1:
		return nil, fmt.Errorf("vector: %d games: use at least 1", c.Games)
	case c.Actions < 2:
		return nil, fmt.Errorf("vector: %d actions: use at least 2", c.Actions)
	case c.Limit < 1:
		return nil, fmt.Errorf("vector: a limit of %d choices: use at least 1", c.Limit)
	case binary.NativeEndian.Uint16([]byte{1, 0}) != 1:
		return nil, errors.New("vector: the processor is big-endian: use a little-endian processor")
	}
	if c.Parallel == 0 {
		c.Parallel = runtime.GOMAXPROCS(0)
	}
	e := &Env{config: c, games: make([]game, c.Games)}
	if layout := c.Rules.Abilities().Layout; layout != nil && c.Features {
		e.featureCount = layout.Len()
	}
	if c.FinalFeatures {
		e.finalLength = c.Setup.Seats * e.featureCount
	}
	e.state, e.frame = newState(c.Games, c.Setup.Seats, e.featureCount, e.finalLength)
	for i := range e.games {
		chance := table.NewChance(table.Key{})
		e.games[i].chance = chance
		e.games[i].forced = state.ForcedPlay{BeforeSeq: uint32(min(c.Limit, math.MaxUint32)), Salt: chance.Next}
	}
	return e, e.Reset(c.Seed)
}

// State returns the state after the last step. The next step overwrites it.
func (e *Env) State() *State { return &e.state }

// Reset deals every game anew. Deal k of game i has the key of game i + k·2³² of a match with this
// seed. So gamed match --no-swap with the same decks has the same first deals. Reset returns an error
// if the rules refuse the setup or panic.
func (e *Env) Reset(seed uint64) error {
	e.config.Seed = seed
	return e.forEachGame((*Env).reset)
}

// Step takes an action in each game. It returns a [*Refusal] if an action is illegal or the number
// of actions is wrong. After a Refusal, all games are unchanged. After any other error the rules
// have failed, and the only valid call is Reset.
func (e *Env) Step(actions []int32) error {
	if len(actions) != len(e.games) {
		return &Refusal{Text: fmt.Sprintf("%d actions: send one for each of %d games", len(actions), len(e.games))}
	}
	if !e.config.ReplaceIllegal {
		for i, a := range actions {
			if count := e.state.LegalActions[i]; uint32(a) >= uint32(count) {
				return illegal(i, a, count)
			}
		}
	}
	e.actions = actions
	return e.forEachGame((*Env).applyAction)
}

// A Refusal is the reason why a request was refused. Serve sends every error to the client in the
// form of a Refusal.
type Refusal struct {
	Text string `json:"error"`
	// Game, Action and Options are the index of the game, the action and the number of legal
	// actions. The three are nil unless an action was illegal.
	Game    *int   `json:"game,omitempty"`
	Action  *int32 `json:"action,omitempty"`
	Options *int32 `json:"options,omitempty"`
}

func illegal(game int, action, options int32) *Refusal {
	text := fmt.Sprintf("game %d: action %d is illegal: the legal actions are 0 to %d", game, action, options-1)
	return &Refusal{text, &game, &action, &options}
}

func (r *Refusal) Error() string { return "vector: " + r.Text }

// forEachGame runs a step for every game.
func (e *Env) forEachGame(step func(e *Env, i int, g *game)) error {
	e.step = step
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(e.config.Parallel, (len(e.games)+chunk-1)/chunk) {
		workers.Go(func() {
			for {
				first := int(next.Add(chunk)) - chunk
				if first >= len(e.games) {
					return
				}
				e.runChunk(first, min(first+chunk, len(e.games)))
			}
		})
	}
	workers.Wait()
	var all []error
	for i := range e.games {
		if err := e.games[i].err; err != nil {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}

// runChunk runs the step for the games with indexes from first to end-1. It turns a panic in the
// rules into the error of the game.
func (e *Env) runChunk(first, end int) {
	i := first
	defer func() {
		if v := recover(); v != nil {
			g := &e.games[i]
			g.err = fmt.Errorf("vector: game %d, deal %d, seed %d: the rules failed: %v", i, g.deal, e.config.Seed, v)
		}
	}()
	for ; i < end; i++ {
		g := &e.games[i]
		g.err = nil
		if e.state.Terminated[i] || e.state.Truncated[i] {
			clear(e.state.Final[i*e.finalLength:][:e.finalLength])
		}
		e.state.Terminated[i], e.state.Truncated[i], e.state.Masked[i] = false, false, false
		clear(e.rewards(i))
		e.step(e, i, g)
	}
}

func (e *Env) rewards(i int) []float32 {
	seats := e.config.Setup.Seats
	return e.state.Reward[i*seats:][:seats]
}

func (e *Env) reset(i int, g *game) {
	g.deal = 0
	if g.err = e.dealGame(i, g); g.err == nil {
		e.advance(i, g)
	}
}

func (e *Env) applyAction(i int, g *game) {
	a := e.actions[i]
	if uint32(a) >= uint32(e.state.LegalActions[i]) {
		a, e.state.Masked[i] = 0, true
	}
	g.hadChoice = true
	g.apply(g.machine.Next(), g.opts[a])
	e.advance(i, g)
}

// apply applies an option of a seat.
func (g *game) apply(seat state.Seat, o state.Option) {
	g.machine.Apply(state.Request{Seat: seat, Option: o, Salt: g.chance.Next()}, nil)
}

// dealGame deals game i, with the random numbers of its current deal.
func (e *Env) dealGame(i int, g *game) (err error) {
	g.hadChoice = false
	g.chance.Seed(table.KeyFrom(e.config.Seed, g.deal<<32|uint64(i)))
	setup := e.config.Setup
	setup.Seed = state.Seed(g.chance.Next())
	if g.machine == nil {
		g.machine, err = e.config.Rules.Deal(setup)
	} else {
		err = g.machine.Redeal(setup)
	}
	if err != nil {
		return fmt.Errorf("vector: cannot deal the game: %w", err)
	}
	return nil
}

// maxDeals is the number of deals without a decision after which the environment gives up.
const maxDeals = 1000

// advance takes the only option of each seat until a seat has a choice, and describes the position
// to this seat. If the game is over or cut off, advance records the result and continues with the
// next deal.
func (e *Env) advance(i int, g *game) {
	for range maxDeals {
		seat, options := g.machine.PlayForced(g.forced, g.opts[:0])
		if g.opts = options; len(options) > 0 {
			e.state.LegalActions[i], e.state.Seat[i] = int32(min(len(options), e.config.Actions)), int8(seat)
			if e.featureCount > 0 {
				g.machine.AppendFeatures(e.state.Features[i*e.featureCount:][:0:e.featureCount], seat)
			}
			return
		}
		e.recordResult(i, g)
		g.deal++
		if g.err = e.dealGame(i, g); g.err != nil {
			return
		}
	}
	g.err = fmt.Errorf("vector: game %d: no seat had a choice in %d deals", i, maxDeals)
}

// recordResult records the result of a game, unless no seat had a choice in this deal.
func (e *Env) recordResult(i int, g *game) {
	if !g.hadChoice {
		return
	}
	over, won := g.machine.Result()
	e.state.Terminated[i], e.state.Truncated[i] = over, !over
	for seat, last := state.Seat(0), e.state.Final[i*e.finalLength:][:0:e.finalLength]; len(last) < e.finalLength; seat++ {
		last = g.machine.AppendFeatures(last, seat)
	}
	rewards := e.rewards(i)
	if won == 0 && (!over || len(rewards) > 1) {
		return
	}
	for seat := range rewards {
		rewards[seat] = -1
		if won.Has(state.Seat(seat)) {
			rewards[seat] = 1
		}
	}
}
