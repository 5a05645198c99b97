package command

import (
	"context"
	"flag"
	"os"
	"slices"

	"gamed/arena"
	"gamed/arena/farm"
	"gamed/arena/report"
	"gamed/arena/tournament"
)

var tournamentCommand = command{
	name: "tournament", args: "GAME|FILE.yaml BOT BOT… [-- COMMAND]", about: "play bots against each other and rate them",
	takes: matchCommand.takes,
	details: `Each pairing is a match of -n games in pairs or rotations, as in gamed match, with
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

--nats lets gamed workers on other machines play the games, with the same figures.
The command lists the workers at the end, on stderr with --json.

` + matchCodes + `

  gamed tournament elements random greedy ismcts:50 ismcts:200 -n 200
  gamed tournament dominion bigmoney smithy doublewitch greedy --seats 3 --out games.jsonl
  gamed tournament elements ismcts random greedy --format gauntlet --report report.html
  gamed tournament elements random greedy ismcts:2000 -n 1000 --nats nats://10.0.0.5:4222
  gamed tournament elements random greedy --format ladder -- python3 my_bot.py`,
	setup: func(flags *flag.FlagSet) action {
		var o tournamentOptions
		o.flags(flags)
		flags.StringVar(&o.format, "format", "roundrobin", "`FORMAT`: roundrobin, gauntlet or ladder")
		flags.IntVar(&o.seats, "seats", 2, "`NUMBER`: bots at a table")
		countFlag(flags, &o.pairings, "pairings", 500, 1, "`NUMBER`: maximum of pairings in a round robin or a gauntlet")
		countFlag(flags, &o.rounds, "rounds", 10, 1, "`NUMBER`: rounds of a ladder")
		flags.StringVar(&o.anchor, "anchor", "", "`BOT`: the bot with rating 0; default the first")
		return func(ctx context.Context, env environ, args []string) error {
			return playTournament(ctx, env, o.readCommandLine(flags, args), o)
		}
	},
}

type tournamentOptions struct {
	matchOptions
	format, anchor          string
	seats, pairings, rounds int
}

func playTournament(ctx context.Context, env environ, args []string, o tournamentOptions) error {
	t, err := o.tournament(env, args)
	if err != nil {
		return err
	}
	return o.play(ctx, env, t.Games(), func(out *os.File, progress func(arena.Progress)) (outcome, error) {
		t.Out, t.Progress = out, progress
		r := tournament.Result{Tournament: t}
		shares, err := o.withWorkers(ctx, env, true, t.Match.Rules, t.Bots, func(run *farm.Run) (err error) {
			if run != nil {
				t.PlayElsewhere = run.Play
			}
			r, err = t.Run(ctx)
			return err
		})
		games, broken := r.GameCounts()
		page := report.Page{Title: r.Title(), Anchor: t.Anchor, Digest: r.Digest(), Matches: r.Matches, CardsWithoutDeck: t.Match.CardsWithoutDeck()}
		return outcome{
			result: r, shares: shares, games: games, brokenGames: broken, firstFailure: r.FirstPanic, botFaults: r.FaultCount(), undecided: r.UnratedReason, match: r.PairingMatch,
			page: page,
		}, err
	})
}

// tournament returns the tournament of the command line.
func (o *tournamentOptions) tournament(env environ, args []string) (t tournament.Tournament, err error) {
	m, rules, err := o.read(env, args)
	if err != nil {
		return t, err
	}
	t = tournament.Tournament{Bots: m.Bots, Seats: o.seats, Pairings: o.pairings, Rounds: o.rounds, Anchor: o.anchor}
	if t.Format, err = tournament.ParseFormat(o.format); err != nil {
		return t, unknownName("format", o.format, tournament.Formats)
	}
	var names []string
	for _, bot := range t.Bots {
		names = append(names, bot.Name)
	}
	info := rules.Info()
	switch least := max(info.MinSeats, 2); {
	case info.MaxSeats < 2:
		return t, usagef("%s has one seat: use gamed match", info.Name)
	case o.seats < least || o.seats > info.MaxSeats:
		return t, usagef("--seats %d: use %d to %d for %s", o.seats, least, info.MaxSeats, info.Name)
	case len(t.Bots) < o.seats:
		return t, usagef("%s at tables of %d: name more bots; gamed bots lists them", plural(len(t.Bots), "bot"), o.seats)
	case o.anchor == "":
		t.Anchor = names[0]
	case !slices.Contains(names, o.anchor):
		return t, unknownName("anchor", o.anchor, names)
	}
	if m.Games, err = o.wholeUnits(m.Games, o.seats); err != nil {
		return t, err
	}
	m.Bots = m.Bots[:o.seats]
	if err := o.setTable(env, rules, &m, t.Bots); err != nil {
		return t, err
	}
	t.Match = m
	return t, nil
}
