package table

import (
	"fmt"

	"gamed/protocol"
	"gamed/state"
)

// These are the times after which the other players may leave a game that a person delays, in
// milliseconds. Bots and clocks cannot delay a game for long.
const (
	liveAwayWait = 60 * 1000           // the seat is asked in a game with a live clock and has no client
	awayWait     = 10 * 60 * 1000      // the seat is asked and has no client, and no clock answers for it
	answerWait   = 24 * 60 * 60 * 1000 // the seat is asked and has a client, and no clock answers for it
	// returnWait is how long people have to return after the server loads the game.
	returnWait = 2 * 60 * 1000
)

// liveClockLimit is the bank plus the time per decision below which players are expected to stay
// connected.
const liveClockLimit = 60 * 60 * 1000

// waitTimes returns two limits for a seat with an open decision that no clock answers. The other players
// may leave if the seat's player has been disconnected for awayLimit, or if the decision has been open
// for openLimit. In a game with a clock, both limits are the bank plus the time per decision, but at least
// a minute and at most a day. The limits are equal because players with a slow clock are seldom connected.
func (t *Table) waitTimes() (awayLimit, openLimit int64) {
	if k := t.Clock; k != nil {
		given := min(max(k.PerDecision+k.Bank, 60*1000), answerWait)
		return given, given
	}
	return awayWait, answerWait
}

// ExitIn returns the number of milliseconds until the other players may leave a game that waits for
// the given seat. The second result is false if the game does not wait for a person in that seat.
// While a clock runs for the seat, the second result is true only if the clock allows less than
// liveClockLimit for a decision and the person is disconnected.
func (t *Table) ExitIn(seat state.Seat, now *Now) (int64, bool) {
	p := &t.Seats[seat]
	if p.Kind != protocol.SeatPerson || p.Decision == 0 || now.StandIn.Has(seat) {
		return 0, false
	}
	left := now.Away[seat]
	var end int64
	if k := t.Clock; k != nil && !(k.Absent == protocol.AbsentWait && now.Untimed.Has(seat)) {
		if left == 0 || k.Bank+k.PerDecision >= liveClockLimit {
			return 0, false
		}
		end = left + liveAwayWait
	} else {
		awayLimit, openLimit := t.waitTimes()
		end = p.Asked + openLimit
		if left != 0 {
			end = min(end, max(left, p.Asked)+awayLimit)
		}
	}
	return max(max(end, now.Resumed+returnWait)-now.At, 0), true
}

// awayTooLong reports whether a person has been disconnected for so long that offers do not
// need the consent of the person's seat.
func (t *Table) awayTooLong(seat state.Seat, now *Now) bool {
	left := now.Away[seat]
	if left == 0 {
		return false
	}
	if now.StandIn.Has(seat) {
		awayLimit, _ := t.waitTimes()
		return now.At-left >= awayLimit
	}
	in, ok := t.ExitIn(seat, now)
	return ok && in == 0
}

// An Exit is the input of a seat that wants to leave a game because another seat delays it.
type Exit struct {
	Seat    state.Seat // the seat that wants to leave
	Delayer state.Seat // the seat that delays the game
	Way     string     // as in [protocol.Exit]
}

func (e *Exit) decide(t *Table, now Now) (*Record, error) {
	if err := t.checkPlaying(e.Seat); err != nil {
		return nil, err
	}
	if e.Delayer == e.Seat || int(e.Delayer) >= len(t.Seats) {
		return nil, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "name another seat of this game: the seat that delays it"}
	}
	in, ok := t.ExitIn(e.Delayer, &now)
	switch {
	case !ok:
		return nil, notNow("seat", "the game does not wait for a person in that seat, or that seat's clock runs: wait until the clock answers")
	case in > 0:
		return nil, notNow("seat", fmt.Sprintf("that seat may still answer: ask again in %d s", (in+500)/1000))
	case e.Way == protocol.ExitWin:
		return (&Resignation{e.Delayer, ByExit}).decide(t, now)
	case e.Way == protocol.ExitDraw:
		return (&Proposal{e.Seat, protocol.OfferDraw}).decide(t, now)
	case !now.Bots:
		return nil, notNow("way", "this server has no bots")
	}
	return &Record{Kind: "standin", At: now.At, StandIn: &StandIn{Seat: e.Delayer, On: true}}, nil
}

// A StandIn record states that the other players called a bot for an absent person, or that the
// person has returned.
type StandIn struct {
	Seat state.Seat `json:"seat"`
	On   bool       `json:"on"`
}

var standInKind = kind{
	noun: "the request", minor: true,
	hasField: func(r *Record) bool { return r.StandIn != nil },
	apply:    func(t *Table, r *Record, _ *Change, _ PositionBefore) error { return r.StandIn.apply(t) },
}

func (s *StandIn) apply(t *Table) error {
	if err := t.checkSeat(s.Seat); err != nil {
		return err
	}
	if t.StandInsCalled = t.StandInsCalled.Without(s.Seat); s.On {
		t.StandInsCalled = t.StandInsCalled.With(s.Seat)
	}
	return nil
}

// A Return is the input that removes the bot that played for a person, because the person has
// returned.
type Return struct{ Seat state.Seat }

func (r *Return) decide(t *Table, now Now) (*Record, error) {
	if !t.StandInsCalled.Has(r.Seat) || t.Over() || t.Closed() {
		return nil, nil
	}
	return &Record{Kind: "standin", At: now.At, StandIn: &StandIn{Seat: r.Seat}}, nil
}

// checkPlaying returns a refusal unless the game is in progress and the seat has not left it.
func (t *Table) checkPlaying(seat state.Seat) error {
	switch {
	case t.Over():
		return errGameOver
	case !t.Started():
		return &protocol.Error{Code: protocol.NotAsked, Text: "the game starts when all seats are taken"}
	case int(seat) >= len(t.Seats) || !t.Machine.Playing().Has(seat):
		return &protocol.Error{Code: protocol.NoSeat, Text: "only seats that are still in the game can do that"}
	}
	return nil
}

var errGameOver = &protocol.Error{Code: protocol.GameOver, Text: "the game is over"}

func notNow(field, text string) error {
	return &protocol.Error{Code: protocol.NotNow, Field: field, Text: text}
}
