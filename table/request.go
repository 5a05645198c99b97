package table

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"gamed/protocol"
	"gamed/state"
)

// A Request record is a choice that was accepted.
type Request struct {
	Seat     state.Seat `json:"seat"`
	Decision uint32     `json:"decision"`
	Option   Code       `json:"option"`
	// Also lists options that were chosen in the same step after Option, in order.
	Also []Code `json:"also,omitempty"`
	Salt string `json:"salt"`  // hexadecimal
	At   int64  `json:"at_ms"` // in ms since 1970
	// Bank is what the seat has left, in milliseconds, if it is timed.
	Bank *int64 `json:"bank_ms,omitempty"`
	// By is who chose: [ByClock], [ByBot], [ByExit], [ByAuto], or "" for the player.
	By string `json:"by,omitempty"`
}

// A Code is an option as the log has it: do, card, on, also.
type Code [4]uint8

// The values of [Request.By] for choices that are not the player's own.
const (
	ByClock = "clock" // the seat's time ran out
	ByBot   = "bot"   // a bot stands in for the player
	ByExit  = "exit"  // the others resigned a seat that held them up
	ByAuto  = "auto"  // the seat's settings
)

func codeOf(o state.Option) Code {
	return Code{uint8(o.Do), uint8(o.Card), uint8(o.On), uint8(o.Also)}
}

func (c Code) option() state.Option {
	return state.Option{Do: state.Do(c[0]), Card: state.Card(c[1]), On: state.Card(c[2]), Also: state.Card(c[3])}
}

// RequestOf returns q as a record without a time.
func RequestOf(q state.Request) *Request {
	return &Request{Seat: q.Seat, Decision: q.Decision, Option: codeOf(q.Option), Salt: strconv.FormatUint(q.Salt, 16)}
}

// State returns the request as the machine takes it, without Also.
func (q *Request) State() (state.Request, error) {
	salt, err := strconv.ParseUint(q.Salt, 16, 64)
	if err != nil {
		return state.Request{}, fmt.Errorf("salt %q is not hexadecimal", q.Salt)
	}
	return state.Request{Seat: q.Seat, Decision: q.Decision, Salt: salt, Option: q.Option.option()}, nil
}

// A Choice answers a decision with one of its options, or with the cards of its pick.
type Choice struct {
	Seat     state.Seat
	Decision uint32
	Option   int
	Cards    []int  // the places of the picked cards instead of Option, unless it is nil
	By       string // see [Request.By]
}

func (c *Choice) decide(t *Table, now Now) (*Record, error) {
	if err := t.running(); err != nil {
		return nil, err
	}
	q := state.Request{Seat: c.Seat, Decision: c.Decision}
	if c.Decision == 0 || c.Decision != t.Machine.Decision(c.Seat) {
		return nil, t.refusal(q)
	}
	if c.Cards != nil {
		return c.pick(t, q, now)
	}
	options := t.Options(c.Seat)
	if c.Option < 0 || c.Option >= len(options) {
		return nil, t.refusal(q)
	}
	q.Option = options[c.Option]
	return t.request(q, c.By, &now), nil
}

// pick returns the record of a choice of cards: one step with all options that take them.
func (c *Choice) pick(t *Table, q state.Request, now Now) (*Record, error) {
	options, err := t.Machine.Select(c.Seat, c.Cards)
	if err != nil {
		return nil, &protocol.Error{Code: protocol.Illegal, Field: "cards", Decision: c.Decision, Text: err.Error()}
	}
	q.Option = options[0]
	r := t.request(q, c.By, &now)
	for _, o := range options[1:] {
		r.Request.Also = append(r.Request.Also, codeOf(o))
	}
	return r, nil
}

// A Resignation has a seat leave the game.
type Resignation struct {
	Seat state.Seat
	By   string // see [Request.By]
}

func (r *Resignation) decide(t *Table, now Now) (*Record, error) {
	if err := t.running(); err != nil {
		return nil, err
	}
	q := state.Request{Seat: r.Seat, Option: state.Option{Do: state.Resign}}
	if t.Machine.Check(q) != nil {
		return nil, t.refusal(q)
	}
	return t.request(q, r.By, &now), nil
}

// running refuses choices in a game that is not being played.
func (t *Table) running() error {
	switch {
	case t.Fault != "":
		return &protocol.Error{Code: protocol.GameOver, Text: "the game was set aside after a fault"}
	case !t.Started():
		return &protocol.Error{Code: protocol.NotAsked, Text: "the game starts when all seats are taken"}
	}
	return nil
}

var refusalCodes = [...]protocol.Code{
	state.Illegal: protocol.Illegal, state.NotAsked: protocol.NotAsked, state.Stale: protocol.Stale,
	state.GameOver: protocol.GameOver, state.NoSeat: protocol.NoSeat,
}

