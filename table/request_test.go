package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// TestChoice checks that a choice answers the open decision, and that any other choice is refused.
func TestChoice(t *testing.T) {
	l := duel(t)
	seat := l.askedSeat()
	c := l.choice(seat, 0)
	l.requireRefused(&table.Choice{Seat: seat, Decision: c.Decision, Option: -1}, protocol.Illegal, "not an option")
	l.requireRefused(&table.Choice{Seat: seat, Decision: c.Decision, Option: len(l.live.Options(seat))}, protocol.Illegal, "not an option")
	l.requireRefused(&table.Choice{Seat: seat}, protocol.Stale, "the open one is")
	l.requireRefused(&table.Choice{Seat: 2, Decision: 1}, protocol.NoSeat, "no such seat")
	l.requireRefused(&table.Choice{Seat: state.Watcher, Decision: 1}, protocol.NoSeat, "no such seat")
	l.now.At++
	r := l.do(c)
	require.Equal(t, "request", r.Kind)
	require.Equal(t, table.Request{Seat: seat, Decision: c.Decision, Option: r.Request.Option, Salt: r.Request.Salt, At: start + 1}, *r.Request)
	l.requireRefused(c, protocol.NotAsked, "another seat")
	for l.choose(0); l.askedSeat() != seat; {
		l.choose(0)
	}
	l.requireRefused(c, protocol.Stale, "is closed")
	l.do(&table.Resignation{Seat: 0})
	l.requireRefused(l.choice(1, 0), protocol.GameOver, "has ended")
	l.requireRefused(&table.Resignation{Seat: 1}, protocol.GameOver, "has ended")
}

// TestRefusedBefore checks that choices are refused while a seat is open, and after a fault.
func TestRefusedBefore(t *testing.T) {
	l := begin(t, elementsRules, header(elementsRules, "po"))
	l.requireRefused(l.choice(0, 0), protocol.NotAsked, "all seats are taken")
	l.requireRefused(&table.Resignation{Seat: 0}, protocol.NotAsked, "all seats are taken")
	l.do(table.Panic{Text: "panic: no"})
	l.requireRefused(l.choice(0, 0), protocol.GameOver, "after a fault")
	l.requireRefused(&table.Resignation{Seat: 0}, protocol.GameOver, "after a fault")
}

// TestBank checks that a choice records the seat's remaining time.
func TestBank(t *testing.T) {
	h := header(elementsRules, "pp")
	h.Clock = &protocol.Clock{Bank: 10_000, Increment: 500, Absent: protocol.AbsentForfeit}
	l := begin(t, elementsRules, h)
	for by, want := range map[string]int64{"": 7500, table.ByClock: 7000, table.ByBot: 7000} {
		seat := l.askedSeat()
		l.now.Bank[seat] = 7000
		c := l.choice(seat, 0)
		c.By = by
		require.Equal(t, want, *l.do(c).Request.Bank)
		require.Equal(t, want, l.live.Seats[seat].Bank)
	}
}

// TestExpired checks the count of consecutive answers that the clock makes for a seat.
func TestExpired(t *testing.T) {
	l := duel(t)
	seat, n := l.askedSeat(), 0
	for _, by := range []string{table.ByClock, table.ByBot, table.ByAuto, table.ByClock, "", table.ByClock} {
		for l.askedSeat() != seat {
			l.choose(0)
		}
		c := l.choice(seat, 0)
		c.By = by
		l.do(c)
		switch by {
		case table.ByClock:
			n++
		case "":
			n = 0
		}
		require.Equal(t, n, l.live.Seats[seat].Expired, by)
	}
}

