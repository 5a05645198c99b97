package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"gamed/agent/external"
	"gamed/arena"
	"gamed/arena/farm"
	"gamed/state"
)

// A matchSetup is what a worker needs to make a match besides what its header says.
type matchSetup struct {
	// Game is the file of the game, if it is not built in.
	Game *textFile `json:"game,omitempty"`
	// Rules are the texts of the bots that buy by a file, by their names.
	Rules  map[string]string `json:"rules,omitempty"`
	Limits external.Limits   `json:"limits"` // of bots outside
}

// A textFile is a file of the machine that a match was started on.
type textFile struct {
	Name string `json:"name"` // for errors
	Text string `json:"text"`
}

// run plays a match, here or on the workers of a cluster.
func (o *matchOptions) run(ctx context.Context, env environ, m arena.Match) (arena.Result, farm.Shares, error) {
	if o.cluster.urls == "" {
		result, err := m.Run(ctx)
		return result, nil, err
	}
	c, err := o.coordinator(env, "match", m.Rules, m.Bots)
	if err != nil {
		return arena.Result{}, nil, err
	}
	defer c.Conn.Close()
	return c.Run(ctx, m)
}

// coordinator connects to the cluster, to have games of these bots played there.
func (o *matchOptions) coordinator(env environ, as string, rules state.Dealer, bots []arena.Player) (c farm.Coordinator, err error) {
	setup, err := o.setup(rules, bots)
	if err != nil {
		return c, err
	}
	say := func(line string) { fmt.Fprintln(env.err, line) }
	conn, err := o.cluster.connect(as, say)
	return farm.Coordinator{Conn: conn, Cluster: o.cluster.name, Setup: setup, Say: say}, err
}

// reachable refuses bots that no worker can have.
func (o *matchOptions) reachable() error {
	if o.cluster.urls != "" && len(o.outside.sockets) > 0 {
		return usagef("bot %q: with --nats bots cannot connect: start it as cmd:COMMAND, or play without --nats", o.outside.sockets[0].name)
	}
	return nil
}

// setup says what the workers need for matches between these bots.
func (o *matchOptions) setup(dealer state.Dealer, bots []arena.Player) (json.RawMessage, error) {
	s := matchSetup{Limits: o.outside.limits, Rules: map[string]string{}}
	rules := dealer.(ruleset)
	if rules.file != nil {
		s.Game = &textFile{rules.file.path, string(rules.file.text)}
	}
	for _, bot := range bots {
		if path, ok := rules.botFile(bot.Name); ok {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, usagef("bot %q: %w", bot.Name, err)
			}
			s.Rules[bot.Name] = string(text)
		}
	}
	return json.Marshal(&s)
}

// planned returns the match of a plan, for a worker. It opens no file of the plan, and
// it runs the commands of bots only if commands is set.
func planned(p farm.Plan, all games, commands bool) (m arena.Match, err error) {
	h := &p.Header
	var s matchSetup
	if err := json.Unmarshal(p.Setup, &s); err != nil {
		return m, fmt.Errorf("the set-up of the match cannot be read: %w", err)
	}
	if err := s.Limits.Check(); err != nil {
		return m, err
	}
	rules, err := s.rules(all, h.Rules)
	if err != nil {
		return m, err
	}
	m = arena.Match{
		Rules: rules, Games: h.Games, Seed: h.Seed, Decks: h.Decks, Table: h.Table, NoSwap: h.NoSwap, Limit: h.Limit,
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
		m.Faults = "kept" // they are sent back
	}
	for _, name := range p.Bots { // of other matches
		if _, err := s.bot(rules, name, commands); err != nil {
			return m, err
		}
	}
	for _, name := range h.Bots {
		bot, err := s.bot(rules, name, commands)
		if err != nil {
			return m, err
		}
		m.Bots = append(m.Bots, bot)
	}
	return m, nil
}

// rules returns the game of a match.
func (s *matchSetup) rules(all games, name string) (ruleset, error) {
	if s.Game == nil {
		return all.named(name)
	}
	return all.parse(s.Game.Name, []byte(s.Game.Text))
}

// bot returns a bot of a match.
func (s *matchSetup) bot(rules ruleset, name string, commands bool) (arena.Player, error) {
	if _, ok := rules.botFile(name); ok {
		text, sent := s.Rules[name]
		if !sent {
			return arena.Player{}, fmt.Errorf("bot %q: its rules are missing", name)
		}
		bot, err := rules.BotFile.Parse(name, text)
		return arena.Player{Name: name, New: bot}, err
	}
	if strings.HasPrefix(name, fromCommand) && !commands {
		return arena.Player{}, fmt.Errorf("bot %q is a command: this worker runs some with --allow-commands only", name)
	}
	outside := &outside{limits: s.Limits}
	bot, is, err := outside.bot(name)
	if err == nil && !is {
		bot, err = rules.bot(name)
	}
	return bot, err
}

// differing is the error of a match in which workers differ.
func differing(shares farm.Shares) error {
	if n := shares.Differing(); n > 0 {
		return errors.New("the results of " + plural(n, "worker") + " differ from the others'")
	}
	return nil
}
