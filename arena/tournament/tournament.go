package tournament

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gamed/arena"
	"gamed/state"
)

// A Tournament is bots that meet at tables.
type Tournament struct {
	// Match is how each pairing is played: Bots, Out, Append and Progress are not
	// looked at, Games are those of a pairing, and the seeds come from Seed. A
	// folder for faults gets one for each pairing.
	Match  arena.Match
	Bots   []arena.Player // with names that differ
	Seats  int            // of a table, 2 to 6
	Format Format
	// Pairings is how many there are at most of a round robin or a gauntlet. Of
	// more, a balanced sample is taken.
	Pairings int
	Rounds   int // of a ladder
	// Anchor is the bot whose rating is 0, which changes no game.
	Anchor string
	// Out takes a [Header] and the results of each pairing, as a match writes them. A
	// file that has games of this tournament already is gone on with. It may be nil.
	Out *os.File
	// Elsewhere plays a pairing on other machines, to what it comes to here. next are
	// the pairings that are played after it in any case, in this order. It is nil to
	// play here.
	Elsewhere func(ctx context.Context, m arena.Match, next []arena.Match) (arena.Result, error)
	// Progress is told how many of all games are done. It may be nil.
	Progress func(done int)
}

// Run plays the tournament. An error says what in it is wrong, that ctx is done,
// or that Out failed; the result is then of the games before that. Everything in
// the result that is encoded as JSON is a function of the tournament alone, as far
// as its bots are.
func (t Tournament) Run(ctx context.Context) (Result, error) {
	r := Result{Tournament: t}
	if err := t.check(); err != nil {
		return r, fmt.Errorf("tournament: %w", err)
	}
	if t.Out == nil {
		file, err := os.CreateTemp("", "gamed-tournament-*")
		if err != nil {
			return r, fmt.Errorf("tournament: %w", err)
		}
		defer file.Close()
		defer os.Remove(file.Name())
		t.Out = file
	}
	f, err := open(t.Out, t.header())
	if err != nil {
		return r, fmt.Errorf("tournament: %s: %w", t.Out.Name(), err)
	}
	defer f.unlock()
	if t.Format == Ladder {
		err = t.climb(ctx, f, &r)
	} else {
		err = t.pairings(ctx, f, t.tables(), &r)
	}
	r.Standings = Stand(r.Matches, t.Anchor)
	if t.Format == Ladder {
		r.ladder(t.Bots)
	}
	return r, err
}

// check says what in t is wrong.
func (t *Tournament) check() error {
	var names []string
	for _, bot := range t.Bots {
		if slices.Contains(names, bot.Name) {
			return fmt.Errorf("%s is there twice: a rating needs a name of its own", bot.Name)
		}
		names = append(names, bot.Name)
	}
	switch {
	case t.Seats < 2 || t.Seats > state.MaxSeats:
		return fmt.Errorf("%d seats: a table has 2 to %d", t.Seats, state.MaxSeats)
	case len(t.Bots) < t.Seats:
		return fmt.Errorf("%d bots at tables of %d seats: name more bots", len(t.Bots), t.Seats)
	case !slices.Contains(names, t.Anchor):
		return fmt.Errorf("the anchor %q is none of the bots", t.Anchor)
	case t.Format == Ladder && t.Rounds < 1:
		return fmt.Errorf("%d rounds: play at least 1", t.Rounds)
	case t.Format != Ladder && t.Pairings < 1:
		return fmt.Errorf("%d pairings: play at least 1", t.Pairings)
	case t.Match.Games < 1:
		return fmt.Errorf("%d games: play at least 1", t.Match.Games)
	case t.Match.SPRT != nil:
		return errors.New("an SPRT is of a match, not of a tournament")
	}
	return nil
}

// Games returns how many games the tournament has.
func (t *Tournament) Games() int {
	games := t.match(0, t.Bots[:t.Seats]).Games
	if t.Format == Ladder {
		return games * t.Rounds * (len(t.Bots) / t.Seats)
	}
	return games * len(t.tables())
}

// match returns the match of a pairing.
func (t *Tournament) match(pairing int, bots []arena.Player) arena.Match {
	m := t.Match
	m.Bots = bots
	m.Games = (m.Games + len(bots) - 1) / len(bots) * len(bots)
	r := state.Rand(m.Seed)
	r.Mix(r.Uint64() + uint64(pairing))
	m.Seed = r.Uint64()
	if m.Faults != "" {
		m.Faults = filepath.Join(m.Faults, fmt.Sprintf("pairing-%d", pairing))
	}
	return m
}

// pairings plays the next tables of the tournament, or reads what the file has of
// them, and adds them to r.
func (t *Tournament) pairings(ctx context.Context, f *file, tables [][]int, r *Result) error {
	var matches []arena.Match
	for i, table := range tables {
		var bots []arena.Player
		for _, place := range table {
			bots = append(bots, t.Bots[place])
		}
		matches = append(matches, t.match(len(r.Matches)+i, bots))
	}
	for i, m := range matches {
		pairing := len(r.Matches)
		played, err := f.pairing(m)
		if err == nil && len(played.Games) < m.Games {
			played, err = t.play(ctx, f, m, matches[i+1:], r)
		}
		r.add(played)
		if err != nil {
			return fmt.Errorf("pairing %d: %w", pairing, err)
		}
		t.progress(r.played)
	}
	return nil
}

// play plays a pairing whose games the file has not or not all.
func (t *Tournament) play(ctx context.Context, f *file, m arena.Match, next []arena.Match, r *Result) (*arena.Results, error) {
	m.Out, m.Append = f.File, true
	m.Progress = func(done int) { t.progress(r.played + done) }
	if err := f.cut(); err != nil {
		return nil, err
	}
	run := m.Run
	if t.Elsewhere != nil {
		run = func(ctx context.Context) (arena.Result, error) { return t.Elsewhere(ctx, m, next) }
	}
	result, err := run(ctx)
	if r.Broken == "" {
		r.Broken = result.Broken
	}
	played, failed := f.pairing(m)
	return played, errors.Join(err, failed)
}

func (t *Tournament) progress(done int) {
	if t.Progress != nil {
		t.Progress(done)
	}
}

// Played returns what was played in pairing i, for [arena.Match.Again].
func (r *Result) Played(i int) arena.Match {
	var bots []arena.Player
	for _, name := range r.Matches[i].Header.Bots {
		place := slices.IndexFunc(r.Tournament.Bots, func(p arena.Player) bool { return p.Name == name })
		bots = append(bots, r.Tournament.Bots[place])
	}
	return r.Tournament.match(i, bots)
}
