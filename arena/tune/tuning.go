package tune

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"gamed/arena"
	"gamed/state"
)

// A Tuning searches for the best values of a bot's parameters.
type Tuning struct {
	Rules state.Dealer
	Table map[string]string // the ruleset's options
	// Bot is the bot name to which parameters are appended. For example, "ismcts:200" becomes
	// "ismcts:200,c=0.4". Player returns a bot by name.
	Bot    string
	Player func(name string) (arena.Player, error)
	// Against is the name of the opponent. The default is Bot.
	Against string
	Space   Space
	// Games is the number of games for the search. EvaluationGames is the number of games per
	// evaluation and must be even. ConfirmGames is the number of games that confirm the best point.
	Games, EvaluationGames, ConfirmGames int
	Seed                                 uint64
	Parallel                             int // number of concurrent games, or 0 for one per processor
	// Log records each score as a line of JSON. The run does not play logged evaluations again. Log
	// may be nil.
	Log *Log
	// Progress receives the number of games played and the best point so far. Progress may be nil.
	Progress func(games int, best string)
}

// Run finds the best point and plays the bot with the values of this point against Bot. It returns
// an error if the tuning is invalid, a match fails, or the log belongs to another tuning or cannot
// be written. The log keeps all completed evaluations.
func (t Tuning) Run(ctx context.Context) (Report, error) {
	if t.Against == "" {
		t.Against = t.Bot
	}
	if err := t.check(); err != nil {
		return Report{}, fmt.Errorf("tune: %w", err)
	}
	if t.Log == nil {
		t.Log = &Log{out: io.Discard}
	}
	if err := t.Log.checkOrWriteHeader(t.header()); err != nil {
		return Report{}, fmt.Errorf("tune: %w", err)
	}
	// The exploration constant is about two standard deviations of the score of an evaluation.
	e := newEvolution(t.Space, 1/math.Sqrt(float64(t.EvaluationGames)), t.Seed)
	p := e.first()
	for n := range t.Games / t.EvaluationGames {
		score, err := t.evaluate(ctx, n, p)
		if err != nil {
			return Report{}, fmt.Errorf("tune: %s: %w", t.Space.String(p), err)
		}
		p = e.next(p, score)
		if t.Progress != nil {
			t.Progress(t.EvaluationGames*(n+1), t.Space.String(e.best()))
		}
	}
	r := newReport(&t, e)
	score, err := t.match(ctx, r.Best, t.Bot, t.ConfirmGames, 0)
	if err != nil {
		return r, fmt.Errorf("tune: confirming %s: %w", r.Best, err)
	}
	r.Confirmed = newScore(score, t.ConfirmGames)
	return r, nil
}

func (t *Tuning) check() error {
	switch {
	case t.EvaluationGames < 2 || t.EvaluationGames%2 != 0:
		return fmt.Errorf("%d games per evaluation: use an even number, at least 2", t.EvaluationGames)
	case t.Games < t.EvaluationGames:
		return fmt.Errorf("%d games: play at least the %d of one evaluation", t.Games, t.EvaluationGames)
	case t.ConfirmGames < 2:
		return fmt.Errorf("%d games to confirm: play at least 2", t.ConfirmGames)
	case len(t.Space) == 0:
		return errors.New("no parameters to tune")
	}
	for _, name := range []string{t.Bot, t.Against, t.Space.BotName(t.Bot, make(Point, len(t.Space)))} {
		if _, err := t.Player(name); err != nil {
			return err
		}
	}
	return nil
}

// evaluate returns the score of p in evaluation n. It reads the score from the log or plays a match.
func (t *Tuning) evaluate(ctx context.Context, n int, p Point) (float64, error) {
	name := t.Space.String(p)
	if score, known, err := t.Log.loggedScore(n, name); known || err != nil {
		return score, err
	}
	r, err := t.match(ctx, t.Space.BotName(t.Bot, p), t.Against, t.EvaluationGames, uint64(n)+1)
	if err != nil {
		return 0, err
	}
	return r, t.Log.append(Evaluation{n, name, t.EvaluationGames, r})
}

// match plays a match and returns the score of the bot name. A distinct number nth gives each match
// its own games.
func (t *Tuning) match(ctx context.Context, name, against string, games int, nth uint64) (float64, error) {
	m := arena.Match{Rules: t.Rules, Table: t.Table, Games: games, Parallel: t.Parallel}
	r := state.Rand(t.Seed)
	r.Mix(nth)
	m.Seed = r.Uint64()
	for _, bot := range []string{name, against} {
		player, err := t.Player(bot)
		if err != nil {
			return 0, err
		}
		m.Bots = append(m.Bots, player)
	}
	result, err := m.Run(ctx)
	if err != nil {
		return 0, err
	}
	if result.Games < games {
		return 0, fmt.Errorf("only %d of %d games between %s and %s were completed", result.Games, games, name, against)
	}
	return result.Scores[0], nil
}
