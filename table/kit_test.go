package table_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/rules/cardsim"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

// A tester is a *testing.T, or the T of a property test.
type tester interface {
	require.TestingT
	Helper()
}

// start is the time of the header, in ms since 1970.
const start = 1_790_000_000_000

// A log is a game that a test plays. It holds the records as lines, and the table that applied
// them.
type log struct {
	t      tester
	rules  state.Dealer
	lines  [][]byte
	live   *table.Table
	now    table.Now
	broken bool // the log cannot be read
}

var errBroken = errors.New("disk on fire")

// Past returns the records.
func (l *log) Past() ([][]byte, error) {
	if l.broken {
		return nil, errBroken
	}
	return slices.Clone(l.lines), nil
}

// These are the rulesets of the tests. They are cached, because computing their hashes takes longer
// than a replay.
var (
	elementsRules = table.Cache(elements.Rules)
	dominionRules = table.Cache(dominion.Rules)
	harborRules   = table.Cache(harbor())
)

// header returns the header of a game. seats has a letter for each seat: p for a person, b for a bot,
// o for an open seat.
func header(rules state.Dealer, seats string) *table.Header {
	info := rules.Info()
	key := table.KeyFrom(1, 0)
	h := &table.Header{
		Format: table.Format, Program: "test", Game: "g1", Rules: info.Name, Version: info.Version,
		Cards: table.CardsHash(info), Key: key, At: start,
		Setup: state.Setup{Seats: len(seats), Seed: state.Seed(table.NewChance(key).Next())},
	}
	for i, kind := range seats {
		seat := table.Seat{Kind: protocol.SeatPerson, KeyHash: fmt.Sprint("hash", i)}
		switch kind {
		case 'b':
			seat = table.Seat{Kind: protocol.SeatBot, Name: "greedy"}
		case 'o':
			seat = table.Seat{Kind: protocol.SeatOpen}
		}
		h.Seats = append(h.Seats, seat)
	}
	return h
}

// begin starts a game at its header.
func begin(t tester, rules state.Dealer, h *table.Header) *log {
	t.Helper()
	l := &log{t: t, rules: rules, now: table.Now{At: start, Bots: true}}
	l.now.Past = l
	line, err := (&table.Record{Kind: "header", Header: h}).Encode()
	require.NoError(t, err)
	l.lines = append(l.lines, line)
	l.live, err = table.New(h, table.SameRules(rules))
	require.NoError(t, err)
	return l
}

// duel is a game of Elements between two people.
func duel(t tester) *log { return begin(t, elementsRules, header(elementsRules, "pp")) }

// decide calls Decide twice. It requires that both calls return the same result and change nothing.
func (l *log) decide(in table.Input) (*table.Record, error) {
	l.t.Helper()
	before := l.live.AppendState(nil)
	r, err := l.live.Decide(in, l.now)
	require.Equal(l.t, before, l.live.AppendState(nil), "Decide(%#v) changes the table", in)
	again, wrong := l.live.Decide(in, l.now)
	require.Equal(l.t, err, wrong)
	require.Equal(l.t, r, again)
	if refusal := (*protocol.Error)(nil); err != nil {
		require.ErrorAs(l.t, err, &refusal)
		require.Nil(l.t, r)
		require.NotEmpty(l.t, refusal.Text)
	}
	return r, err
}

// add appends a record and applies it. It requires that a replay of the log gives the same table.
func (l *log) add(r *table.Record) table.Change {
	l.t.Helper()
	line, err := r.Encode()
	require.NoError(l.t, err)
	l.lines = append(l.lines, line)
	c, err := l.live.Apply(r, l.positionBefore)
	require.NoError(l.t, err)
	folded, err := table.Restore(slices.Clip(l.lines), table.SameRules(l.rules))
	require.NoError(l.t, err)
	require.Equal(l.t, string(folded.Table.AppendState(nil)), string(l.live.AppendState(nil)), "after %s", line)
	return c
}

// positionBefore returns the position before record n. It is the [table.PositionBefore] of the log.
func (l *log) positionBefore(n int) (state.Machine, error) {
	r, err := table.Restore(l.lines[:n:n], table.SameRules(l.rules))
	if err != nil {
		return nil, err
	}
	return r.Table.Machine, nil
}

// do decides an input, applies its record and the records that follow it, and returns the input's
// record.
func (l *log) do(in table.Input) *table.Record {
	l.t.Helper()
	r, err := l.decide(in)
	require.NoError(l.t, err)
	if r == nil {
		return nil
	}
	l.add(r)
	l.addFollowing()
	return r
}

