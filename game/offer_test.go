package game_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

var (
	offerDraw = &protocol.Offer{Kind: protocol.OfferDraw}
	accept    = &protocol.Respond{Kind: protocol.OfferDraw, Accept: true}
	decline   = &protocol.Respond{Kind: protocol.OfferDraw}
)

// ended checks that the game is a draw for all clients, in the log, and after a restart.
func (p *party) ended(reason string) {
	p.t.Helper()
	for i, s := range p.seats {
		if s == nil {
			continue
		}
		over := received[*protocol.Over](s)
		require.Len(p.t, over, 1, "seat %d", i)
		require.Equal(p.t, reason, over[0].Reason)
		require.True(p.t, over[0].Draw)
		require.Empty(p.t, over[0].Won)
		require.Nil(p.t, last[*protocol.Update](p.t, s).Decision)
	}
	r := replay(p.t, p.c)
	require.NotNil(p.t, r.End)
	require.Equal(p.t, reason, r.Reason)
	g := p.again()
	late := newSink()
	require.NoError(p.t, g.Attach(p.t.Context(), game.Attachment{Seat: state.Watcher, To: late}))
	require.Equal(p.t, reason, last[*protocol.Over](p.t, late).Reason)
	require.Equal(p.t, last[*protocol.Update](p.t, late).N, last[*protocol.Update](p.t, p.person()).N)
}

// TestDraw checks which draw offers end the game.
func TestDraw(t *testing.T) {
	rated := func(c *config) { c.Header.Rated = true }
	tests := []struct {
		name, seats string
		change      func(*config)
		play        func(*party)
		reason      string // of the draw, or "" if the game goes on
	}{
		{"two agree", "pp", nil, func(p *party) {
			p.say(0, offerDraw)
			require.Equal(p.t, []protocol.Offered{{Kind: "draw", Seat: 0, Accepted: []int{}, Asked: []int{1}}}, p.offers(1))
			p.say(0, offerDraw) // a repetition changes nothing
			p.say(1, accept)
		}, "agreed"},
		{"two agree in a rated game", "pp", rated, func(p *party) { p.say(0, offerDraw); p.say(1, accept) }, "agreed"},
		{"three have to agree", "ppp", nil, func(p *party) {
			p.say(2, offerDraw)
			p.say(0, accept)
			require.Equal(p.t, []protocol.Offered{{Kind: "draw", Seat: 2, Accepted: []int{0}, Asked: []int{1}}}, p.offers(1))
			p.say(0, accept) // a repetition changes nothing
			require.Empty(p.t, received[*protocol.Over](p.seats[0]))
			p.say(1, accept)
		}, "agreed"},
		{"one declines", "ppp", nil, func(p *party) {
			p.say(2, offerDraw)
			p.say(0, accept)
			p.say(1, decline)
			require.Empty(p.t, p.offers(0))
			for _, s := range p.seats {
				require.Equal(p.t, &protocol.Declined{Kind: "draw", Seat: 2, By: 1}, last[*protocol.Table](p.t, s).Declined)
			}
			p.refused(2, offerDraw, protocol.NotNow)
			p.refused(0, accept, protocol.NotNow)
			p.say(0, offerDraw) // another seat may offer
			p.say(0, decline)   // and may withdraw
			require.Equal(p.t, &protocol.Declined{Kind: "draw", Seat: 0, By: 0}, last[*protocol.Table](p.t, p.seats[1]).Declined)
			require.Empty(p.t, p.offers(1))
			p.refused(0, offerDraw, protocol.NotNow)
		}, ""},
		{"two offers at once", "pp", nil, func(p *party) {
			p.say(0, offerDraw)
			p.refused(1, offerDraw, protocol.NotNow)
			p.refused(0, accept, protocol.NotNow)
		}, ""},
		{"alone with a bot", "pb", nil, func(p *party) { p.say(0, offerDraw) }, "agreed"},
		{"alone with a bot, rated", "pb", rated, func(p *party) { p.refused(0, offerDraw, protocol.NotNow) }, ""},
		{"a bot and another person", "ppb", nil, func(p *party) { p.refused(0, offerDraw, protocol.NotNow) }, ""},
		{"a resigned seat has no say", "ppp", nil, func(p *party) {
			p.say(1, &protocol.Resign{})
			p.say(0, offerDraw)
			p.refused(1, accept, protocol.NoSeat)
			p.refused(1, offerDraw, protocol.NoSeat)
			p.say(2, accept)
		}, "agreed"},
		{"an offer lapses when the asked seat leaves", "ppp", nil, func(p *party) {
			p.say(0, offerDraw)
			p.say(1, &protocol.Resign{})
			require.Empty(p.t, p.offers(0))
			p.say(0, offerDraw)
		}, ""},
		{"an offer lapses", "pp", nil, func(p *party) {
			p.say(0, offerDraw)
			turn := last[*protocol.Update](p.t, p.seats[0]).Turn
			for last[*protocol.Update](p.t, p.seats[0]).Turn < turn+2 {
				require.NotEmpty(p.t, p.offers(1))
				p.choose(p.firstAwaited(), 0)
			}
			require.Empty(p.t, p.offers(1))
			p.refused(1, accept, protocol.NotNow)
		}, ""},
		{"a spectator", "pp", nil, func(p *party) {
			w := newSink()
			require.NoError(p.t, p.g.Submit(state.Watcher, w)(offerDraw))
			synctest.Wait()
			require.Equal(p.t, protocol.NoSeat, last[*protocol.Error](p.t, w).Code)
		}, ""},
		{"an absent seat has no say", "ppp", nil, func(p *party) {
			require.NoError(p.t, p.g.Detach(p.t.Context(), p.seats[1]))
			time.Sleep(10 * time.Minute)
			p.say(0, offerDraw)
			require.Equal(p.t, []int{2}, p.offers(2)[0].Asked)
			p.say(2, accept)
			p.seats[1] = nil
		}, "claimed"},
		{"everybody else is away", "pp", nil, func(p *party) {
			require.NoError(p.t, p.g.Detach(p.t.Context(), p.seats[1]))
			p.seats[1] = nil
			time.Sleep(10 * time.Minute)
			p.say(0, offerDraw)
		}, "claimed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := gather(t, test.seats, test.change)
				test.play(p)
				if test.reason != "" {
					p.ended(test.reason)
					return
				}
				require.False(t, settle(t, p.g).Over)
				require.Empty(t, replay(t, p.c).Reason)
			})
		})
	}
}

