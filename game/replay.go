package game

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// ErrDamaged is wrapped by the errors of logs that cannot be run again. Those of the
// other two are among them, for who wants to know.
var (
	ErrDamaged = errors.New("the log cannot be run again")
	// ErrUnfair is chance that is not what had to come.
	ErrUnfair = errors.New("does not come from the game's key")
	// ErrOtherEnd is a game that ends in another position than the log says.
	ErrOtherEnd = errors.New("and was recorded to end at")
)

// A Replay runs a log again, a request at a time. It is for one goroutine.
type Replay struct {
	Header  Header
	Machine state.Machine
	Seats   []Seat  // as they are by now
	Banks   []int64 // what is left to each seat, in milliseconds; nil without a clock
	Events  uint64  // how many there have been
	End     *End    // nil until it has been read
	Fault   string  // why the game was set aside, once that has been read
	Expired []int   // how often in a row the clock has answered for each seat
	Last    int64   // when the latest record that has a time was written: ms since 1970
	Asked   []int64 // since when each seat is asked what it is, in ms since 1970
	Reason  string  // why it has ended in a draw, "" if by the rules
	// Nonces are what the players have brought, by seat, nil if nobody has: see [Mix].
	Nonces []string
	// Called is for whom a bot plays because the others have called one.
	Called state.Seats
	// Notes are the events, for everybody, that no request has led to: choices that were
	// taken back since the request before the one that Peek has found last.
	Notes []protocol.Event

	rules   state.Dealer
	chance  *Chance
	records [][]byte
	line    int
	next    *Request              // what Peek has found
	kept    map[int]state.Machine // the game before each record that is taken back later

	decisions []uint32    // that are open: see Asked
	settings  []*settings // by seat, nil for none
	offers    []Offer     // those that stand; replaced, never changed
	opening   *opening    // nil once all seats are taken
}

// Open deals the game of a log again. rules finds a ruleset by name. The error
// wraps [ErrDamaged].
func Open(records [][]byte, rules func(name string) (state.Dealer, error)) (*Replay, error) {
	r := &Replay{records: records}
	rec, err := r.read()
	if err != nil {
		return nil, err
	}
	if rec == nil || rec.Header == nil {
		return nil, r.damaged("the first record is no header")
	}
	r.Header = *rec.Header
	if r.Header.Format > Format {
		return nil, r.damaged("its format %d is newer than %d, which this program reads", r.Header.Format, Format)
	}
	if r.rules, err = rules(r.Header.Rules); err != nil {
		return nil, r.damaged("%w", err)
	}
	listed := List(r.rules)
	if info, hash := listed.Info(), listed.Cards(); hash != r.Header.Cards {
		return nil, r.damaged("it was played with other cards of %s (version %d, table %s; this is version %d, table %s)",
			info.Name, r.Header.Version, r.Header.Cards, info.Version, hash)
	}
	r.chance = NewChance(r.Header.Key)
	if seed := r.chance.Next(); seed != r.Header.Setup.Seed {
		return nil, r.damaged("the seed of its deal %w", ErrUnfair)
	}
	begun, err := Begin(r.Header, rules)
	if err != nil {
		return nil, r.damaged("%w", err)
	}
	r.Machine = begun.Machine
	if len(r.Header.Seats) != r.Machine.Seats() {
		return nil, r.damaged("%d seats are named, %d were dealt", len(r.Header.Seats), r.Machine.Seats())
	}
	r.Seats = append(r.Seats, r.Header.Seats...)
	if isOpen(r.Seats) {
		r.opening = newOpening(&r.Header)
	}
	r.Expired, r.Last = make([]int, len(r.Seats)), r.Header.At
	r.kept = undone(records)
	r.Asked, r.decisions = make([]int64, len(r.Seats)), make([]uint32, len(r.Seats))
	r.noteAsked(r.Header.At)
	if clock := r.Header.Clock; clock != nil {
		for range r.Seats {
			r.Banks = append(r.Banks, clock.Bank)
		}
	}
	return r, nil
}

