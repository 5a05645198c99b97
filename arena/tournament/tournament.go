package tournament

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gamed/arena"
	"gamed/internal/filelock"
	"gamed/state"
)

// A Tournament describes a tournament: the bots, the pairings and the games of each pairing.
type Tournament struct {
	// Match is the template for each pairing. Match.Games is the number of games per pairing, and
	// Match.Seed determines the seeds of the pairings. The tournament ignores Bots, Out, Results
	// and Progress of the match. Each pairing gets a subfolder of Match.FaultFolder.
	Match  arena.Match
	Bots   []arena.Player // bots with distinct names
	Seats  int            // number of seats per table, 2 to 6
	Format Format
	// Pairings is the maximum number of pairings in a round robin or a gauntlet. If there are more
	// possible tables, the tournament plays a balanced sample of them.
	Pairings int
	Rounds   int // number of rounds of a ladder
	// Anchor is the name of the bot with rating 0. The choice of the anchor does not affect the
	// games.
	Anchor string
	// Out receives a [Header] and the results of each pairing. If the file already has games of
	// this tournament, the tournament resumes. Out may be nil.
	Out *os.File
	// PlayElsewhere plays a pairing in other processes, with the same result. The slice next lists
	// the pairings that will certainly follow, in order. If PlayElsewhere is nil, the tournament
	// runs in this process.
	PlayElsewhere func(ctx context.Context, m arena.Match, next []arena.Match) (arena.Result, error)
	// Run calls Progress after each game, with the number of games that are over in all pairings.
	// Progress may be nil.
	Progress func(arena.Progress)
}

// Run plays the tournament. It returns an error if the tournament is invalid, ctx is done, or a
// pairing fails, for example because Out cannot be written. The result then covers the games before
// the error. If the bots are deterministic, the JSON encoding of the result depends only on the
// tournament.
func (t Tournament) Run(ctx context.Context) (Result, error) {
	r := Result{Tournament: t}
	if err := t.check(); err != nil {
		return r, fmt.Errorf("tournament: %w", err)
	}
	if t.Out != nil {
		if err := open(t.Out, t.header()); err != nil {
			return r, fmt.Errorf("tournament: %s: %w", t.Out.Name(), err)
		}
		defer filelock.Unlock(t.Out)
	}
	var err error
	if t.Format == Ladder {
		err = t.playLadder(ctx, &r)
	} else {
		err = t.playPairings(ctx, t.tables(), &r)
	}
	r.Standings = NewStandings(r.Matches, t.Anchor)
	if t.Format == Ladder {
		r.addGlicko(t.Bots)
	}
	return r, err
}

// check returns an error if t is invalid.
func (t *Tournament) check() error {
	var names []string
	for _, bot := range t.Bots {
		if slices.Contains(names, bot.Name) {
			return fmt.Errorf("bot %q is listed twice: give each bot its own name", bot.Name)
		}
		names = append(names, bot.Name)
	}
	switch {
	case t.Seats < 2 || t.Seats > state.MaxSeats:
		return fmt.Errorf("%d seats: a table has 2 to %d seats", t.Seats, state.MaxSeats)
	case len(t.Bots) < t.Seats:
		return fmt.Errorf("%d bots at tables of %d seats: name more bots", len(t.Bots), t.Seats)
	case !slices.Contains(names, t.Anchor):
		return fmt.Errorf("the anchor %q is not among the bots: name one of them", t.Anchor)
	case t.Format == Ladder && t.Rounds < 1:
		return fmt.Errorf("%d rounds: play at least 1", t.Rounds)
	case t.Format != Ladder && t.Pairings < 1:
		return fmt.Errorf("%d pairings: play at least 1", t.Pairings)
	case t.Match.Games < 1:
		return fmt.Errorf("%d games: play at least 1", t.Match.Games)
	case t.Match.SPRT != nil:
		return errors.New("a tournament cannot use an SPRT: run a match instead")
	}
	return nil
}

// Games returns the total number of games in the tournament.
func (t *Tournament) Games() int {
	games := t.match(0, t.Bots[:t.Seats]).Games
	if t.Format == Ladder {
		return games * t.Rounds * (len(t.Bots) / t.Seats)
	}
	return games * len(t.tables())
}

// match returns the match for a pairing.
func (t *Tournament) match(pairing int, bots []arena.Player) arena.Match {
	m := t.Match
	m.Bots = bots
	m.Games = (m.Games + len(bots) - 1) / len(bots) * len(bots)
	r := state.Rand(m.Seed)
	r.Mix(r.Uint64() + uint64(pairing))
	m.Seed = r.Uint64()
	if m.FaultFolder != "" {
		m.FaultFolder = faultFolder(m.FaultFolder, pairing)
	}
	return m
}

// faultFolder returns the folder for the faults of a pairing.
func faultFolder(faults string, pairing int) string {
	return filepath.Join(faults, fmt.Sprintf("pairing-%d", pairing))
}

// playPairings plays the given tables, or reads their games from Out, and adds them to r.
func (t *Tournament) playPairings(ctx context.Context, tables [][]int, r *Result) error {
	var matches []arena.Match
	for i, table := range tables {
		var bots []arena.Player
		for _, place := range table {
			bots = append(bots, t.Bots[place])
		}
		matches = append(matches, t.match(len(r.Matches)+i, bots))
	}
	for i, m := range matches {
		pairing, before := len(r.Matches), r.played
		played := &arena.Results{}
		m.Out, m.Results = t.Out, played
		if t.Progress != nil {
			m.Progress = func(p arena.Progress) { t.Progress(arena.Progress{Games: before + p.Games, Score: -1}) }
		}
		result, err := t.playMatch(ctx, m, matches[i+1:])
		if r.FirstPanic == "" {
			r.FirstPanic = result.FirstPanic
		}
		if len(played.Games) > 0 {
			r.Matches = append(r.Matches, played)
			r.played += len(played.Games)
			r.counted += result.Games
			r.broken += result.EngineErrors
			r.seconds += result.Seconds
		}
		if err != nil {
			return fmt.Errorf("pairing %d: %w", pairing, err)
		}
		if t.Progress != nil {
			t.Progress(arena.Progress{Games: r.played, Score: -1})
		}
	}
	return nil
}

func (t *Tournament) playMatch(ctx context.Context, m arena.Match, next []arena.Match) (arena.Result, error) {
	if t.PlayElsewhere != nil {
		return t.PlayElsewhere(ctx, m, next)
	}
	return m.Run(ctx)
}

// PairingMatch returns the match of pairing i, for example to replay a game with [arena.Match.Replay].
func (r *Result) PairingMatch(i int) arena.Match {
	var bots []arena.Player
	for _, name := range r.Matches[i].Header.Bots {
		place := slices.IndexFunc(r.Tournament.Bots, func(p arena.Player) bool { return p.Name == name })
		bots = append(bots, r.Tournament.Bots[place])
	}
	return r.Tournament.match(i, bots)
}
