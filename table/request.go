package table

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"gamed/protocol"
	"gamed/state"
)

// A Request record is a choice that the table has accepted, or a resignation.
type Request struct {
	Seat     state.Seat    `json:"seat"`
	Decision uint32        `json:"decision"`
	Option   EncodedOption `json:"option"`
	// FurtherOptions lists the options that the seat chose after Option in the same step, in order.
	FurtherOptions []EncodedOption `json:"also,omitempty"`
	Salt           Salt            `json:"salt"`
	At             int64           `json:"at_ms"` // in ms since 1970
	// Bank is the seat's time left, in milliseconds, or nil in an untimed game.
	Bank *int64 `json:"bank_ms,omitempty"`
	// By is the source of the choice: [ByClock], [ByBot], [ByExit], [ByAuto], or "" for
	// the player.
	By string `json:"by,omitempty"`
}

var requestKind = kind{
	noun: "the request", step: true,
	hasField: func(r *Record) bool { return r.Request != nil },
	at:       func(r *Record) int64 { return r.Request.At },
	apply:    func(t *Table, r *Record, c *Change, _ PositionBefore) error { return r.Request.apply(t, c) },
}

// An EncodedOption is an option as the log has it: the Do, Card, Target and SecondTarget of
// [state.Option].
type EncodedOption [4]uint8

// These are the values of [Request.By] for choices that the player did not make.
const (
	ByClock = "clock" // the seat's time ran out
	ByBot   = "bot"   // a bot stands in for the player
	ByExit  = "exit"  // another player made the seat resign, because it delayed the game
	ByAuto  = "auto"  // the server answered, as the seat's settings say
)

func encodeOption(o state.Option) EncodedOption {
	return EncodedOption{uint8(o.Do), uint8(o.Card), uint8(o.Target), uint8(o.SecondTarget)}
}

func (c EncodedOption) option() state.Option {
	return state.Option{Do: state.Do(c[0]), Card: state.Card(c[1]), Target: state.Card(c[2]), SecondTarget: state.Card(c[3])}
}

// A Salt is 64 random bits. The table mixes the salt into the game's random source before it
// applies a request. The log contains a salt as hexadecimal digits.
type Salt uint64

// MarshalText writes the salt as hexadecimal digits.
func (s Salt) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(s), 16), nil }

// UnmarshalText reads hexadecimal digits.
func (s *Salt) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 16, 64)
	if err != nil {
		return fmt.Errorf("salt %q is not hexadecimal", text)
	}
	*s = Salt(n)
	return nil
}

// RequestOf returns a Request record for q, without a time.
func RequestOf(q state.Request) *Request {
	return &Request{Seat: q.Seat, Decision: q.Decision, Option: encodeOption(q.Option), Salt: Salt(q.Salt)}
}

// State returns the request in the form that the machine takes, without FurtherOptions.
func (q *Request) State() state.Request {
	return state.Request{Seat: q.Seat, Decision: q.Decision, Salt: uint64(q.Salt), Option: q.Option.option()}
}

// Options returns the options that the request chooses, in order. The salt is for the first
// option.
func (q *Request) Options() []state.Option {
	all := []state.Option{q.Option.option()}
	for _, encoded := range q.FurtherOptions {
		all = append(all, encoded.option())
	}
	return all
}

// resigns reports whether the request is a resignation.
func (q *Request) resigns() bool { return state.Do(q.Option[0]) == state.Resign }

// A Choice is the input that answers a decision with one of its options, or with several cards.
type Choice struct {
	Seat     state.Seat
	Decision uint32
	Option   int
	Cards    []int  // the indexes of the picked cards; replaces Option unless nil
	By       string // see [Request.By]
}

