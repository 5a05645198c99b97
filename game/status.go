package game

import (
	"context"
	"slices"
	"time"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A Status holds the public facts about a game.
type Status struct {
	Game         string
	Rules        string
	Seats        []protocol.Seat
	Turn         int
	Over         bool
	Fault        bool // a fault in the rules ended the game
	Won          []int
	Started      bool   // every seat is taken
	WatcherCount int    // number of spectators
	Commit       string // the [table.Commitment] to the game's key, "" for none
	// Awaiting has the seats that must decide. It is empty while spectators see the game with a
	// delay.
	Awaiting state.Seats
	// Ends has the milliseconds until the clock answers for each seat, as in [protocol.Update]. It
	// is nil if no clock runs for the awaited seats.
	Ends []int64
}

// Status returns the game's status.
func (g *Game) Status(ctx context.Context) (Status, error) {
	return ask(ctx, g, func(a *actor) (Status, error) { return a.status(), nil })
}

func (a *actor) status() Status {
	a.loadNotes()
	over, won := a.Table.Machine.Result()
	s := Status{
		Game: a.g.id, Rules: a.Table.RulesName, Seats: a.seatList(a.hidesEnd()), Turn: a.Table.Machine.Turn(), Over: over, Fault: a.Table.Fault != "",
		Won: table.Numbers(won), Started: a.Table.Started(), WatcherCount: len(a.watchers), Commit: table.Commitment(a.Table.Key, a.Table.CommitmentSalt),
	}
	switch {
	case a.hidesEnd():
		s.Turn, s.Over, s.Won = 0, false, nil
	case !over && s.Started && !s.Fault:
		s.Awaiting, s.Ends = a.Table.Machine.Awaiting(), a.timesLeft(time.Now())
	}
	return s
}

// timesLeft returns the times until the clock answers, or nil if no seat's time runs.
func (a *actor) timesLeft(now time.Time) (ends []int64) {
	if a.clock == nil {
		return nil
	}
	for seat := range state.Seat(len(a.seats)) {
		ends = append(ends, a.timeLeft(seat, now))
	}
	if slices.Max(ends) < 0 {
		return nil
	}
	return ends
}

// A Standing is a status with a number for each seat that tells how well the seat stands.
type Standing struct {
	Status
	// Values holds the value of a measure or of [state.Machine.Value], by seat. Values is nil after
	// a fault, in a game without a position, and while spectators must not see the values yet.
	// Values is also nil once the log has an undo with Informed set: see [table.Undo].
	Values []int
}

// Standing returns the status with a measure of each seat. If the measure is nil, Standing uses
// the machine's value of each seat.
func (g *Game) Standing(ctx context.Context, of *state.Measure) (Standing, error) {
	return ask(ctx, g, func(a *actor) (Standing, error) { return Standing{a.status(), a.values(of)}, nil })
}

func (a *actor) values(of *state.Measure) (values []int) {
	if a.Table.Fault != "" || a.Table.InformedUndo || a.hidesEnd() || !a.Table.HasPosition() {
		return nil
	}
	for seat := range state.Seat(len(a.seats)) {
		if of == nil {
			values = append(values, a.Table.Machine.Value(seat))
		} else {
			values = append(values, a.Table.Machine.Measure(seat, *of))
		}
	}
	return values
}

// World returns a possible world for a seat: see [table.Table.World]. The error is a
// [*protocol.Error] if the seat has no open decision.
func (g *Game) World(ctx context.Context, seat state.Seat) (state.Machine, error) {
	g.noteUse()
	return ask(ctx, g, func(a *actor) (state.Machine, error) { return a.Table.World(seat) })
}

// Table returns a copy of the game's table.
func (g *Game) Table(ctx context.Context) (*table.Table, error) {
	return ask(ctx, g, func(a *actor) (*table.Table, error) { return a.Table.Fork(), nil })
}

// Follow tells every client the id of the game that follows this game. Delayed spectators
// learn the id after the end of this game. Clients that connect later do not learn it.
func (g *Game) Follow(ctx context.Context, next string) error {
	return g.do(ctx, func(a *actor) error {
		now, late := a.tableFor(0), a.tableFor(state.Watcher)
		now.Next, late.Next = next, next
		a.tellClients(now, nil)
		a.tellLate(late)
		return nil
	})
}

// A Summary describes a game that has left memory.
type Summary struct {
	Status
	// Values has a row with the machine's value of each seat, then a row for each measure. A row is
	// nil under the conditions of [Standing].
	Values [][]int
}

// noteUse records that a client uses the game now.
func (g *Game) noteUse() { g.lastUsed.Store(time.Now().UnixNano()) }

// Idle returns the time at which a client last used the game, and whether the game waits for an
// input: no client is connected, no clock runs, and no bot has an open decision. Idle does not
// wake the game.
func (g *Game) Idle() (since time.Time, idle bool) {
	return time.Unix(0, g.lastUsed.Load()), g.idle.Load() && !g.running.Load()
}

// Sleep closes an idle game and returns a summary. measures is the number of measures that the
// ruleset has. If the game is not idle, Sleep returns nil, and the game continues.
func (g *Game) Sleep(ctx context.Context, measures int) (*Summary, error) {
	return ask(ctx, g, func(a *actor) (*Summary, error) {
		if !a.idle() || len(g.inputs) > 0 {
			return nil, nil
		}
		r := &Summary{Status: a.status(), Values: [][]int{a.values(nil)}}
		for i := range measures {
			of := state.Measure(i)
			r.Values = append(r.Values, a.values(&of))
		}
		a.close()
		return r, nil
	})
}

// idle reports whether the game waits for an input.
func (a *actor) idle() bool {
	if a.closed || a.Table.Fault != "" || a.alarmed || len(a.watchers) > 0 {
		return false
	}
	asked := a.Table.Machine.Awaiting()
	for i := range a.seats {
		isBot := a.Table.Seats[i].Kind == protocol.SeatBot
		plays := isBot
		for _, to := range a.seats[i].agents {
			if to.bot == nil && !isBot {
				return false
			}
			plays = true
		}
		if plays && asked.Has(state.Seat(i)) {
			return false
		}
	}
	return true
}
