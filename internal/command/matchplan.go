package command

import (
	"slices"

	"gamed/arena"
	"gamed/state"
)

// match checks the command line and returns the match.
func (o *matchOptions) match(env environ, args []string) (arena.Match, error) {
	m, rules, err := o.read(env, args)
	if err != nil {
		return m, err
	}
	if info := rules.Info(); len(m.Bots) < info.MinSeats || len(m.Bots) > info.MaxSeats {
		return m, usagef("%s: %s is played by %d to %d, see gamed bots", plural(len(m.Bots), "bot"), info.Name, info.MinSeats, info.MaxSeats)
	}
	if err := o.reachable(); err != nil {
		return m, err
	}
	if len(m.Bots) == 1 {
		m.Milestone = rules.Milestone
	}
	err = o.lay(env, rules, &m, m.Bots)
	return m, err
}

// read reads the game and its bots, and how games are played.
func (o *matchOptions) read(env environ, args []string) (m arena.Match, rules ruleset, err error) {
	m = arena.Match{
		Games: o.games, Seed: o.seed, Parallel: o.parallel, NoSwap: o.noSwap, Limit: o.limit, Faults: o.faults,
	}
	switch {
	case len(args) == 0:
		return m, rules, usagef("missing argument: a GAME, see gamed rules, and its bots")
	case o.games < 1:
		return m, rules, usagef("-n %d: play at least 1 game", o.games)
	case o.parallel < 0:
		return m, rules, usagef("--parallel %d: use 1 or more, or 0 for one per core", o.parallel)
	case o.limit < 0:
		return m, rules, usagef("--limit %d: use 1 or more, or 0 for none", o.limit)
	}
	if rules, err = env.games.find(args[0]); err != nil {
		return m, rules, err
	}
	m.Rules = rules
	if err := o.judges(&m); err != nil {
		return m, rules, err
	}
	m.Bots, err = o.bots(rules, args[1:])
	return m, rules, err
}

// lay sets the decks and the table of m for all its bots. It does not wait for bots
// to connect.
func (o *matchOptions) lay(env environ, rules ruleset, m *arena.Match, bots []arena.Player) (err error) {
	if m.Decks, err = o.deals(rules, len(m.Bots)); err != nil {
		return err
	}
	if m.Table, err = o.tableFor(rules, bots); err != nil {
		return err
	}
	o.limitTable(m)
	m.Budget = o.outside.budget()
	setup := state.Setup{Seats: len(m.Bots), Table: m.Table}
	if len(m.Decks) > 0 {
		setup.Decks = m.Decks[0]
	}
	machine, err := rules.Deal(setup)
	if err != nil {
		return &usageError{err}
	}
	if rules.Dealt != nil {
		rules.Dealt(machine, m.Table)
	}
	if workers := o.outside.open(env, m.Parallel); workers > 0 {
		m.Parallel = workers
	}
	return o.outside.err
}

// judges sets how the games of m are played and judged.
func (o *matchOptions) judges(m *arena.Match) (err error) {
	if m.Lane, err = arena.ParseLane(o.lane); err != nil {
		return unknown("lane", o.lane, []string{"direct", "actor"})
	}
	if m.OnFault, err = arena.ParsePolicy(o.onFault); err != nil {
		return usagef("--on-fault: %w", err)
	}
	if m.SPRT, err = o.test(); err != nil {
		return err
	}
	if m.SPRT != nil && !o.gamesSaid {
		m.Games = mostGames
	}
	return nil
}

// bots returns the bots of the match.
func (o *matchOptions) bots(rules ruleset, names []string) (bots []arena.Player, err error) {
	if err := o.outside.check(); err != nil {
		return nil, err
	}
	for _, name := range names {
		bot, is, err := o.outside.bot(name)
		if err == nil && !is {
			bot, err = rules.bot(name)
		}
		if err != nil {
			return nil, err
		}
		bots = append(bots, bot)
	}
	if len(o.command) > 0 {
		bots = append(bots, o.outside.program(o.command))
	}
	return bots, nil
}

// allDecks is the value of --decks that compares the ready decks.
const allDecks = "all"

// deals returns the decks that the deals have in turn.
func (o *matchOptions) deals(rules ruleset, seats int) ([][]string, error) {
	if o.decks == "" {
		return nil, nil
	}
	if rules.ReadDeck == nil {
		return nil, usagef("--decks: %s has no decks to choose", rules.Info().Name)
	}
	if o.decks != allDecks {
		decks, err := rules.decks(o.decks)
		return [][]string{decks}, err
	}
	var names []string
	for _, d := range rules.Info().Decks {
		names = append(names, d.Name)
	}
	if len(names) < seats {
		return nil, usagef("--decks all: %s has %s for %d seats", rules.Info().Name, plural(len(names), "ready deck"), seats)
	}
	return arrangements(names, seats), nil
}

// arrangements returns every way to put n different names into a row.
func arrangements(names []string, n int) [][]string {
	rows := [][]string{nil}
	for range n {
		var longer [][]string
		for _, row := range rows {
			for _, name := range names {
				if !slices.Contains(row, name) {
					longer = append(longer, append(slices.Clone(row), name))
				}
			}
		}
		rows = longer
	}
	return rows
}
