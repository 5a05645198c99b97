package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"

	"gamed/arena/farm"
	"gamed/arena/report"
	"gamed/arena/tournament"
)

var tournamentCommand = command{
	name: "tournament", args: "GAME|FILE.yaml BOT BOT… [-- COMMAND]", about: "play bots against each other and rate them",
	more: `Each pairing is a match of -n games in pairs or rotations, as in gamed match, with
a separate seed. Bots and their flags are those of gamed match.

A round robin plays every combination of --seats bots. A gauntlet plays the first
bot against every combination of the others. If there are more combinations than
--pairings, the tournament plays a balanced sample. A ladder plays --rounds rounds
and pairs bots with similar ratings so far (Glicko-2).

The ratings come from all games at once, in Elo above --anchor: maximum-likelihood
Bradley–Terry with an estimate of the first-turn advantage. The digest depends on
the command line only, without --anchor, --parallel and --lane.

--out keeps the games. The same command with the same file resumes the tournament
and gives the same figures. A bot called ws:NAME must reconnect for each pairing.

--nats lets gamed worker play the games on other machines, with the same figures.
The command lists the workers at the end, on stderr with --json.

  gamed tournament elements random greedy ismcts:50 ismcts:200 -n 200
  gamed tournament dominion bigmoney smithy doublewitch greedy --seats 3 --out games.jsonl
  gamed tournament elements ismcts random greedy --format gauntlet --report report.html
  gamed tournament elements random greedy ismcts:2000 -n 1000 --nats nats://10.0.0.5:4222
  gamed tournament elements random greedy --format ladder -- python3 my_bot.py`,
	setup: func(flags *flag.FlagSet) action {
		var o tournamentOptions
		o.shared(flags)
		flags.StringVar(&o.format, "format", "roundrobin", "`FORMAT` roundrobin, gauntlet or ladder")
		flags.IntVar(&o.seats, "seats", 2, "`NUMBER` of bots at a table")
		flags.IntVar(&o.pairings, "pairings", 500, "play at most `NUMBER` pairings of a round robin or a gauntlet")
		flags.IntVar(&o.rounds, "rounds", 10, "`NUMBER` of rounds of a ladder")
		flags.StringVar(&o.anchor, "anchor", "", "`BOT` with rating 0; default: the first")
		flags.BoolVar(&o.strict, "strict", false, "exit with code 1 if a bot fails or has no rating, or if workers disagree")
		o.cluster.flags(flags, "play on the workers of the NATS servers `URL,URL…`; see gamed help worker")
		return func(ctx context.Context, env environ, args []string) error {
			o.command = flags.Args() // what follows "--"
			args = args[:len(args)-len(o.command)]
			o.line = commandLine(flags, args, o.command)
			return playTournament(ctx, env, args, o)
		}
	},
}

type tournamentOptions struct {
	matchOptions
	format, anchor          string
	seats, pairings, rounds int
}

func playTournament(ctx context.Context, env environ, args []string, o tournamentOptions) (err error) {
	defer func() { err = errors.Join(err, o.outside.close()) }()
	t, err := o.tournament(env, args)
	if err != nil {
		return err
	}
	if t.Out, err = o.results(); err != nil {
		return err
	}
	if t.Out != nil {
		defer func() { err = errors.Join(err, t.Out.Close()) }()
	}
	bar := newProgress(env.err, t.Games())
	t.Progress = bar.set
	result, shares, err := o.run(ctx, env, t)
	bar.finish()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	// An interrupted tournament is reported up to its last game.
	if o.report != "" {
		err = errors.Join(writeReport(ctx, o.report, report.Page{
			Title: result.Title(), Command: o.line, Anchor: t.Anchor, Digest: result.Digest(), Matches: result.Matches,
		}, result.Played), err)
	}
	if err = errors.Join(o.print(env, result, shares), err); err != nil {
		return err
	}
	err = o.verdict(env, &result)
	if o.strict {
		err = errors.Join(err, differing(shares))
	}
	return err
}

// run plays a tournament in this process or on the workers of a cluster.
func (o *tournamentOptions) run(ctx context.Context, env environ, t tournament.Tournament) (tournament.Result, farm.Shares, error) {
	if o.cluster.urls == "" {
		result, err := t.Run(ctx)
		return result, nil, err
	}
	c, err := o.coordinator(env, "tournament", t.Match.Rules, t.Bots)
	if err != nil {
		return tournament.Result{}, nil, err
	}
	defer c.Conn.Close()
	for _, bot := range t.Bots {
		c.Bots = append(c.Bots, bot.Name)
	}
	run, err := c.Open()
	if err != nil {
		return tournament.Result{}, nil, err
	}
	t.Elsewhere = run.Play
	result, err := t.Run(ctx)
	shares, closed := run.Close(ctx)
	return result, shares, errors.Join(err, closed)
}

// tournament builds a tournament from the command line.
func (o *tournamentOptions) tournament(env environ, args []string) (t tournament.Tournament, err error) {
	m, rules, err := o.read(env, args)
	if err != nil {
		return t, err
	}
	t = tournament.Tournament{Bots: m.Bots, Seats: o.seats, Pairings: o.pairings, Rounds: o.rounds, Anchor: o.anchor}
	if t.Format, err = tournament.ParseFormat(o.format); err != nil {
		return t, unknown("format", o.format, tournament.Formats)
	}
	info := rules.Info()
	var names []string
	for _, bot := range t.Bots {
		names = append(names, bot.Name)
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return t, usagef("%s is listed twice: give each bot its own name", name)
		}
	}
	switch {
	case info.MaxSeats < 2:
		return t, usagef("%s is played alone: see gamed match", info.Name)
	case o.seats < max(info.MinSeats, 2) || o.seats > info.MaxSeats:
		return t, usagef("--seats %d: a tournament of %s has tables of %d to %d", o.seats, info.Name, max(info.MinSeats, 2), info.MaxSeats)
	case len(t.Bots) < o.seats:
		return t, usagef("%s at tables of %d: name more, see gamed bots", plural(len(t.Bots), "bot"), o.seats)
	case o.pairings < 1:
		return t, usagef("--pairings %d: use 1 or more", o.pairings)
	case o.rounds < 1:
		return t, usagef("--rounds %d: use 1 or more", o.rounds)
	case o.anchor == "":
		t.Anchor = names[0]
	case !slices.Contains(names, o.anchor):
		return t, unknown("anchor", o.anchor, names)
	}
	if err := o.reachable(); err != nil {
		return t, err
	}
	m.Bots = m.Bots[:o.seats]
	if err := o.lay(env, rules, &m, t.Bots); err != nil {
		return t, err
	}
	t.Match = m
	return t, nil
}

// verdict returns an error if a complete tournament has failed games or bots.
func (o *tournamentOptions) verdict(env environ, r *tournament.Result) error {
	if _, broken := r.Games(); broken > 0 {
		fmt.Fprintln(env.err, r.Broken)
		return fmt.Errorf("the rules failed in %s: this is a fault of the game, not of its bots", plural(broken, "game"))
	}
	switch {
	case !o.strict:
		return nil
	case r.Failed() > 0:
		return fmt.Errorf("the bots have failed %d times", r.Failed())
	case r.Unrated != "":
		return errors.New(r.Unrated)
	}
	return nil
}
