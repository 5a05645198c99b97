package game_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

// A party is a game with its clients, for tests in a synctest bubble. By default it is a game of Elements.
type party struct {
	t     *testing.T
	c     config
	g     *game.Game
	seats []*sink // nil for bots
}

// gather deals a game and attaches its people. Each letter of seats stands for a seat: b for a bot,
// any other letter for a person.
func gather(t *testing.T, seats string, change func(*config)) *party {
	t.Helper()
	c := deal(t, "party", 1)
	c.Header.Setup.Seats = len(seats)
	m, err := elements.Rules.Deal(c.Header.Setup)
	require.NoError(t, err)
	c.Machine, c.Seats = m, nil
	for i, kind := range seats {
		who := table.Seat{Kind: protocol.SeatPerson, Name: string(rune('A' + i))}
		if kind == 'b' {
			who.Kind = protocol.SeatBot
		}
		c.Seats = append(c.Seats, who)
	}
	c.Header.Seats, c.Header.At = c.Seats, time.Now().UnixMilli()
	if change != nil {
		change(&c)
	}
	p := &party{t: t, c: c, g: start(t, c)}
	for i, who := range c.Seats {
		var s *sink
		if who.Kind == protocol.SeatPerson {
			s = newSink()
			require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: state.Seat(i), To: s}))
		}
		p.seats = append(p.seats, s)
	}
	synctest.Wait()
	return p
}

// say sends a message from a seat, and waits until the game has handled it.
func (p *party) say(seat int, m protocol.ClientMessage) {
	p.t.Helper()
	from := newSink()
	if seat < len(p.seats) && p.seats[seat] != nil {
		from = p.seats[seat]
	}
	require.NoError(p.t, p.g.Submit(state.Seat(seat), from)(m))
	synctest.Wait()
}

// refused sends a message from a seat, and requires a refusal with the code and no new record.
func (p *party) refused(seat int, m protocol.ClientMessage, code protocol.Code) {
	p.t.Helper()
	before := len(received[*protocol.Error](p.seats[seat]))
	records := p.records()
	p.say(seat, m)
	all := received[*protocol.Error](p.seats[seat])
	require.Len(p.t, all, before+1)
	require.Equal(p.t, code, all[before].Code, all[before].Text)
	require.Equal(p.t, records, p.records())
}

// choose takes an option of the open decision of a seat.
func (p *party) choose(seat, option int) {
	p.t.Helper()
	d := last[*protocol.Update](p.t, p.seats[seat]).Decision
	require.NotNil(p.t, d)
	p.say(seat, &protocol.Choose{Decision: d.ID, Option: option})
}

// firstAwaited returns the first awaited seat.
func (p *party) firstAwaited() int { return last[*protocol.Update](p.t, p.person()).Awaiting[0] }

// offers returns the open offers that a seat last received.
func (p *party) offers(seat int) []protocol.Offered {
	tables := received[*protocol.Table](p.seats[seat])
	if len(tables) == 0 {
		return nil
	}
	return tables[len(tables)-1].Offers
}

// person returns the sink of the first person, or nil if all seats are bots.
func (p *party) person() *sink {
	for _, s := range p.seats {
		if s != nil {
			return s
		}
	}
	return nil
}

func (p *party) records() int {
	records, err := p.c.Log.Read(p.t.Context(), p.c.Header.Game)
	require.NoError(p.t, err)
	return len(records)
}

// again reloads the game from its log, as another process would.
func (p *party) again() *game.Game {
	p.t.Helper()
	require.NoError(p.t, p.g.Close(p.t.Context()))
	c := replay(p.t, p.c).Config()
	c.Log, c.Timers, c.Pause, c.Substitute = p.c.Log, p.c.Timers, p.c.Pause, p.c.Substitute
	return start(p.t, c)
}

// TestKeyFromElsewhere joins with the key of a seat that a player took on another server. It checks that
// the game closes because it has a new owner, and does not report a wrong key.
func TestKeyFromElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", nil)
		_, ok, err := p.g.SeatByKey(t.Context(), "unknown")
		require.NoError(t, err)
		require.False(t, ok)
		require.NoError(t, p.c.Log.Append(t.Context(), p.c.Header.Game, uint64(p.records()), []byte(`{"t":"epoch","epoch":"another"}`)))
		_, ok, err = p.g.SeatByKey(t.Context(), "elsewhere")
		require.ErrorIs(t, err, game.ErrClosed)
		require.False(t, ok)
		synctest.Wait()
		require.NotEmpty(t, received[*protocol.Bye](p.seats[0]))
	})
}
