package game

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

const (
	// maxAlways is how many decisions a seat may have answered by itself.
	maxAlways = 32
	// maxSettings is how often the settings of a seat are written into the log, and
	// settingsATurn how often in each turn besides, so that it does not grow without the game
	// going on. Later ones hold until a restart.
	maxSettings   = 100
	settingsATurn = 5
)

// A Settings record is what a seat does not want to hear, and what it wants answered by
// itself, in place of what it wanted before.
type Settings struct {
	Seat   state.Seat `json:"seat"`
	Muted  uint8      `json:"muted,omitempty"` // whom it does not hear: a bit for each seat, and the highest for spectators
	Alone  bool       `json:"alone,omitempty"` // pass where there is nothing else
	Always []Answer   `json:"always,omitempty"`
	// Until is until what it passes, "" for [protocol.UntilOff]. When that comes follows
	// from the requests: no record says it.
	Until string `json:"until,omitempty"`
	Turn  int    `json:"turn,omitempty"` // when it said so
}

// A settings is what the server keeps for a seat.
type settings struct {
	Settings
	hold     uint32 // a decision that is the player's own, as it has taken its answer back
	recorded int
}

// An Answer is given to every decision with certain options.
type Answer struct {
	Options string `json:"options"` // see digestOf
	Take    string `json:"take"`    // the text of the option
}

// digestOf stands for the options of a decision: half of the SHA-256 of their texts, in
// hexadecimal digits.
func digestOf(texts []string) string {
	h := sha256.New()
	for _, text := range texts {
		h.Write(append([]byte(text), 0))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// texts lists the options of a seat in words.
func texts(m state.Machine, seat state.Seat, options []state.Option) []string {
	list := make([]string, len(options))
	for i, o := range options {
		list[i] = m.Label(seat, o).Text
	}
	return list
}

// wants returns a copy of what a seat wants kept.
func (p *place) wants(seat state.Seat) settings {
	if p.settings == nil {
		return settings{Settings: Settings{Seat: seat}}
	}
	return *p.settings
}

// set changes the settings of a seat.
func (a *actor) set(seat state.Seat, m *protocol.Settings, from agent.JSONWriter) {
	if wrong := a.say(seat); wrong != nil {
		tell(from, wrong)
		return
	}
	if abilities(a.dealer).Passing == nil && (m.Until != "" && m.Until != protocol.UntilOff || m.Alone != nil && *m.Alone) {
		tell(from, notNow("", "nobody passes in this game"))
		return
	}
	a.back(seat)
	s := a.seats[seat].wants(seat)
	changed := m.Forget && len(s.Always) > 0 || m.Alone != nil && *m.Alone != s.Alone
	switch m.Until {
	case "":
	case protocol.UntilOff:
		changed = changed || s.Until != ""
		s.Until = ""
	default:
		turn := a.m.Turn()
		changed = changed || s.Until != m.Until || s.Turn != turn
		s.Until, s.Turn, s.hold = m.Until, turn, 0
	}
	if m.Alone != nil {
		s.Alone = *m.Alone
	}
	if m.Forget {
		s.Always = nil
	}
	if changed {
		a.keep(s, from)
	} else {
		a.tellSettings(seat)
	}
}

// always answers a decision, and those with the same options from then on.
func (a *actor) always(seat state.Seat, m *protocol.Always, from agent.JSONWriter) {
	if wrong := a.say(seat); wrong != nil {
		tell(from, wrong)
		return
	}
	var all []string
	if m.Decision == a.m.Decision(seat) {
		all = texts(a.m, seat, a.m.Options(seat, nil))
	}
	if !a.choose(seat, &protocol.Choose{Decision: m.Decision, Option: m.Option}, from) {
		return
	}
	s := a.seats[seat].wants(seat)
	answer := Answer{digestOf(all), all[m.Option]}
	s.Always = slices.DeleteFunc(slices.Clone(s.Always), func(other Answer) bool { return other.Options == answer.Options })
	if s.Always = append(s.Always, answer); len(s.Always) > maxAlways {
		s.Always = slices.Delete(s.Always, 0, 1) // the oldest makes room
	}
	a.keep(s, from)
}

// keep has the settings of a seat hold from now on, unless the log cannot take them.
func (a *actor) keep(s settings, from agent.JSONWriter) {
	if s.recorded++; s.recorded <= maxSettings+settingsATurn*a.m.Turn() && !a.sealed {
		if err := a.append(&Record{T: "settings", Settings: &s.Settings}); err != nil {
			a.observe(Observation{Outcome: NotStored, Err: err})
			a.regret(from, notStored(err, "that"))
			return
		}
	}
	a.seats[s.Seat].settings = &s
	a.tellSettings(s.Seat)
}

// among returns the settings of all seats with a record among them.
func (r *Settings) among(all []*settings, seats int) []*settings {
	list := make([]*settings, seats)
	copy(list, all)
	s := &settings{Settings: *r, recorded: 1}
	if before := list[r.Seat]; before != nil {
		s.recorded += before.recorded
	}
	list[r.Seat] = s
	return list
}

// kept is what the server keeps for a seat.
func (a *actor) kept(seat state.Seat) *protocol.Kept {
	p := &a.seats[seat]
	k := &protocol.Kept{Until: protocol.UntilOff, Always: []string{}, Muted: []int{}}
	if s := p.settings; s != nil {
		k.Until, k.Alone = cmp.Or(s.Until, protocol.UntilOff), s.Alone
		for _, answer := range s.Always {
			k.Always = append(k.Always, answer.Take)
		}
		for who := range spectators {
			if s.Muted>>who&1 != 0 {
				k.Muted = append(k.Muted, int(who))
			}
		}
		if s.Muted>>spectators&1 != 0 {
			k.Muted = append(k.Muted, -1)
		}
	}
	return k
}

// tellSettings tells a seat what the server keeps for it.
func (a *actor) tellSettings(seat state.Seat) {
	k := a.kept(seat)
	for _, to := range a.seats[seat].agents {
		if to.bot == nil {
			tell(to.to, k)
		}
	}
}
