package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"gamed/agent/external"
	"gamed/arena"
	"gamed/arena/farm"
	"gamed/state"
)

// A matchSetup holds what a worker needs to build a match, besides the match's header.
type matchSetup struct {
	// Game is the game file, nil for a built-in game.
	Game *textFile `json:"game,omitempty"`
	// BotFiles holds the files of bots, by their paths.
	BotFiles map[string][]byte `json:"files,omitempty"`
	Limits   external.Limits   `json:"limits"` // of bots that are programs
}

// A textFile is a file of the coordinator's machine.
type textFile struct {
	Name string `json:"name"` // for errors
	Text string `json:"text"`
}

// withWorkers calls play with a run on the workers of a cluster, or with nil if --nats is not set. If
// tournament is set, the run has several matches between the bots.
func (o *matchOptions) withWorkers(ctx context.Context, env environ, tournament bool, rules state.Dealer, bots []arena.Player, play func(*farm.Run) error) (farm.Shares, error) {
	if o.cluster.urls == "" {
		return nil, withPrograms(ctx, bots, func() error { return play(nil) })
	}
	setup, err := o.setup(rules, bots)
	if err != nil {
		return nil, err
	}
	c := farm.Coordinator{Cluster: o.cluster.name, Setup: setup, Needs: neededPermission(bots), Say: lineWriter(env.err)}
	as := "match"
	if tournament {
		as = "tournament"
		for _, bot := range bots {
			c.Bots = append(c.Bots, bot.FullName())
		}
	}
	if c.Conn, err = o.cluster.connect(as, c.Say); err != nil {
		return nil, err
	}
	defer c.Conn.Close()
	run, err := c.Open()
	if err != nil {
		return nil, err
	}
	err = play(run)
	shares, closed := run.Close(ctx)
	return shares, errors.Join(err, closed)
}

// neededPermission says what a worker must allow to run the bots, or returns "" if they need nothing.
func neededPermission(bots []arena.Player) string {
	for i := range bots {
		if bot := &bots[i]; isProgram(bot) {
			return fmt.Sprintf("--allow-commands, since bot %q is a program", bot.Name)
		}
	}
	return ""
}

// setup returns the [matchSetup] of matches between bots, as JSON.
func (o *matchOptions) setup(dealer state.Dealer, bots []arena.Player) (json.RawMessage, error) {
	s := matchSetup{Limits: o.externalBots.limits, BotFiles: map[string][]byte{}}
	rules := dealer.(ruleset)
	if rules.file != nil {
		s.Game = &textFile{rules.file.path, string(rules.file.text)}
	}
	for _, bot := range bots {
		if path, ok := rules.botFile(bot.FullName()); ok {
			text, err := rules.read(path)
			if err != nil {
				return nil, usagef("bot %q: %w", bot.Name, err)
			}
			s.BotFiles[path] = text
		}
	}
	return json.Marshal(&s)
}

// matchOfPlan returns the match of a plan, for a worker. It opens no file that the plan names. It
// allows bots that are programs only if commands is set.
func matchOfPlan(p farm.Plan, all games, commands bool) (m arena.Match, err error) {
	h := &p.Header
	var s matchSetup
	if err := json.Unmarshal(p.Setup, &s); err != nil {
		return m, fmt.Errorf("invalid setup of the match: %w", err)
	}
	if err := s.Limits.Check(); err != nil {
		return m, err
	}
	rules, err := s.rules(all, h.Rules)
	if err != nil {
		return m, err
	}
	m = arena.Match{
		Rules: rules, Games: h.Games, Seed: uint64(h.Seed), Decks: h.Decks, Table: h.Table, NoSwap: h.NoSwap, Limit: h.Limit,
		SPRT: h.SPRT, Budget: h.Budget,
	}
	if m.OnFault, err = arena.ParsePolicy(h.OnFault); err != nil {
		return m, err
	}
	if m.Lane, err = arena.ParseLane(p.Lane); err != nil {
		return m, err
	}
	if h.Milestone != "" {
		m.Milestone = rules.Milestone
	}
	if p.Faults {
		m.FaultFolder = "kept" // any name: the logs go back to the coordinator
	}
	m.KeepLogs = p.Logs
	if p.Usage {
		m.Usage = rules.usage()
	}
	outside := externalBotOptions{limits: s.Limits}
	full := h.Bots
	if h.Sources != nil {
		full = h.Sources
	}
	for _, arg := range slices.Concat(full, p.Bots) { // p.Bots play in later matches of a tournament
		bot, err := outside.bot(rules, arg)
		if err != nil {
			return m, err
		}
		if isProgram(&bot) && !commands {
			return m, fmt.Errorf("bot %q is a program: start this worker with --allow-commands to run programs", arg)
		}
		m.Bots = append(m.Bots, bot)
	}
	if len(full) != len(h.Bots) {
		return m, fmt.Errorf("the plan names %s for %s", plural(len(full), "source"), plural(len(h.Bots), "bot"))
	}
	m.Bots = m.Bots[:len(h.Bots)]
	for i, name := range h.Bots {
		if bot := &m.Bots[i]; name != bot.Name {
			bot.Name, bot.AliasOf = name, bot.Name
		}
	}
	return m, nil
}

// rules returns the game of a match, with the bot files of the coordinator.
func (s *matchSetup) rules(all games, name string) (r ruleset, err error) {
	if s.Game == nil {
		r, err = all.findByName(name)
	} else {
		r, err = all.parse(s.Game.Name, []byte(s.Game.Text))
	}
	r.read = func(path string) ([]byte, error) {
		text, sent := s.BotFiles[path]
		if !sent {
			return nil, errors.New("the coordinator did not send the bot's file")
		}
		return text, nil
	}
	return r, err
}
