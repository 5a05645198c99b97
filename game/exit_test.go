package game_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// TestExit checks each way to leave a game that another seat delays. The game refuses the exit just before
// the wait is over, and accepts it right after.
func TestExit(t *testing.T) {
	leave := func(p *party, seat int) { require.NoError(p.t, p.g.Detach(p.t.Context(), p.seats[seat])) }
	waits := func(c *config) {
		c.Header.Clock, c.Timers = &protocol.Clock{PerDecision: 1000, Absent: protocol.AbsentWait}, game.NewTimers()
	}
	// expire plays until the clock has answered three times for the absent seat, and the other seat
	// has no open decision.
	expire := func(p *party, absent int, step time.Duration) {
		for n := 0; n < 3; {
			if p.decision(1-absent) != nil {
				p.choose(1-absent, 0)
				continue
			}
			time.Sleep(step)
			synctest.Wait()
			n = len(slices.DeleteFunc(p.requestsBy(absent), func(by string) bool { return by != "clock" }))
		}
		for p.decision(1-absent) != nil {
			p.choose(1-absent, 0)
		}
	}
	tests := []struct {
		name, seats string
		change      func(*config)
		begin       func(p *party, absent int)
		wait        time.Duration // the wait after which a seat may leave; 0 for never
	}{
		{"away", "pp", nil, leave, 10 * time.Minute},
		{"silent", "pp", nil, func(*party, int) {}, 24 * time.Hour},
		{"away of three", "ppp", nil, leave, 10 * time.Minute},
		{"away and back", "pp", nil, func(p *party, absent int) {
			leave(p, absent)
			time.Sleep(9 * time.Minute)
			require.NoError(p.t, p.g.Attach(p.t.Context(), game.Attachment{Seat: state.Seat(absent), To: p.seats[absent]}))
			leave(p, absent)
		}, 10 * time.Minute},
		{"the player was away long before the decision", "pp", nil, func(p *party, absent int) {
			p.choose(absent, 0)
			if p.decision(absent) != nil {
				p.choose(absent, 0)
			}
			leave(p, absent)
			time.Sleep(time.Hour)
			for !slices.Contains(last[*protocol.Update](p.t, p.seats[1-absent]).Awaiting, absent) {
				p.choose(1-absent, 0)
			}
		}, 10 * time.Minute},
		{"a clock runs", "pp", func(c *config) {
			c.Header.Clock, c.Timers = &protocol.Clock{Bank: (1000 * time.Hour).Milliseconds(), Absent: protocol.AbsentWait}, game.NewTimers()
		}, leave, 0},
		{"a clock that has given up", "pp", waits, func(p *party, absent int) {
			leave(p, absent)
			leave(p, 1-absent)
			time.Sleep(time.Hour) // both players are absent
			synctest.Wait()
			require.NoError(p.t, p.g.Attach(p.t.Context(), game.Attachment{Seat: state.Seat(1 - absent), To: p.seats[1-absent]}))
			expire(p, absent, time.Second)
			time.Sleep(time.Minute) // a decision may stay open for a minute, however short the clock
		}, time.Nanosecond},
		{"a clock of days that has given up", "pp", func(c *config) {
			c.Header.Clock, c.Timers = &protocol.Clock{PerDecision: (5 * time.Hour).Milliseconds(), Absent: protocol.AbsentWait}, game.NewTimers()
		}, func(p *party, absent int) {
			leave(p, absent)
			expire(p, absent, time.Hour)
		}, 5 * time.Hour},
	}
	for i, test := range tests {
		ways := []string{protocol.ExitWin, protocol.ExitDraw, protocol.ExitBot}
		if testing.Short() {
			ways = ways[i%3:][:1] // enough for the race detector
		}
		for _, way := range ways {
			t.Run(test.name+"/"+way, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					stands := make(chan state.Seat, 10)
					p := gather(t, test.seats, func(c *config) {
						c.Substitute = func(_ *game.Game, seat state.Seat) { stands <- seat }
						if test.change != nil {
							test.change(c)
						}
						if c.Timers != nil {
							t.Cleanup(c.Timers.Close)
						}
					})
					absent := p.firstAwaited()
					by := (absent + 1) % len(test.seats)
					exit := &protocol.Exit{Seat: absent, Way: way}
					p.refused(by, &protocol.Exit{Seat: by, Way: way}, protocol.NoSeat)
					p.refused(by, &protocol.Exit{Seat: 5, Way: way}, protocol.NoSeat)
					test.begin(p, absent)
					if test.wait == 0 {
						time.Sleep(11 * time.Minute)
						p.refused(by, exit, protocol.NotNow)
						return
					}
					if test.wait > time.Second {
						time.Sleep(test.wait - time.Second)
						p.refused(by, exit, protocol.NotNow)
						p.say(by, &protocol.Who{})
						seat := last[*protocol.Table](t, p.seats[by]).Seats[absent]
						require.EqualValues(t, 1000, *seat.Exit)
						time.Sleep(time.Second)
					}
					p.say(by, &protocol.Who{})
					seat := last[*protocol.Table](t, p.seats[by]).Seats[absent]
					require.Zero(t, *seat.Exit)
					require.GreaterOrEqual(t, seat.Asked, test.wait.Milliseconds())
					p.say(by, exit)
					p.requireExit(way, by, absent, stands)
				})
			})
		}
	}
}

