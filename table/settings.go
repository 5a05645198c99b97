package table

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"gamed/protocol"
	"gamed/state"
)

const (
	// maxAlways is the maximum number of repeated answers of a seat.
	maxAlways = 32
	// maxSettings limits the settings records of a seat in a game. With each turn the limit
	// grows by settingsPerTurn. Without a limit, a log could grow while the game makes no
	// progress.
	maxSettings     = 100
	settingsPerTurn = 5
)

// A Settings record holds a seat's automatic answers and muted players. It replaces the seat's
// earlier settings record. Older logs also have the fields until and turn. A replay ignores
// these fields, because each automatic answer has its own record.
type Settings struct {
	Seat   state.Seat `json:"seat"`
	Muted  uint8      `json:"muted,omitempty"` // a bit for each muted seat, and [Audience] for spectators
	Alone  *bool      `json:"alone,omitempty"` // whether the server passes if there is no other option; nil for the default
	Always []Answer   `json:"always,omitempty"`
	// Stops names the situations in which the game waits for the seat. Nil means the default.
	Stops []string `json:"stops,omitzero"`
}

// Audience is the number of the bit in [Settings.Muted] that stands for all spectators.
const Audience = state.Seat(7)

// An Answer is an option that the server chooses for a seat at every decision with the same
// options.
type Answer struct {
	Options string `json:"options"` // digest of the texts of the options
	Take    string `json:"take"`    // text of the chosen option
}

// seatSettings holds the settings of a seat. A change creates a new value, because forks of a
// table share the old one.
type seatSettings struct {
	Settings
	Reopened uint32 // a decision without automatic answers, because the player took back its answer
	Records  int    // number of settings records of the seat
}

var settingsKind = kind{
	noun: "the setting", minor: true,
	hasField: func(r *Record) bool { return r.Settings != nil },
	apply:    func(t *Table, r *Record, c *Change, _ PositionBefore) error { return r.Settings.apply(t, c) },
}

func (s *Settings) apply(t *Table, c *Change) error {
	if err := t.checkSeat(s.Seat); err != nil {
		return err
	}
	p, next := &t.Seats[s.Seat], &seatSettings{Settings: *s, Records: 1}
	before, stops := p.Settings, t.stopNames(s.Seat)
	p.Settings = next
	if before != nil {
		next.Records += before.Records
		if slices.Equal(stops, t.stopNames(s.Seat)) {
			next.Reopened = before.Reopened
		}
	}
	c.Settings = c.Settings.With(s.Seat)
	return nil
}

// A SettingsChange is the input that changes the settings of a seat. Nil and zero fields change
// nothing.
type SettingsChange struct {
	Seat   state.Seat
	Stops  []string // as in [protocol.Settings]
	Alone  *bool
	Forget bool
	// Always is an answer to repeat, a result of [Table.AnswerTo].
	Always *Answer
	// Mute names the seat to mute or unmute. The seat -1 stands for all spectators.
	Mute *protocol.Mute
}

func (c *SettingsChange) decide(t *Table, now Now) (*Record, error) {
	if c.Mute == nil && (c.Always != nil || t.Started()) {
		if err := t.checkPlaying(c.Seat); err != nil {
			return nil, err
		}
	}
	if c.Mute == nil && int(c.Seat) >= len(t.Seats) {
		return nil, &protocol.Error{Code: protocol.NoSeat, Text: "only a seat has settings, not a spectator"}
	}
	var before seatSettings
	if int(c.Seat) < len(t.Seats) && t.Seats[c.Seat].Settings != nil {
		before = *t.Seats[c.Seat].Settings
	}
	s, changed := before.Settings, c.Always != nil
	s.Seat = c.Seat
	if c.Stops != nil {
		stops, err := t.findStops(c.Stops)
		if err != nil {
			return nil, err
		}
		if !slices.Equal(stops, t.stopNames(c.Seat)) {
			s.Stops, changed = stops, true
		}
	}
	if c.Alone != nil && *c.Alone != t.passesIfForced(c.Seat) {
		if t.abilities.Passing == nil {
			return nil, errNoPasses
		}
		s.Alone, changed = c.Alone, true
	}
	if c.Forget && len(s.Always) > 0 {
		s.Always, changed = nil, true
	}
	if c.Always != nil {
		s.Always = slices.DeleteFunc(slices.Clone(s.Always), func(other Answer) bool { return other.Options == c.Always.Options })
		if s.Always = append(s.Always, *c.Always); len(s.Always) > maxAlways {
			s.Always = slices.Delete(s.Always, 0, 1) // remove the oldest answer
		}
	}
	if c.Mute != nil {
		var err error
		if s.Muted, err = t.Mute(c.Seat, s.Muted, c.Mute); err != nil {
			return nil, err
		}
		changed = changed || s.Muted != before.Muted
	}
	switch {
	case !changed:
		return nil, nil
	case t.Closed():
		return nil, errGameOver
	case before.Records >= maxSettings+settingsPerTurn*t.Machine.Turn():
		return nil, notNow("", "you have changed your settings too often: try again in the next turn")
	}
	return &Record{Kind: "settings", At: now.At, Settings: &s}, nil
}

