package dominion

import "gamed/state"

// These flags in the Source field of a play's frame describe how the card is played.
const (
	playsLeft    state.Card = 0x03 // number of plays left, including this one
	repeated     state.Card = 0x04 // another card plays it several times
	hasLeft      state.Card = 0x08 // the card has left the zone to which it was played
	staysInPlay  state.Card = 0x10 // the card stays in play at clean-up
	bonusesGiven state.Card = 0x20 // the card's plain bonuses have been given
)

// play puts a card into play and plays it one or more times. The caller has removed the card from
// its zone.
func (s *Position) play(seat state.Seat, p pile, times int, log *state.Log) state.Verdict {
	s.Sides[seat].Play.add(p)
	return s.startPlay(seat, p, times, log)
}

// startPlay plays a card that is in play one or more times. A single play that only gives bonuses ends
// at once. Any other play gets a frame on the stack.
func (s *Position) startPlay(seat state.Seat, p pile, times int, log *state.Log) state.Verdict {
	k := s.Kinds[p]
	b := statsOf(k)
	if times == 1 && b.simple && (s.Special&placed == 0 || b.cards == 0) {
		log.Add(state.Event{What: played, Seat: seat, Sees: state.Public, Kind: k, Amount: 1})
		return s.giveBonuses(seat, k, log)
	}
	f := state.Frame{Phase: PlayPhase, Seat: seat, Actor: seat, Kind: k, Slot: s.playSlot(b), Source: state.Card(times)}
	if times > 1 {
		f.Source |= repeated
	}
	return s.Push(f)
}

// playSlot returns the slot whose code runs when the card is played. The slot depends on the
// printing.
func (s *Position) playSlot(b *cardStats) state.Slot {
	if s.Printing == of2011 && b.hasCode(slotPlay2011) {
		return slotPlay2011
	}
	return slotPlay
}

// giveBonuses gives the seat the plain bonuses of one play. In another seat's turn, the seat only draws
// cards.
func (s *Position) giveBonuses(seat state.Seat, k state.Kind, log *state.Log) state.Verdict {
	if seat == s.Active {
		s.addBonuses(k, 1)
	}
	if n := int(statsOf(k).cards); n > 0 {
		return s.draw(seat, n, log)
	}
	return state.Nothing()
}

// addBonuses adds the plain bonuses of n plays, except cards, to the resources of the turn.
func (s *Position) addBonuses(k state.Kind, n uint8) {
	b := statsOf(k)
	s.Actions += n * b.actions
	s.Buys += n * b.buys
	s.Coins += uint16(n) * uint16(b.coins)
	s.Potions += n * b.potions
	if b.is(Action) {
		s.ActionsPlayed += uint16(n)
	}
	if k == Silver {
		if s.Silvers == 0 && s.Merchants > 0 && n > 0 {
			s.Coins += uint16(s.Merchants)
		}
		s.Silvers += n
	}
}

// playPhase plays a card one or more times. Reactions to an Attack come first, then the bonuses,
// and then the code.
var playPhase = state.Phase[Position]{
	Name:  "play",
	Holds: true,
	Enter: func(s *Position, f *state.Frame, log *state.Log) state.Verdict {
		log.Add(state.Event{What: played, Seat: f.Seat, Sees: state.Public, Kind: f.Kind, Amount: 1})
		if !statsOf(f.Kind).is(Attack) {
			return state.Nothing()
		}
		return s.attack(f)
	},
	Run: func(s *Position, f *state.Frame, log *state.Log) state.Verdict {
		if f.Source&bonusesGiven == 0 {
			f.Source |= bonusesGiven
			if v := s.giveBonuses(f.Seat, f.Kind, log); v != state.Nothing() {
				return v
			}
		}
		v := Rules.RunCode(s, f, log)
		if v == state.Resolve() && s.LookedAt.Size > 0 {
			s.putLookedBack(f.Actor, log) // the seat that looks at the cards has left the game
		}
		if v != state.Resolve() || f.Source&playsLeft <= 1 {
			return v
		}
		if s.NDue > 0 {
			s.Release() // triggers come before the next play
			return state.Nothing()
		}
		// Play again from the start.
		*f = state.Frame{
			Phase: PlayPhase, Seat: f.Seat, Actor: f.Seat, Kind: f.Kind, Slot: f.Slot,
			Source: f.Source&^bonusesGiven - 1,
		}
		return state.Nothing()
	},
}

// attack makes the seats with a Lighthouse in play immune to the Attack of f. Then it lets all seats
// but the attacker react, including immune seats.
func (s *Position) attack(f *state.Frame) state.Verdict {
	if s.Special&protects != 0 {
		for p := range s.Kinds {
			if s.stats(pile(p)).special&protects == 0 {
				continue
			}
			for ss := s.Playing.Without(f.Seat); ss != 0; ss &= ss - 1 {
				if s.Sides[ss.First()].Play.Counts[p] > 0 {
					f.Immune = f.Immune.With(ss.First())
				}
			}
		}
	}
	if !s.hasCode(slotAttack) {
		return state.Nothing()
	}
	return s.pushReactions(state.Frame{Phase: ReactPhase, Slot: slotAttack, Seat: f.Seat, Actor: f.Seat, Kind: f.Kind, Target: state.Card(f.Seat)}, f)
}

// keepInPlay keeps the card of f in play until its effect at the start of its player's next turn. A
// Throne Room or King's Court that plays this card stays in play too.
func (s *Position) keepInPlay(f *state.Frame) {
	d := &s.Sides[f.Seat]
	d.NextTurn.add(s.pileOf(f.Kind))
	s.markStaying(d, f)
	if host := s.Stack.Below(1); f.Source&repeated != 0 && host.Phase == PlayPhase {
		s.markStaying(d, host)
	}
}

// markStaying keeps the card of f in play at clean-up, unless the card has left.
func (s *Position) markStaying(d *Side, f *state.Frame) {
	if f.Source&(staysInPlay|hasLeft) == 0 {
		f.Source |= staysInPlay
		d.Staying.add(s.pileOf(f.Kind))
	}
}
