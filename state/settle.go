package state

import "fmt"

// maxSteps limits the steps that one request causes. A ruleset that exceeds it has an endless
// loop.
const maxSteps = 10_000

// Options appends the seat's options, the default first. It appends nothing if the seat is not
// awaited.
func (r *Ruleset[S]) Options(s *S, seat Seat, dst []Option) []Option {
	c := r.Core(s)
	if seat >= MaxSeats || !c.Awaiting.Has(seat) {
		return dst
	}
	f := c.Stack.Top()
	return r.Phases[f.Phase].Options(s, f, seat, dst)
}

// Check returns a *Refusal unless the request q is legal now. It overwrites buf with the seat's
// options and returns buf for reuse.
func (r *Ruleset[S]) Check(s *S, q Request, buf []Option) ([]Option, error) {
	c := r.Core(s)
	refuse := func(why RefusalReason) error {
		return &Refusal{Reason: why, Seat: q.Seat, Answers: q.Decision, Current: c.Decision(q.Seat)}
	}
	switch {
	case c.Over:
		return buf, refuse(GameOver)
	case q.Seat >= MaxSeats || !c.Playing.Has(q.Seat):
		return buf, refuse(NoSeat)
	case q.Option == Option{Do: Resign}:
		return buf, nil
	case !c.Awaiting.Has(q.Seat):
		return buf, refuse(NotAsked)
	case q.Decision != c.Decision(q.Seat):
		return buf, refuse(Stale)
	}
	buf = r.Options(s, q.Seat, buf[:0])
	for _, o := range buf {
		if o == q.Option {
			return buf, nil
		}
	}
	return buf, refuse(Illegal)
}

// Apply applies a legal option: one that Options lists, or Resign if the seat is still in the
// game. With any other option, Apply may panic or corrupt the position.
func (r *Ruleset[S]) Apply(s *S, seat Seat, o Option, log *Log) {
	c := r.Core(s)
	c.Seq++
	c.Answered[seat] = c.Seq
	log.setDepth(&c.Stack)
	if o.Do == Resign {
		c.StackSeq = c.Seq
		r.Leave(s, seat, log)
	} else {
		f := c.Stack.Top()
		v := r.Phases[f.Phase].Request(s, f, seat, o, log)
		if v == answered {
			f.Passed |= Only(seat)
			if c.Awaiting &^= Only(seat); c.Awaiting != 0 {
				return
			}
			v = r.proceed(s, f, log)
		}
		r.resolveIf(s, c, v, log)
	}
	r.settle(s, log)
}

// settle runs the game until it awaits a seat or is over.
func (r *Ruleset[S]) settle(s *S, log *Log) {
	c := r.Core(s)
	for range maxSteps {
		if c.Over {
			return
		}
		if c.NDue > 0 && !r.Phases[c.Stack.Top().Phase].Holds {
			c.Release()
		}
		log.setDepth(&c.Stack)
		f := c.Stack.Top()
		ph := &r.Phases[f.Phase]
		if !f.Entered {
			f.Entered = true
			if ph.Enter != nil {
				r.resolveIf(s, c, ph.Enter(s, f, log), log)
				continue
			}
		}
		if ph.Awaits != nil {
			if c.Awaiting = ph.Awaits(s, f); c.Awaiting != 0 {
				return
			}
		}
		r.resolveIf(s, c, r.proceed(s, f, log), log)
	}
	panic(fmt.Sprintf("state: %s does not settle: %+v", r.Name, c.Stack.Frames[:c.Stack.Depth]))
}

// proceed continues a frame that awaits no seat.
func (r *Ruleset[S]) proceed(s *S, f *Frame, log *Log) Verdict {
	if run := r.Phases[f.Phase].Run; run != nil {
		return run(s, f, log)
	}
	return resolve
}

// Start derives the facts of the position, pushes the first frame and runs the game until it awaits
// a seat or is over. [Ruleset.New] calls Start once.
func (r *Ruleset[S]) Start(s *S, first Frame) {
	if r.Derive != nil {
		r.Derive(s)
	}
	r.Core(s).Stack.push(first)
	r.settle(s, nil)
}

// If v is resolve, resolveIf pops the top frame and runs its Finish function. Other verdicts
// have already taken effect.
func (r *Ruleset[S]) resolveIf(s *S, c *Core, v Verdict, log *Log) {
	if v != resolve {
		return
	}
	c.StackSeq = c.Seq
	c.Stack.Depth--
	f := &c.Stack.Frames[c.Stack.Depth]
	if finish := r.Phases[f.Phase].Finish; finish != nil {
		f.Phase = 0
		if finish(s, f, log); f.Phase != 0 {
			c.Stack.Depth++
			return
		}
	}
	*f = Frame{} // clear the unused frame, so that equal games are equal values
}
