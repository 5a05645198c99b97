package command

import (
	"cmp"
	"slices"

	"gamed/arena"
	"gamed/rules"
	"gamed/state"
)

// match returns the match of the command line.
func (o *matchOptions) match(env environ, args []string) (arena.Match, error) {
	m, rules, err := o.read(env, args)
	if err != nil {
		return m, err
	}
	info := rules.Info()
	if err := info.CheckSeats(len(m.Bots)); err != nil {
		return m, usagef("%w; gamed bots lists the bots", err)
	}
	if !o.noSwap {
		if m.Games, err = o.wholeUnits(m.Games, len(m.Bots)); err != nil {
			return m, err
		}
	}
	if len(m.Bots) == 1 {
		m.Milestone = rules.Milestone
	}
	err = o.setTable(env, rules, &m, m.Bots)
	return m, err
}

// read returns a match without its decks and its table.
func (o *matchOptions) read(env environ, args []string) (m arena.Match, rules ruleset, err error) {
	if rules, err = env.game(args[0]); err != nil {
		return m, rules, err
	}
	m = arena.Match{
		Rules: rules, Games: o.games, Seed: o.seed, Parallel: o.parallel, NoSwap: o.noSwap, Limit: o.limit, FaultFolder: o.faults,
		Budget: o.externalBots.budget(),
	}
	if o.report != "" {
		m.Usage = rules.usage()
	}
	if m.Lane, err = arena.ParseLane(o.lane); err != nil {
		return m, rules, unknownName("lane", o.lane, []string{arena.Direct.String(), arena.Actor.String()})
	}
	if m.OnFault, err = arena.ParsePolicy(o.onFault); err != nil {
		return m, rules, usagef("--on-fault: %w", err)
	}
	if m.SPRT, err = o.sprtTest(); err != nil {
		return m, rules, err
	}
	if m.SPRT != nil && !o.gamesGiven {
		m.Games = maxGames
	}
	m.Bots, err = o.bots(rules, args[1:])
	return m, rules, err
}

// usage returns the events that a match counts for its report.
func (r ruleset) usage() *rules.Usage {
	return cmp.Or(r.Usage, &rules.Usage{})
}

// maxGames is the default limit of games in an SPRT.
const maxGames = 1_000_000

// bots returns the bots of the match: those with the given names, and the program after "--".
func (o *matchOptions) bots(rules ruleset, names []string) (bots []arena.Player, err error) {
	if err := o.externalBots.check(); err != nil {
		return nil, err
	}
	for _, name := range names {
		bot, err := o.externalBots.bot(rules, name)
		if err != nil {
			return nil, err
		}
		bots = append(bots, bot)
	}
	if len(o.botCommand) > 0 {
		bots = append(bots, o.externalBots.programBot(o.botCommand))
	}
	numberRepeatedNames(bots)
	if o.cluster.urls != "" && len(o.externalBots.connectingBots) > 0 {
		return nil, usagef("bot %q cannot connect to workers: start it as cmd:COMMAND, or play without --nats", o.externalBots.connectingBots[0].name)
	}
	return bots, nil
}

// numberRepeatedNames adds a number to each repeated name of a bot, so that each bot has a separate row
// in the result.
func numberRepeatedNames(bots []arena.Player) {
	var all []string
	for i := range bots {
		all = append(all, bots[i].Name)
	}
	for i, name := range arena.Distinct(all) {
		if bot := &bots[i]; name != bot.Name {
			bot.Name, bot.AliasOf = name, bot.FullName()
		}
	}
}

// setTable sets the decks and the table options of m, for all its bots. Then it starts to listen
// for bots that connect, but does not wait for them.
func (o *matchOptions) setTable(env environ, rules ruleset, m *arena.Match, bots []arena.Player) (err error) {
	if m.Decks, err = o.deckRows(rules, len(m.Bots)); err != nil {
		return err
	}
	if m.Table, err = o.table.forBots(rules, bots); err != nil {
		return err
	}
	limitTable(m)
	setup := state.Setup{Seats: len(m.Bots), Table: m.Table}
	if len(m.Decks) > 0 {
		setup.Decks = m.Decks[0]
	}
	machine, err := rules.Deal(setup)
	if err != nil {
		return &usageError{err}
	}
	if rules.FillTable != nil {
		rules.FillTable(machine, m.Table)
	}
	return o.externalBots.listen(env.err, &m.Parallel)
}

// deckRows returns rows of deck names, each with one deck for each seat. The deals of a match use the
// rows in turn.
func (o *matchOptions) deckRows(rules ruleset, seats int) ([][]string, error) {
	if o.decks == "" {
		return nil, nil
	}
	if o.decks != "all" {
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

// arrangements returns every sequence of n different names.
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