// requireExit checks the outcome of an exit.
func (p *party) requireExit(way string, by, absent int, stands chan state.Seat) {
	t := p.t
	three := len(p.seats) == 3
	switch {
	case way == protocol.ExitBot:
		require.Equal(t, state.Seat(absent), <-stands)
		require.False(t, settle(t, p.g).Over)
		p.g = p.again()
		synctest.Wait()
		require.Equal(t, state.Seat(absent), <-stands, "the bot plays again after a restart")
		bot := newSink()
		require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: state.Seat(absent), Bot: bot}))
		require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: state.Seat(absent), To: newSink()}))
		require.Len(t, received[*protocol.Bye](bot), 1, "the player is back, so the bot must leave")
		for len(stands) > 0 {
			<-stands
		}
		p.again()
		synctest.Wait()
		require.Empty(t, stands)
	case way == protocol.ExitDraw && three:
		third := 3 - by - absent
		require.Equal(t, []int{third}, p.offers(third)[0].Asked)
		p.say(third, accept)
		require.Equal(t, protocol.ReasonClaimed, last[*protocol.Over](t, p.seats[by]).Reason)
	case way == protocol.ExitDraw && p.c.Header.Clock == nil && replay(t, p.c).Reason == "":
		require.Equal(t, []int{absent}, p.offers(by)[0].Asked, "the player is connected and can answer")
	case way == protocol.ExitDraw:
		require.Equal(t, protocol.ReasonClaimed, last[*protocol.Over](t, p.seats[by]).Reason)
	case three:
		require.False(t, settle(t, p.g).Over)
		require.NotContains(t, last[*protocol.Update](t, p.seats[by]).Awaiting, absent)
	default:
		over := last[*protocol.Over](t, p.seats[by])
		require.Equal(t, []int{by}, over.Won)
		require.Equal(t, protocol.ReasonEnd, over.Reason)
		require.Equal(t, over.Won, replay(t, p.c).End.Won)
	}
}