// Next runs the next request, whose events are added to log, and returns it;
// nil at the end of the log. log may be nil.
func (r *Replay) Next(log *state.Log) (*Request, error) {
	q, err := r.Peek()
	if q == nil || err != nil {
		return nil, err
	}
	if log == nil {
		log = new(state.Log)
	}
	if _, back := r.kept[r.line-1]; back {
		r.kept[r.line-1] = r.Machine.Fork()
	}
	r.next, r.Notes = nil, nil
	return q, r.apply(q, log)
}

// Peek returns the request that Next is to run, without running it; nil at the end of
// the log. What lies before it in the log has been read then.
func (r *Replay) Peek() (*Request, error) {
	for r.next == nil {
		rec, err := r.read()
		if rec == nil || err != nil {
			return nil, err
		}
		switch {
		case r.End != nil || r.Fault != "":
			return nil, r.damaged("it has ended before")
		case rec.Request != nil:
			r.next = rec.Request
		case rec.Sit != nil && rec.Sit.Seat >= 0 && rec.Sit.Seat < len(r.Seats):
			if err := r.sit(rec.Sit); err != nil {
				return nil, err
			}
		case rec.Undo != nil:
			if err := r.undo(rec.Undo); err != nil {
				return nil, err
			}
		case rec.Draw != nil:
			r.Machine.End(0)
			r.Reason, r.Last, r.offers = rec.Draw.Reason, rec.Draw.At, nil
		case rec.Offers != nil:
			r.offers = rec.Offers
		case rec.StandIn != nil && int(rec.StandIn.Seat) < len(r.Seats):
			if r.Called = r.Called.Without(rec.StandIn.Seat); rec.StandIn.On {
				r.Called = r.Called.With(rec.StandIn.Seat)
			}
		case rec.Settings != nil && int(rec.Settings.Seat) < len(r.Seats):
			r.settings = rec.Settings.among(r.settings, len(r.Seats))
			r.stopPassing(func(seat state.Seat, s *settings) bool {
				_, _, asks := s.answer(r.Machine, r.rules, seat)
				return seat == rec.Settings.Seat && asks
			})
		case rec.End != nil:
			r.End = rec.End
			if digest := Digest(r.Machine); digest != r.End.Digest {
				return nil, r.damaged("it ends at %s %w %s", digest, ErrOtherEnd, r.End.Digest)
			}
		case rec.T == "fault":
			r.Fault = rec.Fault
		case rec.T == "epoch": // who runs the game is nothing to the game
		default:
			return nil, r.damaged("unknown record %.40q", rec.T)
		}
	}
	return r.next, nil
}

// sit seats somebody. Once all are there the game is dealt that they play.
func (r *Replay) sit(s *Sit) (err error) {
	r.Seats[s.Seat], r.Last = s.Who, max(r.Last, s.At)
	if r.opening == nil {
		return nil
	}
	if r.opening = r.opening.with(s); isOpen(r.Seats) {
		return nil
	}
	if r.opening.changed() {
		r.chance, err = r.opening.deal(r.Machine)
	}
	r.Nonces = r.opening.brought()
	if r.opening = nil; err != nil {
		return r.damaged("%w", err)
	}
	clear(r.decisions) // they are asked from now on
	r.noteAsked(r.Last)
	return nil
}

// Fork returns a replay that stands where this one does and goes its own way.
func (r *Replay) Fork() *Replay {
	c := *r
	c.Machine, c.chance = r.Machine.Fork(), r.chance.fork()
	c.Seats, c.Banks, c.Expired = slices.Clone(r.Seats), slices.Clone(r.Banks), slices.Clone(r.Expired)
	c.Asked, c.decisions = slices.Clone(r.Asked), slices.Clone(r.decisions)
	c.kept = maps.Clone(r.kept)
	return &c
}

