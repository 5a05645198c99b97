package sim

import (
	"fmt"
	"math/rand/v2"
	"time"

	"gamed/protocol"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

// A plan is generated from a seed. It contains the game and its faults. A plan has only some
// kinds of faults, because the other kinds might keep the game from some states.
type plan struct {
	rules         *table.CachedRules
	header        table.Header
	watched       bool
	choices       int           // choices before a resignation
	faultTime     time.Duration // duration of the faults
	faultInterval time.Duration // mean time between faults
	faultKinds    []func(*simulation)
	refused       float64 // probability that the log rejects a record
	unknown       float64 // probability that the log does not report whether it has stored a record
	lateStores    bool    // the log may store a record with an unknown outcome later
	slow          float64 // probability of a slow write
	breaks        float64 // probability that a message breaks its connection
	twice         float64 // probability that a choice is sent twice
	away          float64 // probability of an absence
	agree         float64 // probability of an offer
	extras        float64 // probability of a change of settings or a chat message
	leaver        int     // seat of a person with a long absence, or -1 for none
	nonce         string  // the late joiner's nonce
}

var games = []*table.CachedRules{table.Cache(elements.Rules), table.Cache(dominion.Rules), table.Cache(harbour)}

func drawPlan(r *rand.Rand, seed uint64) plan {
	rate := func(of ...float64) float64 { return of[r.IntN(len(of))] }
	p := plan{
		rules: games[r.IntN(len(games))], watched: r.IntN(3) == 0, choices: 4 + r.IntN(24),
		faultTime: time.Duration(20+r.IntN(100)) * time.Second, faultInterval: time.Duration(1+r.IntN(12)) * time.Second,
		refused: rate(0, 0, 0.02, 0.2), unknown: rate(0, 0, 0.02, 0.2), lateStores: r.IntN(2) == 0, slow: rate(0, 0.05, 0.5),
		breaks: rate(0, 0, 0.02, 0.1), twice: rate(0, 0.1), away: rate(0, 0.02, 0.2),
	}
	for _, kind := range []func(*simulation){(*simulation).crash, (*simulation).freeze, (*simulation).stallStore, (*simulation).disconnectStore, (*simulation).fillDisk, (*simulation).takeOver, (*simulation).isolate, (*simulation).unload} {
		if r.IntN(2) == 0 {
			p.faultKinds = append(p.faultKinds, kind)
		}
	}
	info := p.rules.Info()
	from := max(info.MinSeats, 2)
	seats := from + r.IntN(min(info.MaxSeats, 4)-from+1)
	key := table.KeyFrom(seed, 0)
	p.header = table.Header{
		Format: table.Format, Program: "sim", Game: "g", Rules: info.Name, Version: info.Version, Cards: p.rules.Cards(),
		Key: key, Setup: state.Setup{Seats: seats, Seed: state.Seed(table.NewChance(key).Next())}, At: time.Now().UnixMilli(),
	}
	bot, open := r.IntN(3*seats), r.IntN(3*seats)
	for i := range seats {
		seat := table.Seat{Kind: protocol.SeatPerson, Name: personName(i), KeyHash: fmt.Sprintf("secret-%d", i)}
		switch i {
		case bot:
			seat = table.Seat{Kind: protocol.SeatBot, Name: "bot"}
		case open:
			seat = table.Seat{Kind: protocol.SeatOpen}
		}
		p.header.Seats = append(p.header.Seats, seat)
	}
	if r.IntN(2) == 0 {
		absent := []string{protocol.AbsentForfeit, protocol.AbsentWait, protocol.AbsentBot, protocol.AbsentBot}
		p.header.Clock = &protocol.Clock{
			Bank: int64(r.IntN(20_000)), PerDecision: int64(500 + r.IntN(8_000)), Increment: int64(r.IntN(1_000)), Absent: absent[r.IntN(len(absent))],
		}
	}
	p.agree = rate(0, 0.02, 0.15)
	if p.watched && r.IntN(2) == 0 {
		p.header.Spectators = &protocol.Spectators{Delay: int64(1000 * (1 + r.IntN(20)))}
	}
	p.extras, p.leaver = rate(0, 0.02, 0.15), -1
	if r.IntN(5) == 0 {
		p.leaver = r.IntN(seats)
		if r.IntN(2) == 0 { // the other players' reaction must be exposed to faults too
			p.faultTime, p.faultInterval = p.faultTime+absence, 6*p.faultInterval
		}
	}
	if r.IntN(2) == 0 {
		p.nonce = "a nonce"
	}
	if r.IntN(3) == 0 {
		p.faultKinds = append(p.faultKinds, (*simulation).damageReads)
	}
	return p
}

func personName(seat int) string { return fmt.Sprintf("person %d", seat) }