var errNoPasses = notNow("", "no seat passes in this game: leave out stops and alone")

// findStops returns the stops with the given names, in the order of the ruleset.
func (t *Table) findStops(names []string) ([]string, error) {
	all, known := slices.Equal(names, []string{protocol.AllStops}), []string{}
	if t.abilities.Passing == nil {
		if all {
			return known, nil
		}
		return nil, errNoPasses
	}
	for i := range t.abilities.Passing.Stops {
		known = append(known, t.abilities.Passing.Stops[i].Name)
	}
	if all {
		return known, nil
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, &protocol.Error{Code: protocol.BadField, Field: "stops", Text: fmt.Sprintf("there is no stop %q: use %s", name, strings.Join(known, ", "))}
		}
	}
	return slices.DeleteFunc(known, func(name string) bool { return !slices.Contains(names, name) }), nil
}

// Mute returns the value of [Settings.Muted] for a seat after the mute message m. The error is
// a [*protocol.Error].
func (t *Table) Mute(seat state.Seat, muted uint8, m *protocol.Mute) (uint8, error) {
	who := Audience
	if m.Seat >= 0 {
		who = state.Seat(m.Seat)
	}
	if int(seat) >= len(t.Seats) || m.Seat >= len(t.Seats) || who == seat {
		return 0, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "a seat may mute another seat of this game, or -1 for all spectators"}
	}
	if muted &^= 1 << who; m.On {
		muted |= 1 << who
	}
	return muted, nil
}

// Muted returns the value of [Settings.Muted] for a seat, or 0 if the seat has no settings record.
func (t *Table) Muted(seat state.Seat) uint8 {
	if s := t.Seats[seat].Settings; s != nil {
		return s.Muted
	}
	return 0
}

// SeatSettings returns the message with a seat's settings, including the seats that it mutes.
func (t *Table) SeatSettings(seat state.Seat, muted uint8) *protocol.SeatSettings {
	k := &protocol.SeatSettings{Stops: t.stopNames(seat), Alone: t.passesIfForced(seat), Always: []string{}, Muted: []int{}}
	if s := t.Seats[seat].Settings; s != nil {
		for _, answer := range s.Always {
			k.Always = append(k.Always, answer.Take)
		}
	}
	for who := range Audience {
		if muted>>who&1 != 0 {
			k.Muted = append(k.Muted, int(who))
		}
	}
	if muted>>Audience&1 != 0 {
		k.Muted = append(k.Muted, -1)
	}
	return k
}

// AnswerTo returns an [Answer] that repeats an option of the seat's open decision.
func (t *Table) AnswerTo(seat state.Seat, option int) Answer {
	texts := t.texts(seat)
	return Answer{digestOf(texts), texts[option]}
}

// texts returns the texts of a seat's options.
func (t *Table) texts(seat state.Seat) []string {
	options := t.Options(seat)
	list := make([]string, len(options))
	for i, o := range options {
		list[i] = t.Machine.Label(seat, o).Text
	}
	return list
}

// digestOf returns the first half of the SHA-256 of the texts of a decision's options, in
// hexadecimal digits.
func digestOf(texts []string) string {
	h := sha256.New()
	for _, text := range texts {
		h.Write(append([]byte(text), 0))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