// TestWho checks the times that a client receives in answer to the message who: how long a seat has
// been asked, and how long its player has been away. It checks them before and after a restart.
func TestWho(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", nil)
		absent := p.firstAwaited()
		require.Zero(t, last[*protocol.Table](t, p.seats[absent]).Seats[absent].Asked)
		time.Sleep(90*time.Second + time.Millisecond)
		p.say(1-absent, &protocol.Who{})
		table := last[*protocol.Table](t, p.seats[1-absent])
		assert.EqualValues(t, 90_000, table.Seats[absent].Asked)
		assert.Zero(t, table.Seats[absent].Away)
		assert.NotNil(t, table.Seats[absent].Exit)
		p.choose(absent, 0)
		require.NoError(t, p.g.Detach(t.Context(), p.seats[absent]))
		time.Sleep(time.Minute)
		w := newSink()
		require.NoError(t, p.g.Submit(state.Watcher, w)(&protocol.Who{}))
		synctest.Wait()
		seats := last[*protocol.Table](t, w).Seats
		assert.EqualValues(t, 60_000, seats[absent].Away)
		assert.EqualValues(t, 150_000, seats[1-absent].Asked)
		assert.Zero(t, seats[1-absent].Away)

		p.g = p.again()
		time.Sleep(time.Minute)
		require.NoError(t, p.g.Submit(state.Watcher, w)(&protocol.Who{}))
		synctest.Wait()
		seats = last[*protocol.Table](t, w).Seats
		assert.EqualValues(t, 210_000, seats[1-absent].Asked, "the log has the time of the decision")
		assert.EqualValues(t, 210_000, seats[1-absent].Away, "the log does not record presence")
		assert.EqualValues(t, 390_000, *seats[1-absent].Exit)
	})
}

// TestAskedFromTheBeginning checks the time for which a seat has been asked. It counts from the start of
// the game, not from the creation of the table, and a restart does not change that.
func TestAskedFromTheBeginning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", func(c *config) { c.Seats[1] = table.Seat{Kind: protocol.SeatOpen} })
		time.Sleep(time.Hour)
		p.g = p.again()
		time.Sleep(time.Hour)
		_, err := p.g.Sit(t.Context(), table.Sit{Seat: 1, Who: table.Seat{Kind: protocol.SeatPerson, KeyHash: "late"}})
		require.NoError(t, err)
		time.Sleep(time.Minute)
		w := newSink()
		require.NoError(t, p.g.Submit(state.Watcher, w)(&protocol.Who{}))
		synctest.Wait()
		for _, seat := range last[*protocol.Table](t, w).Seats {
			assert.EqualValues(t, 60_000, seat.Asked)
			assert.EqualValues(t, 540_000, *seat.Exit)
		}
	})
}

// TestComeBack checks that a restart keeps how long a player has been absent, and gives all
// players time to reconnect.
func TestComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", nil)
		absent := p.firstAwaited()
		exit := &protocol.Exit{Seat: absent, Way: protocol.ExitWin}
		time.Sleep(time.Hour)
		p.g = p.again()
		p.seats[1-absent] = newSink()
		require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: state.Seat(1 - absent), To: p.seats[1-absent]}))
		time.Sleep(2*time.Minute - time.Second)
		p.refused(1-absent, exit, protocol.NotNow)
		time.Sleep(time.Second)
		p.say(1-absent, exit)
		over := last[*protocol.Over](t, p.seats[1-absent])
		require.Equal(t, []int{1 - absent}, over.Won)
		require.Equal(t, []protocol.Resigned{{Seat: absent, By: "exit"}}, over.Resigned)
	})
}

// TestAbsentPlayerMustAgree checks that an offer needs the consent of an absent player until the other
// players may leave the game because of that player.
func TestAbsentPlayerMustAgree(t *testing.T) {
	for name, change := range map[string]func(*config){
		"a clock runs": func(c *config) {
			c.Header.Clock, c.Timers = &protocol.Clock{Bank: (72 * time.Hour).Milliseconds(), Absent: protocol.AbsentForfeit}, game.NewTimers()
		},
		"the seat has no open decision": func(*config) {},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := gatherAndBegin(t, "pp", func(c *config) {
					change(c)
					if c.Timers != nil {
						t.Cleanup(c.Timers.Close)
					}
				})
				if p.decision(1) != nil {
					p.choose(1, 0)
				}
				require.NoError(t, p.g.Detach(t.Context(), p.seats[1]))
				time.Sleep(time.Hour)
				require.NotContains(t, last[*protocol.Update](t, p.seats[0]).Awaiting, 1)
				p.say(0, offerDraw)
				require.Empty(t, received[*protocol.Over](p.seats[0]))
				require.Equal(t, []int{1}, p.offers(0)[0].Asked)
			})
		})
	}
}