func (c *Choice) decide(t *Table, now Now) (*Record, error) {
	if err := t.checkRunning(); err != nil {
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
	return t.requestRecord(q, c.By, &now), nil
}

// pick returns the record for a choice of several cards. The record is one step and contains
// the options of all cards.
func (c *Choice) pick(t *Table, q state.Request, now Now) (*Record, error) {
	options, err := t.Machine.Select(c.Seat, c.Cards)
	if err != nil {
		return nil, &protocol.Error{Code: protocol.Illegal, Field: "cards", Decision: c.Decision, Text: err.Error()}
	}
	q.Option = options[0]
	r := t.requestRecord(q, c.By, &now)
	for _, o := range options[1:] {
		r.Request.FurtherOptions = append(r.Request.FurtherOptions, encodeOption(o))
	}
	return r, nil
}

// A Resignation is the input that makes a seat leave the game.
type Resignation struct {
	Seat state.Seat
	By   string // see [Request.By]
}

func (r *Resignation) decide(t *Table, now Now) (*Record, error) {
	if err := t.checkRunning(); err != nil {
		return nil, err
	}
	q := state.Request{Seat: r.Seat, Option: state.Option{Do: state.Resign}}
	if t.Machine.Check(q) != nil {
		return nil, t.refusal(q)
	}
	return t.requestRecord(q, r.By, &now), nil
}

// checkRunning returns a refusal if a seat is open or the game was set aside. It need not check
// for the end of the game, because the machine refuses requests after the end.
func (t *Table) checkRunning() error {
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

// refusal returns the machine's refusal of q as an error message. It panics if the machine accepts q.
func (t *Table) refusal(q state.Request) error {
	r := new(state.Refusal)
	if !errors.As(t.Machine.Check(q), &r) {
		panic("table: the machine accepts an option that is not on its list")
	}
	return &protocol.Error{Code: refusalCodes[r.Reason], Text: r.Error(), Decision: r.Current}
}

// requestRecord returns the record of a legal choice.
func (t *Table) requestRecord(q state.Request, by string, now *Now) *Record {
	q.Salt = t.salt
	made := &struct { // one allocation for the record and the request
		record  Record
		request Request
	}{Record{Kind: "request"}, *RequestOf(q)}
	r := &made.request
	r.At, r.By = now.At, by
	if t.Clock != nil {
		bank := now.Bank[q.Seat]
		if by == "" {
			bank += t.Clock.Increment
		}
		r.Bank = &bank
	}
	made.record.Request = r
	return &made.record
}

func (q *Request) apply(t *Table, c *Change) error {
	r := q.State()
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
	for _, encoded := range q.FurtherOptions {
		next := state.Request{Seat: q.Seat, Decision: t.Machine.Decision(q.Seat), Option: encoded.option()}
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
	switch q.By { // an answer by a bot or a setting does not show that the player is present
	case ByClock:
		p.Expired++
	case "":
		p.Expired = 0
	}
	if turn := t.Machine.Turn(); turn != t.turn {
		t.turn, t.choicesInTurn = turn, 0
	}
	t.choicesInTurn++
	if q.resigns() {
		left := protocol.Resigned{Seat: int(q.Seat)}
		if q.By == ByClock || q.By == ByExit {
			left.By = q.By
		}
		t.resigned = append(slices.Clip(t.resigned), left)
	}
	t.expireOffers(c)
	return nil
}

// listed reports whether q chooses an option in the cached list of legal options. If so, the
// machine need not check q.
func (t *Table) listed(q state.Request) bool {
	l := &t.options
	return q.Option.Do != state.Resign && l.fits(t, q.Seat) && q.Decision == l.decision && slices.Contains(l.options, q.Option)
}

// requestFields describes the numbers of an encoded request, in order.
var requestFields = [...]struct {
	before     string // the text before the number
	base, bits int
}{
	{`{"t":"request","request":{"seat":`, 10, 8},
	{`,"decision":`, 10, 32},
	{`,"option":[`, 10, 8},
	{`,`, 10, 8},
	{`,`, 10, 8},
	{`,`, 10, 8},
	{`],"salt":"`, 16, 64},
	{`","at_ms":`, 10, 63},
}

// append appends the record of the request as JSON.
func (q *Request) append(b []byte) []byte {
	numbers := [len(requestFields)]uint64{uint64(q.Seat), uint64(q.Decision), 6: uint64(q.Salt), 7: uint64(q.At)}
	for i, o := range q.Option {
		numbers[2+i] = uint64(o)
	}
	for i, field := range requestFields {
		b = strconv.AppendUint(append(b, field.before...), numbers[i], field.base)
	}
	if q.Bank != nil {
		b = strconv.AppendInt(append(b, `,"bank_ms":`...), *q.Bank, 10)
	}
	if q.By != "" {
		b = append(append(append(b, `,"by":"`...), q.By...), '"')
	}
	return append(b, "}}"...)
}

// readRequest parses a line that append wrote. It reports false for any other line.
func readRequest(line []byte) (*Request, bool) {
	s, numbers := scanner{rest: line, ok: true}, [len(requestFields)]uint64{}
	for i, field := range requestFields {
		if s.expect(field.before); !s.ok {
			return nil, false
		}
		numbers[i] = s.number(field.base, field.bits)
	}
	q := &Request{Seat: state.Seat(numbers[0]), Decision: uint32(numbers[1]), Salt: Salt(numbers[6]), At: int64(numbers[7])}
	for i := range q.Option {
		q.Option[i] = uint8(numbers[2+i])
	}
	if s.skip(`,"bank_ms":`) {
		bank := int64(s.number(10, 63))
		q.Bank = &bank
	}
	if s.skip(`,"by":"`) {
		q.By = string(s.letters())
		s.expect(`"`)
	}
	s.expect(`}`)
	if s.skip(`,"prev":"`) { // the seal of package store
		s.letters()
		s.expect(`","sum":"`)
		s.letters()
		s.expect(`"`)
	}
	s.expect(`}`)
	return q, s.ok && len(s.rest) == 0
}

// A scanner parses the text of an encoded request.
type scanner struct {
	rest []byte
	ok   bool // false after a mismatch
}

// skip consumes the given word if the rest of the line begins with it, and reports whether it does.
func (s *scanner) skip(word string) (found bool) {
	if found = len(s.rest) >= len(word) && string(s.rest[:len(word)]) == word; found {
		s.rest = s.rest[len(word):]
	}
	return found
}

// expect consumes the given word. If the rest of the line does not begin with the word, ok becomes
// false.
func (s *scanner) expect(word string) { s.ok = s.skip(word) && s.ok }

// letters consumes lower-case letters and digits up to the first other byte, and returns them.
func (s *scanner) letters() []byte {
	n := 0
	for n < len(s.rest) && (s.rest[n] >= '0' && s.rest[n] <= '9' || s.rest[n] >= 'a' && s.rest[n] <= 'z') {
		n++
	}
	text := s.rest[:n]
	s.rest = s.rest[n:]
	return text
}

// number consumes a number that fits in the given bits, without sign or leading zeros.
func (s *scanner) number(base, bits int) uint64 {
	text := s.letters()
	v, err := strconv.ParseUint(string(text), base, bits)
	s.ok = s.ok && err == nil && (len(text) == 1 || text[0] != '0')
	return v
}
