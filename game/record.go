package game

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"gamed/protocol"
	"gamed/state"
)

// Format is the version of the records. Older ones stay readable.
const Format = 1

// A Record is a line of a game's log. T says which of the others it is.
type Record struct {
	T       string   `json:"t"` // header, seat, request, end or fault
	Header  *Header  `json:"header,omitempty"`
	Sit     *Sit     `json:"seat,omitempty"`
	Request *Request `json:"request,omitempty"`
	End     *End     `json:"end,omitempty"`
	Fault   string   `json:"fault,omitempty"` // why the game was set aside
}

// A Header is the first record: all that is needed to deal the game again.
type Header struct {
	Format  int             `json:"format"`
	Program string          `json:"program"` // version of gamed that dealt it
	Game    string          `json:"game"`
	Rules   string          `json:"rules"`
	Version int             `json:"version"` // of the rules
	Cards   string          `json:"cards"`   // hash of the card table: see CardsHash
	Key     Key             `json:"key"`
	Setup   state.Setup     `json:"setup"`
	Seats   []Seat          `json:"seats"`
	Clock   *protocol.Clock `json:"clock,omitempty"`
	Private bool            `json:"private,omitempty"` // not listed
	At      int64           `json:"at_ms"`             // when, since 1970
}

// A Seat is who sits where.
type Seat struct {
	Kind string `json:"kind"` // open, person or bot
	Name string `json:"name,omitempty"`
	// KeyHash is the SHA-256 of the key that a person comes back with, in
	// hexadecimal digits.
	KeyHash string `json:"key_hash,omitempty"`
}

// A Sit record tells that a seat was taken.
type Sit struct {
	Seat int  `json:"seat"`
	Who  Seat `json:"who"`
}

// A Request record is a request that was accepted.
type Request struct {
	Seat     state.Seat `json:"seat"`
	Decision uint32     `json:"decision"`
	Option   [4]uint8   `json:"option"` // do, card, on, also
	Salt     string     `json:"salt"`   // hexadecimal
	At       int64      `json:"at_ms"`  // when, since 1970
	By       string     `json:"by,omitempty"`
}

// An End record is the last one.
type End struct {
	Won    []int  `json:"won"`
	Digest string `json:"digest"`
}

func record(q state.Request, at int64, by string) *Request {
	o := q.Option
	return &Request{
		Seat: q.Seat, Decision: q.Decision, At: at, By: by,
		Option: [4]uint8{uint8(o.Do), uint8(o.Card), uint8(o.On), uint8(o.Also)},
		Salt:   strconv.FormatUint(q.Salt, 16),
	}
}

// State returns the request as the machine takes it.
func (r *Request) State() (state.Request, error) {
	salt, err := strconv.ParseUint(r.Salt, 16, 64)
	if err != nil {
		return state.Request{}, fmt.Errorf("salt %q is not hexadecimal", r.Salt)
	}
	return state.Request{
		Seat: r.Seat, Decision: r.Decision, Salt: salt,
		Option: state.Option{
			Do: state.Do(r.Option[0]), Card: state.Card(r.Option[1]),
			On: state.Card(r.Option[2]), Also: state.Card(r.Option[3]),
		},
	}, nil
}

// CardsHash is the SHA-256 of a card table and the rules' version: a log of one
// table does not replay on another.
func CardsHash(info state.Info) string {
	b, err := json.Marshal(struct {
		Version int
		Cards   []state.CardInfo
	}{info.Version, info.Cards})
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// Digest is the SHA-256 of a position, in hexadecimal digits.
func Digest(m state.Machine) string {
	sum := sha256.Sum256(m.AppendState(nil))
	return hex.EncodeToString(sum[:])
}

// ErrDamaged is wrapped by the errors of logs that cannot be run again.
var ErrDamaged = errors.New("the log cannot be run again")

// A Replay runs a log again, a request at a time.
type Replay struct {
	Header  Header
	Machine state.Machine
	Seats   []Seat
	End     *End
	Fault   string

	chance  *Chance
	records [][]byte
	line    int
}

// Open deals the game of a log again. rules finds a ruleset by name.
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
	ruleset, err := rules(r.Header.Rules)
	if err != nil {
		return nil, r.damaged("%w", err)
	}
	info := ruleset.Info()
	if hash := CardsHash(info); hash != r.Header.Cards {
		return nil, r.damaged("it was played with other cards of %s (version %d, table %s; this is version %d, table %s)", info.Name, r.Header.Version, r.Header.Cards, info.Version, hash)
	}
	r.chance = NewChance(r.Header.Key)
	if seed := r.chance.Next(); seed != r.Header.Setup.Seed {
		return nil, r.damaged("the seed of its deal does not come from its key")
	}
	r.Machine, err = ruleset.Deal(r.Header.Setup)
	if err != nil {
		return nil, r.damaged("%w", err)
	}
	r.Seats = append(r.Seats, r.Header.Seats...)
	return r, nil
}

// Next runs the next request, whose events go to log, and returns it; nil at
// the end of the log.
func (r *Replay) Next(log *state.Log) (*Request, error) {
	for {
		rec, err := r.read()
		if rec == nil || err != nil {
			return nil, err
		}
		switch {
		case rec.Request != nil:
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
		default:
			return nil, r.damaged("unknown record %q", rec.T)
		}
	}
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

func (r *Replay) apply(rec *Request, log *state.Log) error {
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
	r.Machine.Apply(q, log)
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
