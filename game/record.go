package game

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"gamed/protocol"
	"gamed/state"
)

// Format is the version of the records. Older ones stay readable.
const Format = 2

// A Record is a line of a game's log. T says which of the others it is.
type Record struct {
	T        string    `json:"t"` // header, seat, request, undo, draw, offers, standin, settings, epoch, end or fault
	Header   *Header   `json:"header,omitempty"`
	Sit      *Sit      `json:"seat,omitempty"`
	Request  *Request  `json:"request,omitempty"`
	Undo     *Undo     `json:"undo,omitempty"`
	Draw     *Draw     `json:"draw,omitempty"`
	Offers   []Offer   `json:"offers,omitempty"`
	StandIn  *StandIn  `json:"standin,omitempty"`
	Settings *Settings `json:"settings,omitempty"`
	End      *End      `json:"end,omitempty"`
	// Epoch is who runs the game from here on, on servers that share their games: see
	// [AppendEpoch].
	Epoch string `json:"epoch,omitempty"`
	Fault string `json:"fault,omitempty"` // why the game was set aside
}

// last reports whether nothing follows the record.
func (r *Record) last() bool { return r.T == "end" || r.T == "fault" }

// A Header is the first record: all that is needed to deal the game again.
type Header struct {
	Format  int         `json:"format"`
	Program string      `json:"program"` // version of gamed that dealt it
	Game    string      `json:"game"`
	Rules   string      `json:"rules"`
	Version int         `json:"version"` // of the rules
	Cards   string      `json:"cards"`   // hash of the card table: see CardsHash
	Key     Key         `json:"key"`
	Salt    Key         `json:"salt,omitzero"` // for the [Commitment]
	Setup   state.Setup `json:"setup"`
	From    *From       `json:"from,omitempty"` // nil for a game that is dealt
	Seats   []Seat      `json:"seats"`
	At      int64       `json:"at_ms"` // when, since 1970
	protocol.TableOptions
	Made   *Made   `json:"made,omitempty"`   // nil for a game created without an idempotency key
	Series *Series `json:"series,omitempty"` // that the game is part of
	// Kept says for whom each seat is kept, nil if whoever comes may have any: see package
	// hub.
	Kept []string `json:"kept,omitempty"`
}

// Made is what a game was asked for with, so that who asks once more, for want of an
// answer, is given the same one.
type Made struct {
	Key  string `json:"key"`  // SHA-256 of the key of the request, in hexadecimal digits
	Spec string `json:"spec"` // and of what was asked for
}

// A Series is a match of several games between the same players.
type Series struct {
	ID     string `json:"id"`     // the id of its first game
	BestOf int    `json:"of"`     // how many games it has at most, but for draws
	Number int    `json:"number"` // of this game, from 1
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
	Seat int   `json:"seat"`
	Who  Seat  `json:"who"`
	At   int64 `json:"at_ms,omitempty"` // when, since 1970
	// Nonce is what the player has added to the chance of the game: see [Mix].
	Nonce string `json:"nonce,omitempty"`
	// Deck is the player's own, "" for that of the set-up.
	Deck string `json:"deck,omitempty"`
}

// A Request record is a request that was accepted.
type Request struct {
	Seat     state.Seat `json:"seat"`
	Decision uint32     `json:"decision"`
	Option   [4]uint8   `json:"option"` // do, card, on, also
	Salt     string     `json:"salt"`   // hexadecimal
	At       int64      `json:"at_ms"`  // when, since 1970
	// Bank is what the seat has left, in milliseconds, if it is timed.
	Bank *int64 `json:"bank_ms,omitempty"`
	// By is who chose: "clock" if nobody did in time, "bot" if a bot stood in
	// for the player, "exit" if the others had a seat resigned that was away, "auto" if the seat's
	// settings did, else empty.
	By string `json:"by,omitempty"`
}

// An Undo record tells that a seat has taken a request back, and with it all that came
// after that. The records stay, and the game stands as it did before them, but that
// requests, events and decisions count on: see [state.Machine].
type Undo struct {
	Seat state.Seat `json:"seat"`
	To   int        `json:"to"`    // the number of the request's record, the header being 0
	At   int64      `json:"at_ms"` // when, since 1970
	// Banks are what is left to each seat, in milliseconds, if they are timed.
	Banks []int64 `json:"banks_ms,omitempty"`
}

// A Draw record tells that the game ends without a winner, though not by its rules.
type Draw struct {
	Reason string `json:"reason"`           // as in the message over
	Agreed []int  `json:"agreed,omitempty"` // the seats that have agreed
	At     int64  `json:"at_ms"`            // when, since 1970
}

// A StandIn record tells that the others have called a bot for a person who was away,
// or that the person is back.
type StandIn struct {
	Seat state.Seat `json:"seat"`
	On   bool       `json:"on"`
}

// An End record is the last one.
type End struct {
	Won    []int  `json:"won"`
	Digest string `json:"digest"`
}

// RequestOf returns q as it is written down. The time is the caller's to add.
func RequestOf(q state.Request) *Request {
	o := q.Option
	return &Request{
		Seat: q.Seat, Decision: q.Decision,
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

// Digest is the SHA-256 of a position, in hexadecimal digits.
func Digest(m state.Machine) string {
	sum := sha256.Sum256(m.AppendState(nil))
	return hex.EncodeToString(sum[:])
}
