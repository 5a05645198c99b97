package game

import (
	"context"
	"crypto/subtle"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A liveSeat is the part of a seat's state that the log does not hold.
type liveSeat struct {
	agents    []recipient
	dismissed agent.JSONWriter // the previous substitute bot; its late answers are ignored
	awaySince int64            // when a person's last client left, in ms since 1970; 0 while connected
	chat      *rate.Limiter    // nil before the seat's first chat message
	muted     *uint8           // the senders muted after the end of the log, as bits; nil if unchanged
}

// A recipient is an agent that receives the messages of a game.
type recipient struct {
	to   agent.JSONWriter
	bot  agent.Thinker // the agent itself if it is a bot in this process; otherwise nil
	chat *rate.Limiter // of a spectator, nil before the first chat message
}

// noteAway notes when the last client of a person's seat left, or that the person is connected.
func (a *actor) noteAway(seat state.Seat) {
	p := &a.seats[seat]
	switch {
	case a.Table.Seats[seat].Kind != protocol.SeatPerson || a.playerConnected(seat):
		p.awaySince = 0
	case p.awaySince == 0:
		p.awaySince = time.Now().UnixMilli()
	}
}

// playerConnected reports whether a seat's own player is connected.
func (a *actor) playerConnected(seat state.Seat) bool {
	bot := a.Table.Seats[seat].Kind == protocol.SeatBot
	return slices.ContainsFunc(a.seats[seat].agents, func(to recipient) bool { return to.bot == nil || bot })
}

// standInBot returns the bot that plays for a person, or nil. The bot plays untimed until the
// person acts or reconnects.
func (a *actor) standInBot(seat state.Seat) agent.JSONWriter {
	if int(seat) < len(a.seats) && a.Table.Seats[seat].Kind == protocol.SeatPerson {
		for _, to := range a.seats[seat].agents {
			if to.bot != nil {
				return to.to
			}
		}
	}
	return nil
}

// playerBack handles the return of a seat's player: the bot leaves, and the seat's time runs
// again.
func (a *actor) playerBack(seat state.Seat) {
	if int(seat) >= len(a.seats) {
		return
	}
	returned := a.dismissBot(seat)
	if a.Table.StandInsCalled.Has(seat) {
		_, _ = a.handle(&table.Return{Seat: seat}, nil) // with this record, a restart does not attach the bot again
	}
	if a.clock != nil {
		if a.clock.resume(seat, time.Now()) {
			returned, a.timesChanged = true, true
		}
		a.updateClock()
	}
	if returned {
		a.tellTable(nil)
	}
}

// needsStandIn reports whether a bot should play for the person in a seat.
func (a *actor) needsStandIn(seat state.Seat) bool {
	return a.Table.StandInsCalled.Has(seat) || a.clock != nil && a.clock.Absent == protocol.AbsentBot && a.clock.absent(seat)
}

// byeStandIn is the message to a stand-in bot whose player is back.
var byeStandIn = &protocol.Bye{Reason: "the player is back and plays this seat"}

// dismissBot detaches the bot that stands in at a seat and tells it to leave. It reports whether
// there was such a bot.
func (a *actor) dismissBot(seat state.Seat) bool {
	bot := a.standInBot(seat)
	if bot == nil {
		return false
	}
	p := &a.seats[seat]
	p.dismissed = bot
	tell(bot, byeStandIn)
	p.agents = slices.DeleteFunc(p.agents, func(to recipient) bool { return to.to == bot })
	return true
}

// seatByKey returns the seat whose KeyHash is the given one, or false if there is none.
func (a *actor) seatByKey(keyHash string) (state.Seat, bool) {
	for i := range a.Table.Seats {
		if key := a.Table.Seats[i].KeyHash; key != "" && subtle.ConstantTimeCompare([]byte(key), []byte(keyHash)) == 1 {
			return state.Seat(i), true
		}
	}
	return 0, false
}

// SeatByKey returns the seat that was taken with the secret of the given SHA-256, or false if there
// is none. The error is [ErrClosed] if another server runs the game.
func (g *Game) SeatByKey(ctx context.Context, keyHash string) (seat state.Seat, ok bool, err error) {
	g.noteUse()
	seat, err = ask(ctx, g, func(a *actor) (state.Seat, error) {
		seat, ok := a.seatByKey(keyHash)
		switch {
		case ok:
			return seat, nil
		case a.checkReplaced():
			return 0, g.error(ErrClosed)
		}
		return state.Watcher, nil
	})
	return seat, err == nil && seat != state.Watcher, err
}

// OpenSeats returns the number of open seats. It does not wake the game.
func (g *Game) OpenSeats() int { return int(g.openSeats.Load()) }
