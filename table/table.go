package table

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"gamed/protocol"
	"gamed/state"
)

var (
	// ErrDamaged is wrapped by every error for a log that cannot be replayed.
	ErrDamaged = errors.New("the log cannot be replayed")
	// ErrUnfair is wrapped together with ErrDamaged if a seed or a salt does not follow from the
	// game's key.
	ErrUnfair = errors.New("does not come from the game's key")
	// ErrOtherEnd is wrapped together with ErrDamaged if the last position does not match the
	// digest in the end record.
	ErrOtherEnd = errors.New("but the log says that it ends at")
)

// A Table is the state of one game after some records of its log.
type Table struct {
	ID        string
	Rules     state.Dealer
	RulesName string
	Format    int // of the log
	protocol.TableOptions
	Key, CommitmentSalt Key // the key and the salt of the [Commitment]

	// Setup is the setup of the deal, including the seed and the players' decks. A game that
	// continues another game is not dealt, so only Setup's number of seats and table options have
	// a meaning.
	Setup          state.Setup
	Machine        state.Machine
	Seats          []SeatState
	Events         uint64      // number of events so far
	Offers         []Offer     // the current offers; the slice is replaced, never modified
	StandInsCalled state.Seats // the seats of absent people for which the other players called a bot
	InformedUndo   bool        // a seat took back a choice after it had learned something or another seat had acted
	Nonces         []string    // of the players, by seat; nil if there are none: see [Mix]
	Reason         string      // the reason of a draw outside the rules, "" for none
	LastAt         int64       // when the latest record was made, in ms since 1970
	Records        int         // number of applied records
	Epoch          string      // the server of the latest epoch record
	End            *End        // nil until the end record
	Fault          string      // why the game was set aside, "" if it was not

	chance        *Chance
	salt          uint64              // of the next choice
	opening       *opening            // nil once all seats are taken
	turn          int                 // the turn whose choices choicesInTurn counts
	choicesInTurn int                 // number of choices so far in this turn
	resigned      []protocol.Resigned // in order; the slice is replaced, never modified
	options       optionCache
	abilities     *state.Abilities
}

// A SeatState is a seat and its player's state.
type SeatState struct {
	Seat
	Decision uint32 // the id of the open decision, 0 for none
	Asked    int64  // when Decision was opened, in ms since 1970
	Bank     int64  // the seat's time left, in milliseconds, in a timed game
	Expired  int    // consecutive answers by the clock
	Settings *seatSettings
}

// Now holds the facts that the log does not contain: the time, and which players are
// present.
type Now struct {
	At int64 // in ms since 1970
	// Bank is the time bank that each seat would have if its open decision ended now, in
	// milliseconds, in a timed game.
	Bank [state.MaxSeats]int64
	// Away is the time since which a person's seat has had no connected client, in ms since
	// 1970. It is 0 for seats with a client and for bots.
	Away    [state.MaxSeats]int64
	StandIn state.Seats // people for whom a bot plays
	Untimed state.Seats // people whose time ran out so often that the game waits for them
	Pause   int64       // how long an automatic answer waits after its decision opens, in ms
	Resumed int64       // when the server loaded the game, in ms since 1970; 0 if the server created the game
	Bots    bool        // the server can seat bots
	Past    Past        // the records so far, which only an undo reads
}

// Past reads the records of the game so far.
type Past interface {
	Past() (lines [][]byte, err error)
}

// An Input is an action that a player, a clock, a bot or an operator requests, such as a [Choice]
// or a [Proposal].
type Input interface {
	// decide returns the record to append, or a *protocol.Error. Both are nil if there
	// is nothing to do.
	decide(t *Table, now Now) (*Record, error)
}

// A Change describes the effect of a record.
type Change struct {
	Record   *Record
	Events   []state.Event    // the events of the machine
	Notes    []protocol.Event // further events, which the machine does not know; the same for every client
	Dealt    bool             // the last seat was taken, and the game begins
	Settings state.Seats      // seats whose settings changed
	Offers   bool             // the offers changed
}

// Decide returns the record for an input, or nil if there is nothing to do. It does not
// change the table. The error is a [*protocol.Error] for the sender of the input.
func (t *Table) Decide(in Input, now Now) (*Record, error) { return in.decide(t, now) }

// Next returns the record that follows without an input, or nil if none follows. The record is the
// end of a game that is over, a draw in an endless turn, or an automatic answer from a seat's
// settings.
func (t *Table) Next(now Now) *Record {
	if t.Closed() {
		return nil
	}
	if over, _ := t.Machine.Result(); over {
		return t.endRecord(&now)
	}
	if !t.Started() {
		return nil
	}
	if t.choicesInTurn >= maxChoicesInTurn {
		return t.drawRecord(protocol.ReasonLoop, 0, &now)
	}
	return t.automaticRecord(&now)
}

