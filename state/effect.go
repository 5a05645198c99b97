package state

// RunCode executes the card code of f until the code ends, asks a seat, or must wait for triggers.
// Rulesets call it in the Run function of their effect phase.
func (r *Ruleset[S]) RunCode(s *S, f *Frame, log *Log) Verdict {
	c, code := r.Core(s), r.Code(f.Kind, f.Slot)
	for int(f.PC) < len(code) {
		op := &code[f.PC]
		switch op.Verb {
		case vZero:
			f.X, f.Picked = 0, 0
			f.PC++
		case vCount:
			f.X++
			f.PC++
		case vAgain:
			f.PC -= op.Skip
		case vElse:
			f.PC += 1 + op.Skip
		case vSet:
			f.X = int8(min(r.Read(s, f, op.N), 127))
			f.PC++
		case vDown:
			if f.X <= 0 {
				f.PC += op.Skip
			} else {
				f.X--
			}
			f.PC++
		case vWhile:
			if f.X != 0 {
				f.PC -= op.Skip
			} else {
				f.PC++
			}
		case vIf:
			if f.X == 0 {
				f.PC += op.Skip
			}
			f.PC++
		case vMay:
			if r.decider(s, f) != 0 {
				return c.Push(r.question(f, r.Ask))
			}
			f.PC += 1 + op.Skip
		case vPick:
			can := r.pickable(s, f, op)
			switch {
			case int(f.X) >= r.Read(s, f, op.Max) || r.decider(s, f) == 0 || can.Empty() && !r.hidden(s, f, op):
				f.PC += 1 + op.Skip
			case can.Len() == 1 && int(f.X) < r.Read(s, f, op.Min) && r.picksLeft(s, f, op, can.First()) == 1:
				// The choice is forced, so the code picks the card without a question. But a seat
				// with several copies of the card is still asked. Without the question, the other
				// seats would learn that all cards of the seat are equal.
				f.Picked = can.First()
				f.PC++
			default:
				return c.Push(r.question(f, r.Choice))
			}
		case vEach:
			next := r.nextActor(s, f)
			if f.Actor = next; next == f.Seat {
				f.PC += op.Skip
			}
			f.PC++
		case vRelease:
			f.PC++
			if c.NDue > 0 {
				c.Release()
				return Nothing()
			}
		default:
			f.PC++
			if v := r.Verbs[op.Verb](s, f, op, log); v != nothing {
				return v
			}
			if c.Over {
				return Nothing() // the rest of the code does not run
			}
			if c.NDue > 0 && !r.Phases[f.Phase].Holds {
				return Nothing() // the triggers of the step come first
			}
		}
	}
	return Resolve()
}

// nextActor returns the next seat of an EachOther, or the frame's own seat at the end of the round.
func (r *Ruleset[S]) nextActor(s *S, f *Frame) Seat {
	c := r.Core(s)
	for next := (f.Actor + 1) % Seat(c.Seats); next != f.Seat; next = (next + 1) % Seat(c.Seats) {
		if c.Playing.Has(next) && !f.Immune.Has(next) {
			return next
		}
	}
	return f.Seat
}

// pickable returns the cards that may be picked next. Except in a [PickInOrder], the seat picks
// cards in ascending order, so there is only one sequence of picks for each set of cards. The
// result omits a card if the cards from this one upwards are too few to reach the minimum.
func (r *Ruleset[S]) pickable(s *S, f *Frame, op *Op) Set {
	can := r.Candidates(s, f, op)
	if op.Ordered {
		return can
	}
	if f.X > 0 {
		can = can.NotBelow(f.Picked)
		if r.picksLeft(s, f, op, f.Picked) == 0 {
			can = can.Without(f.Picked)
		}
	}
	need := r.Read(s, f, op.Min) - int(f.X)
	if need <= 1 {
		return can
	}
	total := 0
	for c := can; !c.Empty(); c = c.Rest() {
		total += r.picksLeft(s, f, op, c.First())
	}
	if total <= need {
		need = total
	}
	for c := can; !c.Empty(); c = c.Rest() {
		if total < need {
			can = can.Without(c.First())
		}
		total -= r.picksLeft(s, f, op, c.First())
	}
	return can
}

func (r *Ruleset[S]) hidden(s *S, f *Frame, op *Op) bool {
	return r.Hidden != nil && r.Hidden(s, f, op)
}

// picksLeft returns how many more times c may be picked.
func (r *Ruleset[S]) picksLeft(s *S, f *Frame, op *Op, c Card) int {
	switch {
	case r.PicksLeft != nil:
		return r.PicksLeft(s, f, op, c)
	case f.X > 0 && c <= f.Picked && !op.Ordered:
		return 0
	}
	return 1
}

// question returns a frame of phase p that asks the decider about the op at f.PC.
func (r *Ruleset[S]) question(f *Frame, p PhaseID) Frame {
	q := *f
	q.Phase, q.Entered, q.Passed = p, false, 0
	return q
}

// ChoicePhase returns the phase in which a card asks its actor, or the seat that decides for the
// actor, to pick a card. The default option is to pick no further card, if that is allowed, and
// otherwise to pick the first card.
func (r *Ruleset[S]) ChoicePhase() Phase[S] {
	return Phase[S]{
		Name:   "choice",
		Awaits: r.decider,
		Options: func(s *S, f *Frame, _ Seat, dst []Option) []Option {
			op := &r.Code(f.Kind, f.Slot)[f.PC]
			can := r.pickable(s, f, op)
			if can.Empty() || int(f.X) >= r.Read(s, f, op.Min) {
				dst = append(dst, Option{Do: Done})
			}
			return can.Options(dst, Take)
		},
		Request: func(s *S, f *Frame, _ Seat, o Option, _ *Log) Verdict {
			asker := r.Core(s).Stack.Below(1)
			asker.PC++
			if o.Do == Done {
				asker.PC += r.Code(f.Kind, f.Slot)[f.PC].Skip
			} else {
				asker.Picked = o.Card
			}
			return Resolve()
		},
	}
}

// AskPhase returns the phase in which a card asks its actor, or the seat that decides for the
// actor, a yes-or-no question. The default option is no.
func (r *Ruleset[S]) AskPhase() Phase[S] {
	return Phase[S]{
		Name:   "ask",
		Awaits: r.decider,
		Options: func(_ *S, _ *Frame, _ Seat, dst []Option) []Option {
			return append(dst, Option{Do: No}, Option{Do: Yes})
		},
		Request: func(s *S, f *Frame, _ Seat, o Option, _ *Log) Verdict {
			asker := r.Core(s).Stack.Below(1)
			asker.PC++
			if o.Do == No {
				asker.PC += r.Code(f.Kind, f.Slot)[f.PC].Skip
			}
			return Resolve()
		},
	}
}

// decider returns a set with one seat, which answers the op at f.PC. The set is empty once that
// seat has left the game. An open question then resolves unanswered, and RunCode does not ask
// again.
func (r *Ruleset[S]) decider(s *S, f *Frame) Seats {
	seat := f.Actor
	if r.Decides != nil {
		seat = r.Decides(s, f, &r.Code(f.Kind, f.Slot)[f.PC])
	}
	return Only(seat) & r.Core(s).Playing
}