// Restore runs a whole log again, as [Open] and Run do. It holds for panics of the
// rules, too, which it returns as errors.
func Restore(records [][]byte, rules func(name string) (state.Dealer, error)) (r *Replay, err error) {
	defer func() {
		if v := recover(); v != nil {
			line := 1
			if r != nil {
				line = r.line
			}
			r, err = nil, fmt.Errorf("record %d: %w: its rules panic: %v", line, ErrDamaged, v)
		}
	}()
	if r, err = Open(records, rules); err != nil {
		return nil, err
	}
	return r, r.Run()
}

// Run runs the rest of the log.
func (r *Replay) Run() error {
	for {
		q, err := r.Next(nil)
		if q == nil || err != nil {
			return err
		}
	}
}

// Config returns what the game goes on with from here, but for its log and who
// is told. Call it once the whole log has been run, and run no more.
func (r *Replay) Config() Config {
	return Config{
		Header: r.Header, Machine: r.Machine, Rules: r.rules, Records: uint64(r.line),
		Events: r.Events, Seats: r.Seats, Banks: r.Banks, Expired: r.Expired, Ended: r.End != nil,
		Last: r.Last, Asked: r.Asked, Reason: r.Reason, Called: r.Called,
		settings: r.settings, offers: r.offers, chance: r.chance, opening: r.opening,
	}
}

// apply runs one request. One that makes the rules panic, as the last one of a
// game that was set aside may, is an error.
func (r *Replay) apply(rec *Request, log *state.Log) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = r.damaged("its rules panic: %v", v)
		}
	}()
	q, err := rec.State()
	if err != nil {
		return r.damaged("%w", err)
	}
	if salt := r.chance.Next(); salt != q.Salt {
		return r.damaged("its salt %w", ErrUnfair)
	}
	if err := r.Machine.Check(q); err != nil {
		return r.damaged("%w", err)
	}
	before := len(log.Events)
	r.Machine.Apply(q, log)
	r.Events += uint64(len(log.Events) - before)
	if rec.Bank != nil && r.Banks != nil {
		r.Banks[q.Seat] = *rec.Bank
	}
	switch rec.By { // a bot that stands in does so for somebody who stays away
	case byClock:
		r.Expired[q.Seat]++
	case "":
		r.Expired[q.Seat] = 0
	}
	r.Last, r.offers = rec.At, standing(r.offers, r.Machine)
	r.noteAsked(rec.At)
	r.stopPassing(func(seat state.Seat, s *settings) bool {
		return s.stops(r.Machine, r.rules, seat, q.Seat, rec.By, log.Events[before:])
	})
	return nil
}

// stopPassing notes which of the seats that pass do so no longer.
func (r *Replay) stopPassing(stops func(state.Seat, *settings) bool) {
	for i, s := range r.settings {
		if s == nil || s.Until == "" || !stops(state.Seat(i), s) {
			continue
		}
		c := *s // forks share it
		c.Until = ""
		r.settings = slices.Clone(r.settings)
		r.settings[i] = &c
	}
}

// noteAsked notes since when the seats are asked that had another question before.
func (r *Replay) noteAsked(at int64) {
	for i := range r.Asked {
		if id := r.Machine.Decision(state.Seat(i)); id != r.decisions[i] {
			r.decisions[i], r.Asked[i] = id, at
		}
	}
}

func (r *Replay) read() (*Record, error) {
	if r.line == len(r.records) {
		return nil, nil
	}
	r.line++
	rec, err := readLine(r.records[r.line-1])
	if err != nil {
		return nil, r.damaged("%w", err)
	}
	return rec, nil
}

// damaged says in which line the log goes wrong.
func (r *Replay) damaged(format string, args ...any) error {
	return fmt.Errorf("record %d: %w: %w", r.line, ErrDamaged, fmt.Errorf(format, args...))
}