// A PositionBefore returns the position before record n of a log. Record n must be a choice.
type PositionBefore func(n int) (state.Machine, error)

// Apply applies a record. Only Apply changes a table. It accepts every record that Decide and
// Next return, and all records of older logs. For an undo, Apply gets the earlier position from the
// function at. The error wraps [ErrDamaged]. After an error, the table is unusable.
func (t *Table) Apply(r *Record, at PositionBefore) (c Change, err error) {
	c.Record = r
	t.Records++ // also for a record at which the rules panic
	if t.Closed() {
		return c, damaged(t.Records, errors.New("a record follows the last one"))
	}
	if k := r.kind(); k.apply != nil {
		err = k.apply(t, r, &c, at)
	} else {
		err = fmt.Errorf("unknown record %.40q", r.Kind)
	}
	if err != nil {
		return c, damaged(t.Records, err)
	}
	made := r.Time() // 0 in some old records
	t.LastAt = max(t.LastAt, made)
	if t.Started() {
		t.noteAsked(cmp.Or(made, t.LastAt))
	}
	return c, nil
}

// damaged returns an error that wraps ErrDamaged. It names the record that cannot be applied, and the reason.
func damaged(record int, why error) error {
	return fmt.Errorf("record %d: %w: %w", record, ErrDamaged, why)
}

// checkSeat returns an error if the table does not have the seat.
func (t *Table) checkSeat(seat state.Seat) error {
	if int(seat) >= len(t.Seats) {
		return fmt.Errorf("there is no seat %d", seat)
	}
	return nil
}

// Closed reports whether no record may follow.
func (t *Table) Closed() bool { return t.End != nil || t.Fault != "" }

// Started reports whether every seat is taken.
func (t *Table) Started() bool { return t.opening == nil }

// Over reports whether the game has ended or was set aside.
func (t *Table) Over() bool {
	over, _ := t.Machine.Result()
	return over || t.Fault != ""
}

// noteAsked records the given time for the decisions that have opened since the last call of
// noteAsked.
func (t *Table) noteAsked(at int64) {
	for i := range t.Seats {
		p := &t.Seats[i]
		if id := t.Machine.Decision(state.Seat(i)); id != p.Decision {
			p.Decision, p.Asked = id, at
		}
	}
}

// Fork returns an independent copy of the table.
func (t *Table) Fork() *Table {
	c := *t
	chance := *t.chance
	c.Machine, c.chance, c.Seats = t.Machine.Fork(), &chance, slices.Clone(t.Seats)
	c.options = optionCache{}
	return &c
}

// AppendState appends the bytes of everything that the records define. Tables with the same
// records have the same bytes. Tests use it to compare a live table with its log.
func (t *Table) AppendState(dst []byte) []byte {
	chance, _ := t.chance.MarshalBinary() // never fails
	b, err := json.Marshal([]any{
		t.ID, t.Format, t.TableOptions, t.Key, t.CommitmentSalt, t.Seats, t.Events, t.Offers, t.StandInsCalled, t.Nonces, t.Reason, t.LastAt,
		t.Records, t.Epoch, t.End, t.Fault, chance, t.salt, t.opening, t.turn, t.choicesInTurn, t.InformedUndo, t.resigned,
	})
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return t.Machine.AppendState(append(dst, b...))
}

// An optionCache holds the latest list of options. The table needs the list when it sends a
// decision, and again when it checks the answer. With the cache, the machine computes the list only
// once. The position determines the list.
type optionCache struct {
	seat     state.Seat
	decision uint32 // 0 for none
	seq      uint32
	options  []state.Option
}

// fits reports whether the cache holds the options of the seat's open decision.
func (l *optionCache) fits(t *Table, seat state.Seat) bool {
	return l.decision != 0 && l.seat == seat && l.decision == t.Machine.Decision(seat) && l.seq == t.Machine.Seq()
}

// Options returns the options of a seat's open decision. The caller must not change the list,
// and the next call overwrites it.
func (t *Table) Options(seat state.Seat) []state.Option {
	l := &t.options
	if !l.fits(t, seat) {
		l.seat, l.decision, l.seq = seat, t.Machine.Decision(seat), t.Machine.Seq()
		l.options = t.Machine.Options(seat, l.options[:0])
	}
	return l.options
}
