package game

import (
	"crypto/subtle"
	"fmt"
	"slices"
	"time"

	"gamed/protocol"
	"gamed/state"
)

// maxWatchers is how many spectators a game may have.
const maxWatchers = 1000

// attach starts to tell somebody.
func (a *actor) attach(at Attachment) error {
	if at.Bot == nil {
		a.back(at.Seat)
	} else {
		at.To = at.Bot
		a.relieve(at.Seat) // one is enough
	}
	to := audience{to: at.To, bot: at.Bot}
	switch {
	case int(at.Seat) < len(a.seats):
		p := &a.seats[at.Seat]
		p.agents = append(p.agents, to)
		p.noteLeft()
	case at.Seat != state.Watcher:
		return &protocol.Error{Code: protocol.NoSeat, Text: "this game has no such seat"}
	case a.alone:
		return &protocol.Error{Code: protocol.NoSeat, Text: "nobody may watch this game"}
	case len(a.watchers) == maxWatchers:
		return &protocol.Error{Code: protocol.Busy, Text: "too many are watching this game: try again later"}
	default:
		if err := a.castNow(); err != nil {
			return err
		}
		a.watchers = append(a.watchers, to)
	}
	if at.Joined != nil {
		at.Joined.Seats, at.Joined.Commit = a.table(), Commitment(a.key, a.hide)
		if at.Seat == state.Watcher && a.delay > 0 {
			at.Joined.Seats, at.Joined.Delay = a.bare(), a.delay.Milliseconds()
		}
		if a.clock != nil {
			at.Joined.Clock = a.clock.Clock
		}
		tell(at.To, at.Joined)
	}
	if at.Seat != state.Watcher {
		a.tellTable(at.To)
		if at.Bot == nil && a.seats[at.Seat].settings != nil {
			tell(at.To, a.kept(at.Seat))
		}
	}
	if err := a.catchUp(at); err != nil {
		a.drop(func(au audience) bool { return au.to == at.To })
		return fmt.Errorf("game %s: attach: %w", a.g.id, err)
	}
	return nil
}

// catchUp tells somebody who has just come how the game stands.
func (a *actor) catchUp(at Attachment) error {
	if s := a.shadow; s != nil && at.Seat == state.Watcher {
		return a.catchUpLate(at.To, at.After)
	}
	if a.fault == "" && a.started() {
		var err error
		if at.Bot != nil {
			err = at.Bot.Ask(a.question(at.Seat))
		} else {
			var missed []protocol.Event
			gap := false
			if at.After != nil {
				missed, gap = a.since(at.Seat, *at.After)
			}
			err = at.To.WriteJSON(a.update(at.Seat, missed, gap))
		}
		if err != nil {
			return err
		}
	}
	if a.ended || a.fault != "" {
		return at.To.WriteJSON(a.over())
	}
	return nil
}

// drop takes out those who are not to be told any more.
func (a *actor) drop(gone func(audience) bool) {
	a.watchers = slices.DeleteFunc(a.watchers, gone)
	a.unwatched()
	left := false
	for i := range a.seats {
		p := &a.seats[i]
		before := len(p.agents)
		p.agents = slices.DeleteFunc(p.agents, gone)
		left = left || len(p.agents) < before
		p.noteLeft()
	}
	if left {
		a.tellTable(nil)
	}
}

// holder returns the seat that a key opens, -1 for none.
func (a *actor) holder(hash string) int {
	return slices.IndexFunc(a.seats, func(p place) bool {
		return p.key != "" && subtle.ConstantTimeCompare([]byte(p.key), []byte(hash)) == 1
	})
}

// take notes who sits in a seat.
func (a *actor) take(seat int, who Seat) {
	p := &a.seats[seat]
	p.kind, p.name, p.key = who.Kind, who.Name, who.KeyHash
	p.noteLeft()
	open := int32(0)
	for i := range a.seats {
		if a.seats[i].kind == protocol.SeatOpen {
			open++
		}
	}
	a.g.open.Store(open)
}

// sit seats somebody. Whoever comes again with the same key has the same seat.
func (a *actor) sit(s Sit) (state.Seat, error) {
	wish := s.Seat
	if seat := a.holder(s.Who.KeyHash); seat >= 0 {
		if wish >= 0 && wish != seat {
			return 0, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "that claim has taken another seat of this game"}
		}
		return state.Seat(seat), nil
	}
	open := func(p place) bool { return p.kind == protocol.SeatOpen }
	seat := wish
	if wish < 0 {
		seat = slices.IndexFunc(a.seats, open)
	}
	if seat < 0 || seat >= len(a.seats) || !open(a.seats[seat]) {
		return 0, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "there is no such open seat"}
	}
	if over, _ := a.m.Result(); over || a.fault != "" {
		return 0, &protocol.Error{Code: protocol.GameOver, Text: "the game is over"}
	}
	s.Seat, s.At = seat, time.Now().UnixMilli()
	opening, dealt, chance, err := a.come(&s)
	if err != nil {
		return 0, err
	}
	if err := a.append(&Record{T: "seat", Sit: &s}); err != nil {
		a.observe(Observation{Outcome: NotStored, Err: err})
		if a.leaves() {
			return 0, fmt.Errorf("game %s: %w", a.g.id, ErrClosed)
		}
		return 0, notStored(err, "the seat")
	}
	a.take(seat, s.Who)
	if a.opening = opening; dealt != nil {
		a.m.Set(dealt)
		a.chance, a.salt = chance, chance.Next()
	}
	a.tellTable(nil)
	if a.delay > 0 {
		a.tellLate(&protocol.Table{Game: a.g.id, Seats: a.bare()})
	}
	if a.started() {
		a.opening = nil
		for i := range a.seats {
			a.seats[i].decision = 0 // it is asked from now on
		}
		a.begin()
		a.publish(nil)
	}
	return state.Seat(seat), nil
}
