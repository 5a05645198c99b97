package game

import (
	"context"
	"fmt"
	"slices"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

const (
	// maxWatchers is the maximum number of spectators of a game.
	maxWatchers = 1000
	// maxMissed is the maximum number of missed events that a new client receives.
	maxMissed = 2000
)

// An Attachment describes a client or a bot that will receive the messages of a game.
type Attachment struct {
	Seat state.Seat       // [state.Watcher] for a spectator
	To   agent.JSONWriter // must be comparable, as pointers are
	// Bot is a bot in this process. It replaces To, and receives questions in place of updates:
	// see [agent.Thinker].
	Bot agent.Thinker
	// After is the number of the last event that the client has. If After is nil, the client has
	// none. The client receives the later events, but at most the latest 2,000.
	After *uint64
	// Joined, if not nil, is the first message that the client receives. Attach adds the seats, the
	// chat and other facts about the table.
	Joined *protocol.Joined
}

// Attach sends a client the state of the table, the view of its seat and the events that it missed. From then
// on the game sends the client every change. A seat may have several agents, each of which may
// answer. A bot that stands in for a person receives bye when the person returns.
//
// The error is a [*protocol.Error] if the seat does not exist, or if the game cannot admit the spectator.
// The error wraps [ErrRolledBack] if the log lacks events that the player has received. After an
// error from To, the client receives no more messages.
func (g *Game) Attach(ctx context.Context, at Attachment) error {
	g.noteUse()
	return g.do(ctx, func(a *actor) error { return a.attach(at) })
}

// Join calls Sit and then Attach in one step, so no other request sees a taken seat without a
// connected player. If distinct is set and another player at the table has the same name, Join adds
// a number to the name. Join also sets the seat in at.Joined.
func (g *Game) Join(ctx context.Context, s table.Sit, distinct bool, at Attachment) (state.Seat, error) {
	g.noteUse()
	return ask(ctx, g, func(a *actor) (seat state.Seat, err error) {
		if at.Seat, err = a.sit(s, distinct); err != nil {
			return 0, err
		}
		if at.Joined != nil {
			at.Joined.Seat = int(at.Seat)
		}
		return at.Seat, a.attach(at)
	})
}

// Detach stops sending messages to an agent. The seat stays taken.
func (g *Game) Detach(ctx context.Context, to agent.JSONWriter) error {
	g.noteUse()
	return g.do(ctx, func(a *actor) error {
		a.drop(func(au recipient) bool { return au.to == to })
		return nil
	})
}

func (a *actor) attach(at Attachment) error {
	if err := a.checkRolledBack(at); err != nil {
		return err
	}
	a.loadNotes()
	switch {
	case at.Bot == nil:
		a.playerBack(at.Seat)
	case int(at.Seat) < len(a.seats) && a.Table.Seats[at.Seat].Kind == protocol.SeatPerson && !a.needsStandIn(at.Seat):
		tell(at.Bot, byeStandIn) // the player returned before the bot was attached
		return nil
	default:
		at.To = at.Bot
		a.dismissBot(at.Seat) // at most one bot plays for a seat
	}
	to := recipient{to: at.To, bot: at.Bot}
	switch {
	case int(at.Seat) < len(a.seats):
		p := &a.seats[at.Seat]
		p.agents = append(p.agents, to)
		a.noteAway(at.Seat)
	case at.Seat != state.Watcher:
		return &protocol.Error{Code: protocol.NoSeat, Text: "this game has no such seat"}
	case a.Table.Spectators != nil && a.Table.Spectators.None:
		return &protocol.Error{Code: protocol.NoSeat, Text: "this game has no spectators"}
	case len(a.watchers) == maxWatchers:
		return &protocol.Error{Code: protocol.Busy, Text: "this game has too many spectators: try again later"}
	default:
		if err := a.openDelayed(); err != nil {
			return err
		}
		a.watchers = append(a.watchers, to)
	}
	if at.Joined != nil {
		a.welcome(at)
	}
	if at.Seat != state.Watcher {
		a.tellTable(at.To)
		kept := a.Table.SeatSettings(at.Seat, a.muted(at.Seat))
		if at.Bot == nil && (len(kept.Stops) > 0 || a.Table.Seats[at.Seat].Settings != nil) {
			tell(at.To, kept)
		}
	}
	if err := a.catchUp(at); err != nil {
		a.drop(func(au recipient) bool { return au.to == at.To })
		return fmt.Errorf("game %s: attach: %w", a.g.id, err)
	}
	return nil
}

// checkRolledBack returns ErrRolledBack if a player has seen more events than the log has. It accepts
// every client of a game that began in this process, because such a game has lost no events.
func (a *actor) checkRolledBack(at Attachment) error {
	if a.loadedAt == 0 || at.Seat == state.Watcher || at.After == nil || *at.After <= a.Table.Events {
		return nil
	}
	return fmt.Errorf("game %s: seat %d has seen %d events, and the log has %d: %w", a.g.id, at.Seat, *at.After, a.Table.Events, ErrRolledBack)
}

// welcome sends the message that answers a join or a watch.
func (a *actor) welcome(at Attachment) {
	j := at.Joined
	j.Seats, j.Commit, j.Clock = a.seatList(a.isDelayed(at.Seat)), table.Commitment(a.Table.Key, a.Table.CommitmentSalt), a.Table.Clock
	j.Chat, j.Decks = a.chatFor(at.Seat), a.visibleTable(at.Seat).Decks()
	if at.Seat == state.Watcher {
		j.Delay = a.Table.Delay()
	}
	tell(at.To, j)
}

// visibleTable returns the table that a seat, or a spectator, sees. Delayed spectators see the
// table of the delayed game.
func (a *actor) visibleTable(seat state.Seat) *table.Table {
	if seat == state.Watcher && a.delayed != nil {
		return a.delayed.Table
	}
	return a.Table
}

// catchUp sends a new agent the state of the game and the events that it missed.
func (a *actor) catchUp(at Attachment) error {
	t, over := a.visibleTable(at.Seat), a.overSent
	if t != a.Table {
		over = t.Over()
	}
	if t.Fault == "" && t.Started() && t.HasPosition() {
		var err error
		if at.Bot != nil {
			err = at.Bot.Ask(a.question(at.Seat))
		} else {
			missed, gap := a.missedEvents(at)
			err = at.To.WriteJSON(a.update(at.Seat, missed, gap))
		}
		if err != nil {
			return err
		}
	}
	if over {
		return at.To.WriteJSON(t.OverMessage())
	}
	return nil
}

// missedEvents returns the events after at.After, in the wording for the agent's seat. It also
// reports whether it omits some of these events.
func (a *actor) missedEvents(at Attachment) ([]protocol.Event, bool) {
	t := a.visibleTable(at.Seat)
	var after uint64
	if at.After != nil {
		after = *at.After
	}
	if after == t.Events {
		return []protocol.Event{}, false
	}
	lines, err := a.Past()
	if err != nil {
		return []protocol.Event{}, true
	}
	return t.MissedEvents(lines[:t.Records], at.Seat, after, maxMissed)
}

// drop removes the agents for which gone returns true.
func (a *actor) drop(gone func(recipient) bool) {
	a.watchers = slices.DeleteFunc(a.watchers, gone)
	a.dropUnwatched()
	left := false
	for i := range a.seats {
		p := &a.seats[i]
		before := len(p.agents)
		p.agents = slices.DeleteFunc(p.agents, gone)
		left = left || len(p.agents) < before
		a.noteAway(state.Seat(i))
	}
	if left {
		a.tellTable(nil)
	}
}
