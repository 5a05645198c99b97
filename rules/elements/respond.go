package elements

import "gamed/state"

// responders returns the seats that have not answered f and that, by public facts, might respond. Such a
// seat can pay for a power, or it has cards in hand and enough active karma for a Spell of its deck. In
// the seat's own main phase, any active karma is enough. If the result depended on the kinds of the cards
// in hand, the times of the decisions would reveal these kinds.
func (s *Position) responders(f *state.Frame) (ss state.Seats) {
	if !s.Stack.Room() {
		return 0
	}
	ss = s.MayCast
	if f.Phase == Main {
		ss |= s.MayPlay & state.Only(f.Seat)
	}
	if s.Usable != 0 {
		for seat := range state.Seat(s.Seats) {
			if s.Present[seat]&s.Usable != 0 {
				ss = ss.With(seat)
			}
		}
	}
	return ss & s.Playing &^ f.Passed
}

// passOrRespond is the Options function of phases in which a seat may only pass or respond.
func (s *Position) passOrRespond(_ *state.Frame, seat state.Seat, dst []state.Option) []state.Option {
	return s.appendResponses(seat, append(dst, state.Option{Do: Pass}))
}

// appendResponses appends the cards that the seat may play and the powers that it may use. Spells and
// powers are legal at any time. Beings and Items are legal only in the seat's own main phase, with
// nothing above this phase on the stack.
func (s *Position) appendResponses(seat state.Seat, dst []state.Option) []state.Option {
	if !s.Stack.Room() {
		return dst
	}
	can := s.Playable[seat]
	if top := s.Stack.Top(); top.Phase != Main || top.Seat != seat {
		can &= s.Spells[seat]
	}
	for last := state.Kind(0); can != 0; can &= can - 1 {
		k := s.Sides[seat].Hand[can.first()]
		if k == last { // copies are next to each other
			continue
		}
		last = k
		if o := (state.Option{Do: Play, Card: state.Card(k)}); statsOf(k).static&castAims == 0 {
			dst = append(dst, o)
		} else {
			dst = s.appendAimed(seat, &cards[k].Cast, o, dst)
		}
	}
	for ts := s.Present[seat] & s.Usable; ts != 0; ts &= ts - 1 {
		c := ts.first()
		dst = s.appendAimed(seat, &s.Tokens[c].def().Use, state.Option{Do: Use, Card: c}, dst)
	}
	return dst
}

// respond handles the requests that every phase accepts: to pass, to play a card or to use a power.
func (s *Position) respond(_ *state.Frame, seat state.Seat, o state.Option, log *state.Log) state.Verdict {
	switch o.Do {
	case Play:
		return s.Push(s.play(seat, o, log))
	case Use:
		return s.Push(s.use(seat, o, log))
	}
	return state.Answered()
}

// play removes a card from the hand and returns the frame of its play. It pays the part of the cost that
// can be paid in one way only.
func (s *Position) play(seat state.Seat, o state.Option, log *state.Log) state.Frame {
	k := state.Kind(o.Card)
	cost := cards[k].Cost
	if s.Reacting != 0 {
		cost[Any] -= min(cost[Any], s.discount(seat, cards[k].Type))
	}
	s.Sides[seat].removeShown(k)
	log.Add(s.withTargets(state.Event{What: played, Seat: seat, Sees: state.Public, Kind: k}, o))
	owes := s.pay(seat, &cost)
	if owes == 0 {
		s.triggerReactions(Plays, seat, k, frameRefs+state.Card(s.Stack.Depth)) // the frame that the caller pushes
	}
	return state.Frame{
		Phase: PlayPhase, Seat: seat, Actor: seat, Kind: k, Slot: slotCast,
		Target: o.Target, Extra: o.SecondTarget, X: owes,
	}
}

// use pays for a token's activated power and returns the frame of the power.
func (s *Position) use(seat state.Seat, o state.Option, log *state.Log) state.Frame {
	t := &s.Tokens[o.Card]
	k, p := t.Kind, &t.def().Use
	log.Add(s.withTargets(state.Event{What: used, Seat: seat, Sees: state.Public, Kind: k, Card: o.Card}, o))
	f := state.Frame{
		Phase: TriggerPhase, Seat: seat, Actor: seat, Kind: k, Slot: slotUse, Source: o.Card,
		Target: o.Target, Extra: o.SecondTarget, X: s.pay(seat, &p.Cost),
	}
	if p.Sleep {
		t.Flags &^= awake
		s.updateToken(o.Card)
	}
	if p.Sacrifice {
		s.destroy(o.Card, log)
	}
	return f
}
