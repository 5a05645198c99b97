package elements

import "gamed/state"

// createToken creates a token of kind k under the seat's control and returns its slot. If there is no
// room, it returns 0, and the caller must put the card, if any, into another zone.
func (s *Position) createToken(seat, owner state.Seat, k state.Kind, fl flags, log *state.Log) state.Card {
	c := s.freeSlot()
	if c == 0 || s.Present[seat].len() >= MaxPresent {
		log.Add(state.Event{What: noRoom, Seat: seat, Sees: state.Public, Kind: k})
		return 0
	}
	if cards[k].Swift {
		fl |= awake
	}
	s.Tokens[c] = Token{Kind: k, Owner: owner, Controller: seat, Flags: fl}
	s.TokensCreated++
	s.TokenNames[c] = uint16(s.TokensCreated)
	s.Present[seat] |= 1 << c
	b := statsOf(k)
	if b.powers>>slotUse&1 != 0 {
		s.Activatable |= 1 << c
	}
	s.updateToken(c)
	log.Add(state.Event{What: entered, Seat: seat, Sees: state.Public, Kind: k, Card: c})
	s.triggerReactions(Enters, seat, k, c)
	if b.powers>>slotReacts&1 != 0 || b.cheapens != 0 { // a token does not react to its own arrival
		s.Reacting |= 1 << c
		s.updatePayable(seat)
	}
	return c
}

// freeSlot returns an empty slot to which no frame refers, or 0 if there is none. If it returned a slot
// to which a frame refers, a play with an old token as its target could hit the new token. If possible,
// freeSlot avoids slots that the current request has freed, because [tell] needs the names of their
// tokens.
func (s *Position) freeSlot() state.Card {
	taken := Tokens(1)
	for _, p := range s.Present {
		taken |= p
	}
	for i := range s.Stack.Depth {
		f := &s.Stack.Frames[i]
		taken |= slotBit(f.Source) | slotBit(f.Target) | slotBit(f.Extra) | slotBit(f.Picked)
	}
	for i := range s.NDue {
		taken |= slotBit(s.Due[i].Source)
	}
	if c := (^taken &^ s.justFreed()).first(); c < slots {
		return c
	}
	if c := (^taken).first(); c < slots {
		return c
	}
	return 0
}

func (s *Position) justFreed() Tokens {
	if s.FreedSeq == s.Seq {
		return s.FreedSlots
	}
	return 0
}

func slotBit(c state.Card) Tokens {
	if c < slots {
		return 1 << c
	}
	return 0
}

// removeToken removes token c from play. The caller must put the token's card, if any, into another
// zone.
func (s *Position) removeToken(c state.Card) Token {
	t := s.Tokens[c]
	s.Present[t.Controller] &^= 1 << c
	s.Activatable &^= 1 << c
	if s.Reacting>>c&1 != 0 {
		s.Reacting &^= 1 << c
		s.updatePayable(t.Controller)
	}
	s.FreedSlots, s.FreedSeq = s.justFreed()|1<<c, s.Seq
	s.Tokens[c] = Token{}
	s.updateToken(c)
	return t
}

// tokenToPast removes token c and puts its card, if it has one, into its owner's Past. It logs an
// event of the given kind.
func (s *Position) tokenToPast(c state.Card, what state.EventKind, log *state.Log) {
	t := s.removeToken(c)
	if !t.is(cardless) {
		s.Sides[t.Owner].addToPast(t.Kind)
	}
	log.Add(state.Event{What: what, Seat: t.Controller, Sees: state.Public, Kind: t.Kind, Card: c})
}

// destroy puts token c, if it exists, into its owner's Past and triggers its death power.
func (s *Position) destroy(c state.Card, log *state.Log) {
	t := s.Tokens[c]
	if t.Kind == 0 {
		return
	}
	s.tokenToPast(c, died, log)
	s.trigger(t.Controller, t.Kind, c, slotDies)
}

