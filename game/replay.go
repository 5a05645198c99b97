package game

import (
	"encoding/json"
	"errors"
	"fmt"

	"gamed/state"
)

// ErrDamaged is wrapped by the errors of logs that cannot be run again.
var ErrDamaged = errors.New("the log cannot be run again")

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
	Last    int64   // when the latest request was recorded, or the header: ms since 1970

	rules   state.Dealer
	chance  *Chance
	records [][]byte
	line    int
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
	info := r.rules.Info()
	if hash := CardsHash(info); hash != r.Header.Cards {
		return nil, r.damaged("it was played with other cards of %s (version %d, table %s; this is version %d, table %s)",
			info.Name, r.Header.Version, r.Header.Cards, info.Version, hash)
	}
	r.chance = NewChance(r.Header.Key)
	if seed := r.chance.Next(); seed != r.Header.Setup.Seed {
		return nil, r.damaged("the seed of its deal does not come from its key")
	}
	if r.Machine, err = r.rules.Deal(r.Header.Setup); err != nil {
		return nil, r.damaged("%w", err)
	}
	if len(r.Header.Seats) != r.Machine.Seats() {
		return nil, r.damaged("%d seats are named, %d were dealt", len(r.Header.Seats), r.Machine.Seats())
	}
	r.Seats = append(r.Seats, r.Header.Seats...)
	r.Expired, r.Last = make([]int, len(r.Seats)), r.Header.At
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
	for {
		rec, err := r.read()
		if rec == nil || err != nil {
			return nil, err
		}
		switch {
		case r.End != nil || r.Fault != "":
			return nil, r.damaged("it has ended before")
		case rec.Request != nil:
			if log == nil {
				log = new(state.Log)
			}
			return rec.Request, r.apply(rec.Request, log)
		case rec.Sit != nil && rec.Sit.Seat >= 0 && rec.Sit.Seat < len(r.Seats):
			r.Seats[rec.Sit.Seat] = rec.Sit.Who
		case rec.End != nil:
			r.End = rec.End
			if digest := Digest(r.Machine); digest != r.End.Digest {
				return nil, r.damaged("it ends at %s and was recorded to end at %s", digest, r.End.Digest)
			}
		case rec.T == "fault":
			r.Fault = rec.Fault
		case rec.T == "epoch": // who runs the game is nothing to the game
		default:
			return nil, r.damaged("unknown record %.40q", rec.T)
		}
	}
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
		return r.damaged("its salt does not come from the game's key")
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
	r.Last = rec.At
	return nil
}

func (r *Replay) read() (*Record, error) {
	if r.line == len(r.records) {
		return nil, nil
	}
	r.line++
	var rec Record
	if err := json.Unmarshal(r.records[r.line-1], &rec); err != nil {
		return nil, r.damaged("%w", err)
	}
	return &rec, nil
}

// damaged says in which line the log goes wrong.
func (r *Replay) damaged(format string, args ...any) error {
	return fmt.Errorf("record %d: %w: %w", r.line, ErrDamaged, fmt.Errorf(format, args...))
}