// chapel returns a game of Dominion in which a seat has played Chapel. It also returns this seat.
func chapel(t *testing.T) (*log, state.Seat) {
	t.Helper()
	h := header(dominionRules, "pp")
	h.Setup.Table = map[string]string{"kingdom": "Chapel"}
	l := begin(t, dominionRules, h)
	for range 200 {
		seat := l.askedSeat()
		for _, text := range []string{"play Chapel", "buy Chapel", "play Copper", ""} {
			option := 0
			for i, o := range l.live.Options(seat) {
				if l.live.Machine.Label(seat, o).Text == text {
					option = i
				}
			}
			if text == "" || l.live.Machine.Label(seat, l.live.Options(seat)[option]).Text == text {
				l.choose(option)
				if text == "play Chapel" {
					return l, seat
				}
				break
			}
		}
	}
	require.Fail(t, "no seat plays Chapel")
	return nil, 0
}

// TestPick checks that a choice of several cards is one record and that one undo takes it back.
func TestPick(t *testing.T) {
	l, seat := chapel(t)
	p := l.live.Machine.Selection(seat)
	require.NotNil(t, p)
	require.Greater(t, len(p.Cards), 1, "%+v", p)
	last := len(p.Cards) - 1
	c := l.choice(seat, 0)
	c.Cards = []int{last, 0} // against the order of the options
	one := l.live.Machine.Fork()
	for _, option := range []state.Option{p.Cards[0], p.Cards[last], {Do: state.Done}} { // one at a time
		one.Apply(state.Request{Seat: seat, Decision: one.Decision(seat), Option: option}, nil)
	}
	for _, wrong := range [][]int{{-1}, {last + 1}, {1, 1}, {0, 1, 2, 3, 4}} {
		l.requireRefused(&table.Choice{Seat: seat, Decision: c.Decision, Cards: wrong}, protocol.Illegal, "card")
	}
	before, records, decision := l.live.Machine.Fork(), len(l.lines), c.Decision
	r := l.do(c)
	require.Len(t, r.Request.FurtherOptions, 2)
	require.Len(t, l.lines, records+1, "one record")
	require.Equal(t, string(one.AppendView(nil, seat)), string(l.live.Machine.AppendView(nil, seat)))

	r.Request.FurtherOptions = append(r.Request.FurtherOptions, table.EncodedOption{99})
	damagedAt := l.lines
	l.lines, l.live = l.lines[:records], restore(t, l, records)
	l.requireDamaged(r, "illegal")
	l.lines, l.live = damagedAt, restore(t, l, records+1)

	l.do(&table.Proposal{Seat: seat, Kind: protocol.OfferUndo})
	if len(l.live.Offers) > 0 {
		l.do(&table.Response{Seat: 1 - seat, Kind: protocol.OfferUndo, Accept: true})
	}
	require.Equal(t, string(before.AppendView(nil, seat)), string(l.live.Machine.AppendView(nil, seat)))
	require.Greater(t, l.live.Machine.Decision(seat), decision)
}

func restore(t *testing.T, l *log, records int) *table.Table {
	t.Helper()
	r, err := table.Restore(l.lines[:records:records], table.SameRules(l.rules))
	require.NoError(t, err)
	return r.Table
}

// TestDamagedRequest checks that a log counts as damaged if a request is illegal or its salt does
// not follow from the key.
func TestDamagedRequest(t *testing.T) {
	l := duel(t)
	seat := l.askedSeat()
	good, err := l.decide(l.choice(seat, 0))
	require.NoError(t, err)
	for text, change := range map[string]func(*table.Request){
		"does not come from the game's key": func(q *table.Request) { q.Salt = 1 },
		"stale":                             func(q *table.Request) { q.Decision += 3 },
		"illegal":                           func(q *table.Request) { q.Option[0] = 99 },
		"no such seat":                      func(q *table.Request) { q.Seat = 9 },
	} {
		q := *good.Request
		change(&q)
		l.requireDamaged(&table.Record{Kind: "request", Request: &q}, text)
	}
	q := *good.Request
	q.Salt = 1
	_, err = l.live.Fork().Apply(&table.Record{Kind: "request", Request: &q}, nil)
	require.ErrorIs(t, err, table.ErrUnfair)
	l.add(good)
}