// trigger triggers the power in a slot of token c of kind k, if the kind has such a power.
func (s *Position) trigger(seat state.Seat, k state.Kind, c state.Card, slot state.Slot) {
	if statsOf(k).powers>>slot&1 != 0 {
		s.Trigger(state.Frame{Phase: TriggerPhase, Seat: seat, Actor: seat, Kind: k, Slot: slot, Source: c})
	}
}

// damage deals n damage to token c, if it is a Being. A Being without health stays in play until
// stateBasedActions destroys it.
func (s *Position) damage(c state.Card, n int, log *state.Log) {
	t := &s.Tokens[c]
	if t.Kind == 0 || statsOf(t.Kind).typ != Being || n <= 0 {
		return
	}
	t.Damage = clamp(int(t.Damage) + n)
	s.updateToken(c)
	log.Add(state.Event{What: damaged, Seat: t.Controller, Sees: state.Public, Kind: t.Kind, Card: c, Amount: clamp(n)})
	s.trigger(t.Controller, t.Kind, c, slotDamaged)
}

// heal removes up to n damage from token c.
func (s *Position) heal(c state.Card, n int, log *state.Log) {
	t := &s.Tokens[c]
	if n = min(n, int(t.Damage)); n <= 0 {
		return
	}
	t.Damage -= int8(n)
	s.updateToken(c)
	log.Add(state.Event{What: healed, Seat: t.Controller, Sees: state.Public, Kind: t.Kind, Card: c, Amount: int8(n)})
	s.trigger(t.Controller, t.Kind, c, slotHealed)
}

// loseLife makes the seat lose n life. A seat without life stays in the game until
// stateBasedActions removes it.
func (s *Position) loseLife(seat state.Seat, n int, log *state.Log) {
	if n <= 0 || !s.Playing.Has(seat) {
		return
	}
	side := &s.Sides[seat]
	side.Life = int8(max(int(side.Life)-n, -maxLife))
	s.updateLeaving(seat)
	log.Add(state.Event{What: lostLife, Seat: seat, Sees: state.Public, Amount: clamp(n)})
}

func (s *Position) gainLife(seat state.Seat, n int, log *state.Log) {
	if n <= 0 || !s.Playing.Has(seat) {
		return
	}
	side := &s.Sides[seat]
	side.Life = clamp(int(side.Life) + n)
	s.updateLeaving(seat)
	log.Add(state.Event{What: gainedLife, Seat: seat, Sees: state.Public, Amount: clamp(n)})
}

func clamp(n int) int8 { return int8(min(max(n, -maxStat), maxStat)) }

// wake wakes token c, if it is asleep, and triggers its wake power.
func (s *Position) wake(c state.Card, log *state.Log) {
	if t := &s.Tokens[c]; t.Kind != 0 && !t.is(awake) {
		t.Flags |= awake
		s.updateToken(c)
		log.Add(state.Event{What: woke, Seat: t.Controller, Sees: state.Public, Kind: t.Kind, Card: c})
		s.trigger(t.Controller, t.Kind, c, slotWakes)
	}
}

func (s *Position) sleep(c state.Card, log *state.Log) {
	if t := &s.Tokens[c]; t.is(awake) {
		t.Flags &^= awake
		s.updateToken(c)
		log.Add(state.Event{What: slept, Seat: t.Controller, Sees: state.Public, Kind: t.Kind, Card: c})
	}
}

// changeControl gives the seat control of token c. It does nothing and returns false if the token is
// gone, if the seat already controls the token, or if the seat has no room.
func (s *Position) changeControl(c state.Card, seat state.Seat, log *state.Log) bool {
	t := &s.Tokens[c]
	if t.Kind == 0 || t.Controller == seat || s.Present[seat].len() >= MaxPresent {
		return false
	}
	s.Present[t.Controller] &^= 1 << c
	s.Present[seat] |= 1 << c
	if s.Reacting>>c&1 != 0 {
		s.updatePayable(t.Controller)
		s.updatePayable(seat)
	}
	t.Controller = seat
	s.updateToken(c)
	log.Add(state.Event{What: changedSides, Seat: seat, Sees: state.Public, Kind: t.Kind, Card: c})
	return true
}
