package conformance

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"gamed/ai"
	"gamed/arena"
	"gamed/state"
	"gamed/state/statecheck"
	"gamed/table"
)

// A deal is a game to play. It generates randomness as a server does, so its log can be
// replayed.
type deal struct {
	rules state.Dealer
	key   table.Key
	setup state.Setup
}

// deal returns game number n of the test. The seats rotate through the ready-made decks.
func (t *GameTest) deal(n, seats int) deal {
	d := deal{rules: t.Rules, key: table.KeyFrom(t.Seed, uint64(n))}
	d.setup = state.Setup{Seats: seats, Seed: state.Seed(table.NewChance(d.key).Next()), Table: t.Table}
	if decks := t.Rules.Info().Decks; len(decks) > 0 {
		for seat := range seats {
			d.setup.Decks = append(d.setup.Decks, decks[(n+seat)%len(decks)].Name)
		}
	}
	return d
}

func (d deal) play() statecheck.GameSpec {
	return statecheck.GameSpec{
		Rules: d.rules, Setup: d.setup, Requests: maxRequests,
		Salts: func() func() uint64 {
			chance := table.NewChance(d.key)
			chance.Next() // the seed of the deal
			return chance.Next
		},
	}
}

// log returns the log of a game with these requests, one record per line.
func (d deal) log(requests []state.Request) (log []byte) {
	for _, record := range d.records(requests) {
		log = append(append(log, record...), '\n')
	}
	return log
}

func (d deal) records(requests []state.Request) (all [][]byte) {
	add := func(r table.Record) {
		data, err := r.Encode()
		if err != nil {
			panic(err) // strings and numbers always encode
		}
		all = append(all, data)
	}
	info := d.rules.Info()
	header := table.Header{
		Format: table.Format, Program: "check", Game: "check", Rules: info.Name, Version: info.Version,
		Cards: table.CardsHash(info), Key: d.key, Setup: d.setup, Seats: make([]table.Seat, d.setup.Seats),
	}
	for i := range header.Seats {
		header.Seats[i] = table.Seat{Kind: "bot", Name: "random"}
	}
	add(table.Record{Kind: "header", Header: &header})
	for _, q := range requests {
		add(table.Record{Kind: "request", Request: table.RequestOf(q)})
	}
	return all
}

// replayEvery is the number of requests between two replays of a log.
const replayEvery = 64

// checkReplays replays the log at several points of a game, as a server does that restarts there, and
// compares the positions.
func (t *GameTest) checkReplays(d deal) *statecheck.Failure {
	return statecheck.Each(d.play(), func(m state.Machine, requests []state.Request) error {
		if over, _ := m.Result(); !over && len(requests)%replayEvery != 0 {
			return nil
		}
		r, err := table.Restore(d.records(requests), table.SameRules(t.Rules))
		if err != nil {
			return fmt.Errorf("the log of %d requests does not replay: %w", len(requests), err)
		}
		if !bytes.Equal(r.Table.Machine.AppendState(nil), m.AppendState(nil)) {
			return fmt.Errorf("the log of %d requests replays to a different position", len(requests))
		}
		return nil
	})
}

// runMatches plays the same match serially, in parallel, and in game actors. It reports a step for
// each, and the speed.
func (t *GameTest) runMatches(ctx context.Context) error {
	info := t.Rules.Info()
	random, err := arena.NewPlayer(ai.Roster{}, info.Name, "random")
	if err != nil {
		return err
	}
	digests := make(map[int]string) // digests of the serial games, by number of seats
	var took time.Duration
	for _, way := range []struct {
		name     string
		parallel int
		lane     arena.Lane
	}{{"serial games", 1, arena.Direct}, {"parallel games equal serial games", 4, arena.Direct}, {"served games equal serial games", 1, arena.Actor}} {
		s := Step{Outcome: OK}
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			m := arena.Match{Rules: t.Rules, Games: t.Games, Seed: t.Seed, Table: t.Table, NoSwap: true, Parallel: way.parallel, Lane: way.lane}
			for range seats {
				m.Bots = append(m.Bots, random)
			}
			begun := time.Now()
			r, err := m.Run(ctx)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			was, known := digests[seats]
			if !known {
				digests[seats], was = r.Digest, r.Digest
				took += time.Since(begun)
			}
			wrong := ""
			switch {
			case err != nil:
				wrong = err.Error()
			case r.EngineErrors > 0:
				wrong = fmt.Sprintf("the rules failed: %s", r.FirstPanic)
			case r.Digest != was:
				wrong = fmt.Sprintf("digest %s, serial digest %s", r.Digest, was)
			}
			if wrong != "" && s.Outcome == OK {
				s = Step{
					Outcome: Failed, Error: fmt.Sprintf("%s of %s, seed %d: %s", plural(t.Games, "game"), plural(seats, "seat"), t.Seed, wrong),
					Fix: "Games must share no mutable state, and rules must not depend on a clock or map order.",
				}
			}
			t.setPlayed(t.played + t.Games)
		}
		t.step("many games", way.name, s)
	}
	games := t.Games * len(digests)
	t.step("many games", "speed", Step{Outcome: OK, Note: fmt.Sprintf("%.0f random games/s on one core", float64(games)/took.Seconds())})
	return nil
}
