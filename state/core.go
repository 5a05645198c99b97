package state

// Core is the part of a position that this package manages. Each ruleset embeds it in its
// position type. The order of the fields leaves no padding, so a position can be compared and
// hashed by its bytes.
type Core struct {
	Rand     Rand
	Seq      uint32           // number of accepted requests
	StackSeq uint32           // Seq when the stack last changed
	Answered [MaxSeats]uint32 // Seq of each seat's last accepted request
	Turn     uint16           // counts from 1; 0 before the first turn
	Limit    uint16           // the last possible turn
	Seats    uint8            // the number of seats
	Playing  Seats            // seats still in the game
	Awaiting Seats            // seats that may act now
	Active   Seat             // the seat whose turn it is
	Over     bool
	Won      Seats // the winners, if Over; empty is a draw
	NDue     uint8
	Stack    Stack
	Due      [MaxDue]Frame // triggers that wait to go onto the stack; NDue is their number
}

// Decision returns the number of the seat's open decision, or 0 if it has none. The number changes
// when the seat answers or the stack changes, but not when another seat passes. So an answer
// remains valid if another seat passes first.
func (c *Core) Decision(seat Seat) uint32 {
	if seat >= MaxSeats || !c.Awaiting.Has(seat) {
		return 0
	}
	return max(c.StackSeq, c.Answered[seat]) + 1
}

// Next returns the first awaited seat in turn order, counted from the active seat. At least one
// seat must be awaited.
func (c *Core) Next() Seat { return c.Awaiting.From(c.Active) }

// After returns the next playing seat in turn order, or the same seat if no other seat plays.
func (c *Core) After(seat Seat) Seat {
	if others := c.Playing &^ Only(seat); others != 0 {
		return others.From((seat + 1) % Seat(c.Seats))
	}
	return seat
}

// Rival returns the other playing seat with the highest score. On a tie it returns the lowest
// seat. If no other seat plays, it returns the next seat in turn order.
func (c *Core) Rival(seat Seat, score func(Seat) int) Seat {
	others := c.Playing &^ Only(seat)
	if others == 0 {
		return (seat + 1) % Seat(c.Seats)
	}
	best := others.First()
	if others.Len() == 1 {
		return best
	}
	most := score(best)
	for others = others.Without(best); others != 0; others &= others - 1 {
		if n := score(others.First()); n > most {
			best, most = others.First(), n
		}
	}
	return best
}

// Trigger queues f. The machine puts the queued triggers on the stack after the current step, in the
// order of the calls, so the last one resolves first. If MaxDue triggers wait or the stack has no room,
// Trigger drops f and returns false.
func (c *Core) Trigger(f Frame) bool {
	if c.NDue == MaxDue || int(c.Stack.Depth)+int(c.NDue) >= MaxDepth-headroom {
		return false
	}
	c.Due[c.NDue] = f
	c.NDue++
	return true
}

// Release puts the waiting triggers on the stack, even in a phase that holds them. After the
// call, the current step must return [Nothing].
func (c *Core) Release() {
	c.Stack.Top().Passed = 0
	for i := range c.NDue {
		c.Stack.push(c.Due[i])
		c.Due[i] = Frame{}
	}
	c.NDue = 0
	c.StackSeq = c.Seq
}

// End ends the game with the given winners. Later calls have no effect.
func (c *Core) End(won Seats) {
	if !c.Over {
		c.Over, c.Won, c.Awaiting = true, won, 0
	}
}
