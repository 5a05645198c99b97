package state

// Core is the kernel's part of a position. A ruleset embeds it. The order of
// the fields leaves no padding, so positions compare and hash as memory.
type Core struct {
	Rand     Rand
	Seq      uint32           // accepted requests so far
	Window   uint32           // Seq when the stack last changed
	Answered [MaxSeats]uint32 // Seq of each seat's last accepted request
	Turn     uint16           // counts from 1; 0 before the first turn
	Limit    uint16           // the last turn there may be
	Seats    uint8            // how many seats the game has
	Playing  Seats            // those still in the game
	Awaiting Seats            // those that may speak now
	Active   Seat             // whose turn it is
	Over     bool
	Won      Seats // who won, once Over; empty is a draw
	NDue     uint8
	Stack    Stack
	Due      [MaxDue]Frame // triggers that stack before anything else happens
}

// Decision names the open decision of seat, 0 if it is not asked. The number
// changes when the seat has answered or the stack has changed, and not when
// somebody else passes: two seats may answer at once and both be heard.
func (c *Core) Decision(seat Seat) uint32 {
	if seat >= MaxSeats || !c.Awaiting.Has(seat) {
		return 0
	}
	return max(c.Window, c.Answered[seat]) + 1
}

// Next returns the awaited seat that is first in turn order, the active seat's
// turn being now. It is who a runner asks when it asks one seat at a time.
// Somebody must be awaited.
func (c *Core) Next() Seat { return c.Awaiting.From(c.Active) }

// After returns the seat that follows in turn order among those still playing.
// It returns seat itself if nobody else is.
func (c *Core) After(seat Seat) Seat {
	if others := c.Playing &^ Only(seat); others != 0 {
		return others.From((seat + 1) % Seat(c.Seats))
	}
	return seat
}

// Rival returns the other playing seat with the highest score, the first on a tie. If no
// other seat plays, it returns the next one.
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

// Trigger stacks f as soon as the step at hand is over. Triggers of one step
// stack in the order of the calls, so the last one resolves first. It reports
// false, and f does not happen, when there is no room.
func (c *Core) Trigger(f Frame) bool {
	if c.NDue == MaxDue || int(c.Stack.N)+int(c.NDue) >= MaxDepth-headroom {
		return false
	}
	c.Due[c.NDue] = f
	c.NDue++
	return true
}

// Release stacks the triggers that wait, whatever phase holds them. The step at
// hand then returns [Nothing] at once.
func (c *Core) Release() {
	c.Stack.Top().Passed = 0
	for i := range c.NDue {
		c.Stack.push(c.Due[i])
		c.Due[i] = Frame{}
	}
	c.NDue = 0
	c.Window = c.Seq
}

// End ends the game. Further calls are ignored: the first end counts.
func (c *Core) End(won Seats) {
	if !c.Over {
		c.Over, c.Won, c.Awaiting = true, won, 0
	}
}