// TestDrawIsNotStored checks that a draw that the log refuses does not end the game, and that the
// player can accept the offer again.
func TestDrawIsNotStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", nil)
		p.say(0, offerDraw)
		p.c.Log.(*store.Memory).InjectFault(func(c store.Call) store.Fault {
			if c.Append {
				return store.Fault{Err: store.ErrFull}
			}
			return store.Fault{}
		})
		p.refused(1, accept, protocol.Unavailable)
		require.NotEmpty(t, p.offers(0))
		p.c.Log.(*store.Memory).InjectFault(nil)
		p.say(1, accept)
		p.ended("agreed")
	})
}

// TestOffersAreKept checks that a restart keeps offers, responses and declined offers.
func TestOffersAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "ppp", nil)
		back := func() {
			p.g = p.again()
			for i := range p.seats {
				p.seats[i] = newSink()
				joined := &protocol.Joined{Game: p.c.Header.Game}
				require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: state.Seat(i), To: p.seats[i], Joined: joined}))
			}
		}
		p.say(2, offerDraw)
		p.say(0, accept)
		back()
		p.say(0, &protocol.Who{})
		require.Equal(t, []protocol.Offered{{Kind: "draw", Seat: 2, Accepted: []int{0}, Asked: []int{1}}}, p.offers(0))
		p.say(1, decline)
		back()
		p.refused(2, offerDraw, protocol.NotNow)
		p.refused(1, accept, protocol.NotNow)
		turn := last[*protocol.Update](t, p.seats[0]).Turn
		for last[*protocol.Update](t, p.seats[0]).Turn == turn {
			p.choose(p.firstAwaited(), 0)
		}
		back()
		p.say(2, offerDraw)
		require.NotEmpty(t, p.offers(1))
		p.say(1, &protocol.Resign{})
		back()
		p.say(0, &protocol.Who{})
		require.Empty(t, p.offers(0), "the offer has lapsed")
	})
}

// TestBeforeAndAfter checks that offers are refused before all seats are taken, and after the end.
func TestBeforeAndAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", func(c *config) { c.Seats[1].Kind = protocol.SeatOpen })
		p.refused(0, offerDraw, protocol.NotAsked)
		p = gather(t, "pp", func(c *config) { c.Header.Game = "other" })
		p.say(0, &protocol.Resign{})
		p.refused(0, offerDraw, protocol.GameOver)
		p.refused(1, accept, protocol.GameOver)
		p.refused(1, &protocol.Exit{Seat: 0, Way: protocol.ExitWin}, protocol.GameOver)
	})
}

// TestResignOneByOne checks that the game goes on while at least two seats have not resigned, and
// that the last seat wins.
func TestResignOneByOne(t *testing.T) {
	for _, seats := range []string{"ppp", "pppp"} {
		t.Run(seats, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := gather(t, seats, nil)
				for seat := 1; seat < len(seats); seat++ {
					require.False(t, settle(t, p.g).Over)
					for range 7 {
						p.choose(p.firstAwaited(), 0)
					}
					leaves := (seat*2 + 1) % len(seats)
					if len(seats) == 4 {
						leaves = seat - 1
					}
					p.say(leaves, &protocol.Resign{})
					p.refused(leaves, &protocol.Resign{}, map[bool]protocol.Code{true: protocol.GameOver, false: protocol.NoSeat}[seat == len(seats)-1])
					u := last[*protocol.Update](t, p.seats[leaves])
					assert.Nil(t, u.Decision)
					assert.NotContains(t, u.Awaiting, leaves)
				}
				over := last[*protocol.Over](t, p.person())
				assert.Len(t, over.Won, 1)
				assert.Equal(t, protocol.ReasonEnd, over.Reason)
				assert.Equal(t, over.Won, replay(t, p.c).End.Won)
			})
		})
	}
}

// TestDeclineInvitation checks that the players of an open game learn that a spectator will not
// join.
func TestDeclineInvitation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", func(c *config) { c.Seats[1] = table.Seat{Kind: protocol.SeatOpen} })
		guest := newSink()
		require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: guest}))
		say := func(m protocol.ClientMessage) {
			require.NoError(t, p.g.Submit(state.Watcher, guest)(m))
			synctest.Wait()
		}
		say(&protocol.Respond{Kind: protocol.Invitation})
		assert.Equal(t, &protocol.Declined{Kind: protocol.Invitation, Seat: -1, By: -1}, last[*protocol.Table](t, p.seats[0]).Declined)
		p.refused(0, &protocol.Respond{Kind: protocol.Invitation}, protocol.NotNow)
		say(&protocol.Respond{Kind: protocol.Invitation, Accept: true})
		assert.Equal(t, protocol.NotNow, last[*protocol.Error](t, guest).Code)
	})
}
