package elements

import "gamed/state"

// An Aim describes the legal targets of a power by the allowed kinds of objects and by conditions that
// must all hold. A condition on Beings does not restrict players. A power with the zero Aim needs no
// target.
type Aim uint32

const (
	ABeing   Aim = 1 << iota
	AnItem       // an Item in play
	APlayer      // a seat that is still in the game
	APast        // a card in a Past
	APlay        // a play on the stack
	ATrigger     // a trigger on the stack

	Mine   // controlled or played by the aiming seat, or in its Past
	Theirs // controlled or played by another seat, or in the Past of another seat
	IsAwake
	IsAsleep
	IsHurt
	IsAttacking // attacks in the current defend or combat phase
	ABeingCard  // a Being card in a Past
	ASpellCard

	aCost // the bits from here on hold the limits of CostsAtMost and CostsExactly
)

// CostsAtMost and CostsExactly restrict targets to cards with a printed cost of at most or exactly
// n elements. The number n must be below 7.
func CostsAtMost(n uint8) Aim  { return aCost * Aim(n+1) }
func CostsExactly(n uint8) Aim { return aCost * 8 * Aim(n+1) }

// costs returns the limits set by CostsAtMost and CostsExactly, or -1 for a limit that is not set.
func (a Aim) costs() (most, exactly int) { return int(a/aCost&7) - 1, int(a/aCost/8&7) - 1 }

// allowsCost reports whether the aim allows a target with the printed cost of kind k.
func (a Aim) allowsCost(k state.Kind) bool {
	if a < aCost {
		return true
	}
	most, exactly := a.costs()
	n := int(statsOf(k).cost.of(Any))
	return (most < 0 || n <= most) && (exactly < 0 || n == exactly)
}

// A reference to a target is a token's slot, seatRefs plus a seat, or frameRefs plus an index into the
// stack. A target in a Past has two references: the seat of the Past and the kind of the card.
const (
	seatRefs  state.Card = 64
	frameRefs state.Card = 72
)

func seatRef(seat state.Seat) state.Card { return seatRefs + state.Card(seat) }

func isSeat(c state.Card) bool  { return c >= seatRefs && c < frameRefs }
func isFrame(c state.Card) bool { return c >= frameRefs && c < frameRefs+state.MaxDepth }

// kindAt returns the kind of a token or frame, or 0 for a seat. Events store the kind, because the
// object may be gone when an event is described.
func (s *Position) kindAt(c state.Card) state.Kind {
	switch {
	case c < slots:
		return s.Tokens[c].Kind
	case isFrame(c):
		return s.Stack.Frames[c-frameRefs].Kind
	}
	return 0
}

// withTargets returns a copy of e with the targets of option o.
func (s *Position) withTargets(e state.Event, o state.Option) state.Event {
	e.Target, e.SecondTarget = o.Target, o.SecondTarget
	if isSeat(o.Target) {
		e.SecondTargetKind = state.Kind(o.SecondTarget)
	} else {
		e.TargetKind, e.SecondTargetKind = s.kindAt(o.Target), s.kindAt(o.SecondTarget)
	}
	return e
}

// legal reports whether the seat may aim at the target with the reference ref. For a card in a
// Past, ref refers to the seat of the Past, and second is the kind of the card.
func (s *Position) legal(seat state.Seat, a Aim, ref, second state.Card) bool {
	switch {
	case ref == 0:
		return false
	case ref < slots:
		return s.targets(seat, a)>>ref&1 != 0
	case isSeat(ref):
		who := state.Seat(ref - seatRefs)
		if !a.allowsSide(seat, who) || !s.Playing.Has(who) {
			return false
		}
		if a&APast != 0 {
			return a.allowsInPast(state.Kind(second)) && s.Sides[who].indexInPast(state.Kind(second)) >= 0
		}
		return a&APlayer != 0
	case isFrame(ref):
		i := uint8(ref - frameRefs)
		return i < s.Stack.Depth && s.legalFrame(seat, a, &s.Stack.Frames[i])
	}
	return false
}

// allowsSide reports whether the seat may aim at an object that the owner controls or owns.
func (a Aim) allowsSide(seat, owner state.Seat) bool {
	return (a&Mine == 0 || seat == owner) && (a&Theirs == 0 || seat != owner)
}

// allowsInPast reports whether the aim allows a card of kind k in a Past.
func (a Aim) allowsInPast(k state.Kind) bool {
	return k != 0 && a.allowsCost(k) && (a&ABeingCard == 0 || cards[k].Type == Being) && (a&ASpellCard == 0 || cards[k].Type == Spell)
}

