package elements

import (
	"math/bits"

	"gamed/state"
)

// Derived holds facts that follow from the rest of a position, for the code that runs at almost
// every request. The code that changes a position updates them with changed, reckon or judge. The
// test kit compares them with the result of derive after each request. They are not part of the
// written position.
type Derived struct {
	Awake    Tokens           // tokens that are awake
	Beings   Tokens           // tokens that are Beings
	Movers   Tokens           // Beings that may attack when they are awake
	Veiled   Tokens           // tokens that other seats may not target
	Hurt     Tokens           // tokens with damage
	Dying    Tokens           // Beings without health: see stateBasedActions
	Usable   Tokens           // tokens whose activated power their seat can pay for
	Timed    Tokens           // tokens with a sunrise or sunset power
	Fleeting Tokens           // tokens with an effect that ends at sunset
	Plays    [maxSeats]places // cards in hand that their seat can pay for
	Spells   [maxSeats]places // Spells in hand
	Doomed   state.Seats      // seats that must leave the game
	Casting  state.Seats      // seats that might cast a Spell, judged by public facts
	Rich     state.Seats      // seats with active karma and cards in hand
	_        [5]uint8         // positions have no padding
}

// A places is a set of places in a hand.
type places uint32

func (p places) first() int { return bits.TrailingZeros32(uint32(p)) }

// put adds member i to a set, or removes it. The compiler makes no branch of it, which would depend on
// the cards.
func put[S ~uint8 | ~uint64, I ~uint8](set *S, i I, in bool) {
	var bit S
	if in {
		bit = 1
	}
	*set = *set&^(1<<(i&63)) | bit<<(i&63)
}

// derive computes all derived facts.
func (s *Position) derive() {
	s.Derived = Derived{}
	for ts := s.inPlay(); ts != 0; ts &= ts - 1 {
		s.changed(ts.first())
	}
	for seat := range state.Seat(s.Seats) {
		s.judge(seat)
		s.reckon(seat)
	}
}

// changed updates the facts about token c, which has changed or left.
func (s *Position) changed(c state.Card) {
	t := &s.Tokens[c]
	b := statsOf(t.Kind)
	put(&s.Awake, c, t.is(awake))
	put(&s.Beings, c, b.typ == Being)
	put(&s.Movers, c, b.typ == Being && b.static&isRooted == 0)
	put(&s.Veiled, c, b.static&isWarded != 0 || t.is(untouchable))
	put(&s.Hurt, c, t.Hurt != 0)
	put(&s.Dying, c, b.typ == Being && t.health() <= 0)
	put(&s.Timed, c, b.powers&(1<<slotSunrise|1<<slotSunset) != 0)
	put(&s.Fleeting, c, t.AttackNow|t.HealthNow != 0 || t.is(untouchable|borrowed))
	put(&s.Usable, c, s.Users>>c&1 != 0 && t.canUse(b, pack(&s.Sides[t.Seat].Active)))
}

// judge updates whether the seat must leave the game, after a change of its life or a draw from an
// empty Future.
func (s *Position) judge(seat state.Seat) {
	side := &s.Sides[seat]
	put(&s.Doomed, seat, side.Life <= 0 || side.Lost)
}

// reckon updates what the seat can pay for, after a change of its hand, its active karma or its
// discounts.
func (s *Position) reckon(seat state.Seat) {
	side := &s.Sides[seat]
	active := pack(&side.Active)
	off := s.discounts(seat)
	var plays, spells places
	for i, k := range side.Hand[:side.NHand] {
		b := statsOf(k)
		var pays places
		if (active + off.on(b.typ)).covers(b.cost) {
			pays = 1 // not a branch: it would depend on the cards
		}
		plays |= pays << i
		spells |= places(b.typ/Spell) << i // Spell is the highest type
	}
	s.Plays[seat], s.Spells[seat] = plays, spells
	for ts := s.Present[seat] & s.Users; ts != 0; ts &= ts - 1 {
		t := &s.Tokens[ts.first()]
		put(&s.Usable, ts.first(), t.canUse(statsOf(t.Kind), active))
	}
	put(&s.Casting, seat, side.NHand > 0 && active.reaches(s.Reach[seat]))
	put(&s.Rich, seat, side.NHand > 0 && active.of(Any) > 0)
}

// canUse reports whether active karma pays for the power of a token, and whether the token can use
// it now.
func (t *Token) canUse(b *cardStats, active packed) bool {
	return (b.static&useSleeps == 0 || t.is(awake)) && active.covers(b.use)
}