// addFollowing appends the records that Next returns.
func (l *log) addFollowing() {
	l.t.Helper()
	for range 100 {
		r := l.live.Next(l.now)
		if r == nil {
			return
		}
		l.add(r)
	}
}

// requireRefused requires that an input is refused with the given code and part of the text.
func (l *log) requireRefused(in table.Input, code protocol.Code, text string) {
	l.t.Helper()
	_, err := l.decide(in)
	refusal := new(protocol.Error)
	require.ErrorAs(l.t, err, &refusal)
	require.Equal(l.t, code, refusal.Code, refusal.Text)
	require.Contains(l.t, refusal.Text, text)
}

// requireNoRecord requires that an input leads to no record.
func (l *log) requireNoRecord(in table.Input) {
	l.t.Helper()
	r, err := l.decide(in)
	require.NoError(l.t, err)
	require.Nil(l.t, r)
}

// requireDamaged requires that applying a record fails, in the live game and in a replay of a log.
func (l *log) requireDamaged(r *table.Record, text string) {
	l.t.Helper()
	where := fmt.Sprintf("record %d: ", len(l.lines)+1)
	_, err := l.live.Fork().Apply(r, l.positionBefore)
	require.ErrorIs(l.t, err, table.ErrDamaged)
	require.ErrorContains(l.t, err, where)
	require.ErrorContains(l.t, err, text)
	line, err := r.Encode()
	require.NoError(l.t, err)
	_, err = table.Restore(append(slices.Clip(l.lines), line), table.SameRules(l.rules))
	require.ErrorIs(l.t, err, table.ErrDamaged)
	require.ErrorContains(l.t, err, where)
	require.ErrorContains(l.t, err, text)
}

// askedSeat returns the first seat in turn order that has an open decision.
func (l *log) askedSeat() state.Seat { return l.live.Machine.Next() }

// choice answers the open decision of a seat.
func (l *log) choice(seat state.Seat, option int) *table.Choice {
	return &table.Choice{Seat: seat, Decision: l.live.Machine.Decision(seat), Option: option}
}

// choose makes the first seat with an open decision choose an option, and returns the seat.
func (l *log) choose(option int) state.Seat {
	l.t.Helper()
	seat := l.askedSeat()
	require.NotNil(l.t, l.do(l.choice(seat, option)))
	return seat
}

// records decodes the log.
func (l *log) records() (all []*table.Record) {
	for _, line := range l.lines {
		r, err := table.Decode(line)
		require.NoError(l.t, err)
		all = append(all, r)
	}
	return all
}

// Stores are the stats of a seat in the game harbor.
type Stores struct {
	Fish int `cardsim:"stat"`
	Rope int `cardsim:"hidden"`
}

// Stats lists the stats.
func (s *Stores) Stats() []cardsim.Stat { return cardsim.ExtractStats(s) }

// harbor is a decision game for one to four seats.
func harbor() state.Dealer {
	type player = cardsim.Player[*Stores]
	option := func(text string, fish, rope int) cardsim.CardOption[*Stores] {
		return cardsim.CardOption[*Stores]{Text: cardsim.Text(text), Choose: func(p *player) (cardsim.Message, error) {
			p.Stats.Fish += fish + p.Rand.N(2)
			p.Stats.Rope += rope
			return cardsim.Message{}, nil
		}}
	}
	g, err := (&cardsim.Game[*Stores]{
		Name: "harbor", About: "Fill the stores.", Seats: 4,
		New: func(*state.Rand) *Stores { return &Stores{Fish: 3} },
		Cards: []*cardsim.Card[*Stores]{
			{Name: "net", Title: cardsim.Text("Net"), Text: cardsim.Text("A net."), Options: []cardsim.CardOption[*Stores]{option("Cast it", 2, -1), option("Mend it", 0, 1)}},
			{Name: "boat", Title: cardsim.Text("Boat"), Text: cardsim.Text("A boat."), Options: []cardsim.CardOption[*Stores]{option("Sail", 3, 0), option("Stay", 0, 0)}},
		},
		Deck: []string{"net", "boat", "net", "boat"},
		Rules: []*cardsim.Rule[*Stores]{{Name: "full", Step: 9, Do: func(p *player) error {
			if p.Stats.Fish > 20 {
				p.End(cardsim.Ending{Name: "full", Text: cardsim.Text("The stores are full."), Won: true})
			}
			return nil
		}}},
	}).Build()
	if err != nil {
		panic(err)
	}
	return g
}

var _ tester = (*testing.T)(nil)
