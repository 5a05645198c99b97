package elements

import (
	"math/bits"

	"gamed/state"
)

// Derived holds facts that follow from the rest of a position, for code that runs at almost every
// request. Code that changes a position updates the facts with updateToken, updatePayable or
// updateLeaving. The tests of package statetest compare the facts with the result of derive after
// each request. The serialized position does not contain these facts.
type Derived struct {
	Awake        Tokens            // tokens that are awake
	Beings       Tokens            // tokens that are Beings
	CanAttack    Tokens            // Beings that may attack when they are awake
	Untargetable Tokens            // tokens that other seats may not target
	Damaged      Tokens            // tokens with damage
	Dying        Tokens            // Beings without health: see stateBasedActions
	Usable       Tokens            // tokens whose activated power their seat can pay for
	Timed        Tokens            // tokens with a sunrise or sunset power
	Temporary    Tokens            // tokens with an effect that ends at sunset
	Playable     [maxSeats]handSet // cards in hand that their seat can pay for
	Spells       [maxSeats]handSet // Spells in hand
	Leaving      state.Seats       // seats that stateBasedActions must remove from the game
	MayCast      state.Seats       // seats that might cast a Spell, judged by public facts
	MayPlay      state.Seats       // seats with active karma and cards in hand
	// Open is the table option open. It is the only field here that does not follow from the rest
	// of the position. A new field of the serialized position would change the digests in older
	// logs.
	Open bool
	// Filler stays zero. Without it, these bytes would be padding, which a position must not have. The
	// field has a name because == skips blank fields, and could then not compare a position in one call.
	Filler [4]uint8
}

// A handSet is a set of cards in a hand, with one bit per index into the hand.
type handSet uint32

func (p handSet) first() int { return bits.TrailingZeros32(uint32(p)) }

// setMember adds member i to a set, or removes it. It compiles to code without a branch, because the
// processor could not predict a branch that depends on the cards.
func setMember[S ~uint8 | ~uint64, I ~uint8](set *S, i I, in bool) {
	var bit S
	if in {
		bit = 1
	}
	*set = *set&^(1<<(i&63)) | bit<<(i&63)
}

// derive computes all derived facts.
func (s *Position) derive() {
	s.Derived = Derived{Open: s.Open}
	for ts := s.inPlay(); ts != 0; ts &= ts - 1 {
		s.updateToken(ts.first())
	}
	for seat := range state.Seat(s.Seats) {
		s.updateLeaving(seat)
		s.updatePayable(seat)
	}
}

// updateToken updates the facts about token c. Every change of a
// token must be followed by updateToken, also when the token enters or leaves.
func (s *Position) updateToken(c state.Card) {
	t := &s.Tokens[c]
	b := statsOf(t.Kind)
	setMember(&s.Awake, c, t.is(awake))
	setMember(&s.Beings, c, b.typ == Being)
	setMember(&s.CanAttack, c, b.typ == Being && b.static&isRooted == 0)
	setMember(&s.Untargetable, c, b.static&isWarded != 0 || t.is(untouchable))
	setMember(&s.Damaged, c, t.Damage != 0)
	setMember(&s.Dying, c, b.typ == Being && t.health() <= 0)
	setMember(&s.Timed, c, b.powers&(1<<slotSunrise|1<<slotSunset) != 0)
	setMember(&s.Temporary, c, t.AttackUntilSunset|t.HealthUntilSunset != 0 || t.is(untouchable|borrowed))
	setMember(&s.Usable, c, s.Activatable>>c&1 != 0 && t.canUse(b, pack(&s.Sides[t.Controller].Active)))
}

// updateLeaving updates whether the seat must leave the game, after a change of its life or a draw from an
// empty Future.
func (s *Position) updateLeaving(seat state.Seat) {
	side := &s.Sides[seat]
	setMember(&s.Leaving, seat, side.Life <= 0 || side.RanOut)
}

// updatePayable updates what the seat can pay for, after a change of its hand, its active karma or its
// discounts.
func (s *Position) updatePayable(seat state.Seat) {
	side := &s.Sides[seat]
	active := pack(&side.Active)
	off := s.discounts(seat)
	var plays, spells handSet
	for i, k := range side.Hand[:side.NHand] {
		b := statsOf(k)
		var pays handSet
		if (active + off.forType(b.typ)).covers(b.cost) {
			pays = 1 // compiles without a branch: see setMember
		}
		plays |= pays << i
		spells |= handSet(b.typ/Spell) << i // Spell is the highest type
	}
	s.Playable[seat], s.Spells[seat] = plays, spells
	for ts := s.Present[seat] & s.Activatable; ts != 0; ts &= ts - 1 {
		t := &s.Tokens[ts.first()]
		setMember(&s.Usable, ts.first(), t.canUse(statsOf(t.Kind), active))
	}
	setMember(&s.MayCast, seat, side.NHand > 0 && active.coversAny(s.LeastSpellKarma[seat]))
	setMember(&s.MayPlay, seat, side.NHand > 0 && active.of(Any) > 0)
}

// canUse reports whether the token can use its activated power now. The seat's active karma must cover
// the cost. If the power puts the token to sleep, the token must be awake.
func (t *Token) canUse(b *cardStats, active elementCounts) bool {
	return (b.static&useSleeps == 0 || t.is(awake)) && active.covers(b.useCost)
}
