package table

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"gamed/protocol"
	"gamed/state"
)

const (
	// maxAlways is how many repeated answers a seat may have.
	maxAlways = 32
	// maxSettings limits the settings records of a seat in a game. Each turn allows
	// settingsPerTurn more. Without a limit, a log could grow while the game makes no
	// progress.
	maxSettings     = 100
	settingsPerTurn = 5
)

// A Settings record holds a seat's automatic answers and muted players. It replaces the
// seat's earlier record.
type Settings struct {
	Seat   state.Seat `json:"seat"`
	Muted  uint8      `json:"muted,omitempty"` // a bit for each muted seat, and [Audience] for spectators
	Alone  bool       `json:"alone,omitempty"` // pass when there is no other option
	Always []Answer   `json:"always,omitempty"`
	// Until says when the seat stops passing. It is "" for [protocol.UntilOff]. No
	// record marks that moment, which follows from the choices.
	Until string `json:"until,omitempty"`
	Turn  int    `json:"turn,omitempty"` // the turn in which it was set
}

// Audience is the bit of all spectators in [Settings.Muted].
const Audience = state.Seat(7)

// An Answer is repeated at every decision with the same options.
type Answer struct {
	Options string `json:"options"` // digest of their texts
	Take    string `json:"take"`    // text of the chosen one
}

// equal reports whether two records have the same settings.
func (s *Settings) equal(other *Settings) bool {
	return s.Muted == other.Muted && s.Alone == other.Alone && slices.Equal(s.Always, other.Always) &&
		s.Until == other.Until && s.Turn == other.Turn
}

// settings are the settings of a seat. They are replaced, never changed.
type settings struct {
	Settings
	Hold     uint32 // a decision left to the player, who took back its answer
	Recorded int    // number of the seat's records
}

func (s *Settings) apply(t *Table, c *Change) error {
	if err := t.has(s.Seat); err != nil {
		return err
	}
	next := &settings{Settings: *s, Recorded: 1}
	p := &t.Seats[s.Seat]
	if before := p.Settings; before != nil {
		next.Recorded += before.Recorded
		if s.Until == "" || s.Until == before.Until && s.Turn == before.Turn {
			next.Hold = before.Hold
		}
	}
	p.Settings = next
	t.stopPassing(c, func(seat state.Seat, now *settings) bool {
		_, _, asks := t.answer(seat, now)
		return seat == s.Seat && asks
	})
	c.Settings = c.Settings.With(s.Seat)
	return nil
}

// A Wish changes the settings of a seat. Nil and zero fields change nothing.
type Wish struct {
	Seat   state.Seat
	Until  string // as in [protocol.Settings]
	Alone  *bool
	Forget bool
	// Always is an answer to repeat, as [Table.AnswerTo] returns it.
	Always *Answer
	// Mute names the seat to mute or unmute, -1 for all spectators.
	Mute *protocol.Mute
}

func (w *Wish) decide(t *Table, now Now) (*Record, error) {
	if w.Mute == nil {
		if err := t.mayAct(w.Seat); err != nil {
			return nil, err
		}
	}
	passing := w.Until != "" && w.Until != protocol.UntilOff || w.Alone != nil && *w.Alone
	if passing && t.can.Passing == nil {
		return nil, notNow("", "no seat passes in this game")
	}
	var before settings
	if int(w.Seat) < len(t.Seats) && t.Seats[w.Seat].Settings != nil {
		before = *t.Seats[w.Seat].Settings
	}
	s := before.Settings
	s.Seat = w.Seat
	switch w.Until {
	case "":
	case protocol.UntilOff:
		s.Until = ""
	default:
		s.Until, s.Turn = w.Until, t.Machine.Turn()
	}
	if w.Alone != nil {
		s.Alone = *w.Alone
	}
	if w.Forget {
		s.Always = nil
	}
	if w.Always != nil {
		s.Always = slices.DeleteFunc(slices.Clone(s.Always), func(other Answer) bool { return other.Options == w.Always.Options })
		if s.Always = append(s.Always, *w.Always); len(s.Always) > maxAlways {
			s.Always = slices.Delete(s.Always, 0, 1) // drop the oldest
		}
	}
	if w.Mute != nil {
		var err error
		if s.Muted, err = t.Mute(w.Seat, s.Muted, w.Mute); err != nil {
			return nil, err
		}
	}
	switch {
	case w.Always == nil && s.equal(&before.Settings):
		return nil, nil
	case t.Closed():
		return nil, errGameOver
	case before.Recorded >= maxSettings+settingsPerTurn*t.Machine.Turn():
		return nil, notNow("", "you have changed your settings too often: try again in the next turn")
	}
	return &Record{T: "settings", At: now.At, Settings: &s}, nil
}

// Mute returns the new [Settings.Muted] of a seat after a mute message. The error is a
// [*protocol.Error].
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

// Muted returns [Settings.Muted] of a seat.
func (t *Table) Muted(seat state.Seat) uint8 {
	if s := t.Seats[seat].Settings; s != nil {
		return s.Muted
	}
	return 0
}

// Kept returns the settings message for a seat, with the seats that it mutes.
func (t *Table) Kept(seat state.Seat, muted uint8) *protocol.Kept {
	k := &protocol.Kept{Until: protocol.UntilOff, Always: []string{}, Muted: []int{}}
	if s := t.Seats[seat].Settings; s != nil {
		k.Until, k.Alone = cmp.Or(s.Until, protocol.UntilOff), s.Alone
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

// digestOf identifies the options of a decision: half of the SHA-256 of their texts,
// in hexadecimal digits.
func digestOf(texts []string) string {
	h := sha256.New()
	for _, text := range texts {
		h.Write(append([]byte(text), 0))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
