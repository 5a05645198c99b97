package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"gamed/game"
	"gamed/state"
	"gamed/state/statecheck"
)

// A deal is a game to be played, with its chance as a server draws it, so that its
// log can be run again.
type deal struct {
	rules state.Dealer
	key   game.Key
	setup state.Setup
}

// deal returns game n of the test. Ready decks take turns.
func (t *GameTest) deal(n, seats int) deal {
	d := deal{rules: t.Rules, key: game.KeyFrom(t.Seed, uint64(n))}
	d.setup = state.Setup{Seats: seats, Seed: game.NewChance(d.key).Next(), Table: t.Table}
	if decks := t.Rules.Info().Decks; len(decks) > 0 {
		for seat := range seats {
			d.setup.Decks = append(d.setup.Decks, decks[(n+seat)%len(decks)].Name)
		}
	}
	return d
}

func (d deal) play() statecheck.Play {
	return statecheck.Play{
		Rules: d.rules, Setup: d.setup, Requests: mostRequests,
		Salts: func() func() uint64 {
			chance := game.NewChance(d.key)
			chance.Next() // the seed of the deal
			return chance.Next
		},
	}
}

// log writes the log of a game.
func (d deal) log(requests []state.Request) (log []byte) {
	for _, record := range d.records(requests) {
		log = append(append(log, record...), '\n')
	}
	return log
}

func (d deal) records(requests []state.Request) (all [][]byte) {
	add := func(r game.Record) {
		data, err := json.Marshal(r)
		if err != nil {
			panic(err) // strings and numbers always encode
		}
		all = append(all, data)
	}
	info := d.rules.Info()
	header := game.Header{
		Format: game.Format, Program: "check", Game: "check", Rules: info.Name, Version: info.Version,
		Cards: game.CardsHash(info), Key: d.key, Setup: d.setup, Seats: make([]game.Seat, d.setup.Seats),
	}
	for i := range header.Seats {
		header.Seats[i] = game.Seat{Kind: "bot", Name: "random"}
	}
	add(game.Record{T: "header", Header: &header})
	for _, q := range requests {
		o := q.Option
		add(game.Record{T: "request", Request: &game.Request{
			Seat: q.Seat, Decision: q.Decision, Salt: strconv.FormatUint(q.Salt, 16),
			Option: [4]uint8{uint8(o.Do), uint8(o.Card), uint8(o.On), uint8(o.Also)},
		}})
	}
	return all
}

// logged is how many requests are between the parts of a log that are run again.
const logged = 64

// brings runs the log of a game again, from its end and from the middle of the game,
// as a server does that was stopped, and compares the bytes.
func (t *GameTest) brings(d deal) *statecheck.Failure {
	return statecheck.Each(d.play(), func(m state.Machine, requests []state.Request) error {
		if over, _ := m.Result(); !over && len(requests)%logged != 0 {
			return nil
		}
		r, err := game.Open(d.records(requests), func(string) (state.Dealer, error) { return t.Rules, nil })
		if err == nil {
			err = r.Run()
		}
		if err != nil {
			return fmt.Errorf("the log of %d requests cannot be run again: %w", len(requests), err)
		}
		if !bytes.Equal(r.Machine.AppendState(nil), m.AppendState(nil)) {
			return fmt.Errorf("the log of %d requests comes to another position", len(requests))
		}
		return nil
	})
}