// targets returns the tokens at which the aim lets the seat aim.
func (s *Position) targets(seat state.Seat, a Aim) Tokens {
	mine := s.Present[seat]
	can := s.inPlay() &^ (s.Untargetable &^ mine)
	if a&ABeing == 0 {
		can &^= s.Beings
	}
	if a&AnItem == 0 {
		can &= s.Beings
	}
	if a&Mine != 0 {
		can &= mine
	}
	if a&Theirs != 0 {
		can &^= mine
	}
	if a&IsAwake != 0 {
		can &= s.Awake
	}
	if a&IsAsleep != 0 {
		can &^= s.Awake
	}
	if a&IsHurt != 0 {
		can &= s.Damaged
	}
	if a&IsAttacking != 0 {
		can &= 1 << s.attacker()
	}
	if a >= aCost {
		for ts := can; ts != 0; ts &= ts - 1 {
			if !a.allowsCost(s.Tokens[ts.first()].Kind) {
				can &^= 1 << ts.first()
			}
		}
	}
	return can
}

// attacker returns the token that attacks now, or 0 if no token attacks.
func (s *Position) attacker() state.Card {
	if f := &s.Stack.Frames[0]; f.Phase == Defend || f.Phase == Combat {
		return f.Source
	}
	return 0
}

func (s *Position) legalFrame(seat state.Seat, a Aim, f *state.Frame) bool {
	if isCancelled(f) || !a.allowsSide(seat, f.Seat) || !a.allowsCost(f.Kind) {
		return false
	}
	return f.Phase == PlayPhase && a&APlay != 0 || f.Phase == TriggerPhase && a&ATrigger != 0
}

// cancelMark is the value of [state.Frame].Immune that marks a cancelled play or trigger.
const cancelMark = state.Seats(0xFF)

func isCancelled(f *state.Frame) bool { return f.Immune == cancelMark }

// appendAimed appends o once for each legal target of the power p, in the order tokens, seats, Pasts,
// stack. If p needs no target, appendAimed appends o unchanged.
func (s *Position) appendAimed(seat state.Seat, p *Power, o state.Option, dst []state.Option) []state.Option {
	if p.Aim == 0 {
		return append(dst, o)
	}
	if p.Aim&(ABeing|AnItem) != 0 {
		for ts := s.targets(seat, p.Aim); ts != 0; ts &= ts - 1 {
			if o.Target = ts.first(); p.SecondAim == 0 {
				dst = append(dst, o)
			} else {
				dst = s.appendSecondAims(seat, p, o, dst)
			}
		}
	}
	if p.Aim&(APlayer|APast) != 0 {
		for ss := s.Playing; ss != 0; ss &= ss - 1 {
			who := ss.First()
			if !p.Aim.allowsSide(seat, who) {
				continue
			}
			if p.Aim&APast != 0 {
				dst = s.appendPastAims(who, p.Aim, o, dst)
				continue
			}
			o.Target = seatRef(who)
			dst = append(dst, o)
		}
	}
	if p.Aim&(APlay|ATrigger) != 0 {
		for i := range s.Stack.Depth {
			if s.legalFrame(seat, p.Aim, &s.Stack.Frames[i]) {
				o.Target = frameRefs + state.Card(i)
				dst = append(dst, o)
			}
		}
	}
	return dst
}

// appendSecondAims appends o, which already has a first target, once for each legal second target of
// p. Second targets are tokens.
func (s *Position) appendSecondAims(seat state.Seat, p *Power, o state.Option, dst []state.Option) []state.Option {
	for ts := s.targets(seat, p.SecondAim) &^ (1 << o.Target); ts != 0; ts &= ts - 1 {
		o.SecondTarget = ts.first()
		dst = append(dst, o)
	}
	return dst
}

// appendPastAims appends o once for each kind of card in the Past of the owner, if the aim allows
// the kind.
func (s *Position) appendPastAims(owner state.Seat, a Aim, o state.Option, dst []state.Option) []state.Option {
	side := &s.Sides[owner]
	o.Target = seatRef(owner)
	var done state.Set
	for _, k := range side.Past[:side.NPast] {
		if a.allowsInPast(k) && !done.Has(state.Card(k)) {
			done = done.With(state.Card(k))
			o.SecondTarget = state.Card(k)
			dst = append(dst, o)
		}
	}
	return dst
}

func (s *Position) inPlay() Tokens {
	return s.Present[0] | s.Present[1] | s.Present[2] | s.Present[3]
}

// fizzles reports whether every target of f has become illegal. If f has two targets, fizzles clears
// each illegal one, so that the effect omits it.
func (s *Position) fizzles(f *state.Frame) bool {
	p := powersOf[f.Kind][f.Slot]
	if p.Aim == 0 {
		return false
	}
	first := s.legal(f.Seat, p.Aim, f.Target, f.Extra)
	if p.SecondAim == 0 {
		return !first
	}
	second := s.legal(f.Seat, p.SecondAim, f.Extra, 0)
	if !first {
		f.Target = 0
	}
	if !second {
		f.Extra = 0
	}
	return !first && !second
}