// refusal returns why the machine refuses q.
func (t *Table) refusal(q state.Request) error {
	r := new(state.Refusal)
	if !errors.As(t.Machine.Check(q), &r) {
		panic("table: the machine accepts an option that is not on its list")
	}
	return &protocol.Error{Code: refusalCodes[r.Why], Text: r.Error(), Decision: r.Current}
}

// request returns the record of a legal choice.
func (t *Table) request(q state.Request, by string, now *Now) *Record {
	q.Salt = t.salt
	r := RequestOf(q)
	r.At, r.By = now.At, by
	if t.Clock != nil {
		bank := now.Bank[q.Seat]
		if by == "" {
			bank += t.Clock.Increment
		}
		r.Bank = &bank
	}
	return &Record{T: "request", Request: r}
}

func (q *Request) apply(t *Table, c *Change) error {
	r, err := q.State()
	if err != nil {
		return err
	}
	if !t.Started() {
		return errors.New("a seat is open")
	}
	if r.Salt != t.salt {
		return fmt.Errorf("its salt %w", ErrUnfair)
	}
	if !t.listed(r) {
		if err := t.Machine.Check(r); err != nil {
			return err
		}
	}
	var log state.Log
	t.Machine.Apply(r, &log)
	for _, code := range q.Also {
		next := state.Request{Seat: q.Seat, Decision: t.Machine.Decision(q.Seat), Option: code.option()}
		if err := t.Machine.Check(next); err != nil {
			return err
		}
		t.Machine.Apply(next, &log)
	}
	t.salt = t.chance.Next()
	c.Events = log.Events
	t.Events += uint64(len(log.Events))
	p := &t.Seats[q.Seat]
	if q.Bank != nil {
		p.Bank = *q.Bank
	}
	switch q.By { // a bot that stands in, or a setting, is no sign of the player
	case ByClock:
		p.Expired++
	case "":
		p.Expired = 0
	}
	if turn := t.Machine.Turn(); turn != t.turn {
		t.turn, t.inTurn = turn, 0
	}
	t.inTurn++
	t.lapse(c)
	t.stopPassing(c, func(seat state.Seat, s *settings) bool { return t.interrupts(s, seat, q, log.Events) })
	return nil
}

// listed reports whether q was on the list of options that was made last, which saves
// making the list again.
func (t *Table) listed(q state.Request) bool {
	l := &t.list
	return q.Option.Do != state.Resign && l.fits(t, q.Seat) && q.Decision == l.decision && slices.Contains(l.options, q.Option)
}

// append appends the request as JSON.
func (q *Request) append(b []byte) []byte {
	b = strconv.AppendUint(append(b, `{"seat":`...), uint64(q.Seat), 10)
	b = strconv.AppendUint(append(b, `,"decision":`...), uint64(q.Decision), 10)
	b = append(b, `,"option":[`...)
	for i, o := range q.Option {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(o), 10)
	}
	b = append(append(b, `],"salt":"`...), q.Salt...)
	b = strconv.AppendInt(append(b, `","at_ms":`...), q.At, 10)
	if q.Bank != nil {
		b = strconv.AppendInt(append(b, `,"bank_ms":`...), *q.Bank, 10)
	}
	if q.By != "" {
		b = append(append(append(b, `,"by":"`...), q.By...), '"')
	}
	return append(b, '}')
}

// readRequest reads what Encode writes by hand for a request; false for anything else.
func readRequest(line []byte) (*Request, bool) {
	s := scanner{rest: line, ok: true}
	if !s.has(`{"t":"request","request":{"seat":`) {
		return nil, false
	}
	q := new(Request)
	q.Seat = state.Seat(s.number(8))
	s.word(`,"decision":`)
	q.Decision = uint32(s.number(32))
	s.word(`,"option":[`)
	for i := range q.Option {
		if i > 0 {
			s.word(`,`)
		}
		q.Option[i] = uint8(s.number(8))
	}
	s.word(`],"salt":"`)
	q.Salt = s.letters()
	s.word(`","at_ms":`)
	q.At = int64(s.number(63))
	if s.has(`,"bank_ms":`) {
		bank := int64(s.number(63))
		q.Bank = &bank
	}
	if s.has(`,"by":"`) {
		q.By = s.letters()
		s.word(`"`)
	}
	s.word(`}`)
	if s.has(`,"prev":"`) { // the seal of package store
		s.letters()
		s.word(`","sum":"`)
		s.letters()
		s.word(`"`)
	}
	s.word(`}`)
	return q, s.ok && len(s.rest) == 0
}
