package game

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"gamed/protocol"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

const (
	// personalBucket has a value for each game with people, under the game's id.
	personalBucket = "personal"
	// maxChat is how many chat messages a table keeps.
	maxChat = 200
	// flushTime is how long a game that closes waits for its chat to be stored.
	flushTime = time.Second
)

// Personal is what a table knows of people: their names and what they said. It is
// outside the log, which is never changed, so that it can be erased.
type Personal struct {
	Names []string `json:"names,omitempty"` // by seat, "" for bots
	Chat  []Line   `json:"chat,omitempty"`  // the latest messages, oldest first
}

// A Line is a chat message.
type Line struct {
	Seat int    `json:"seat"` // -1 for a spectator
	At   int64  `json:"at_ms"`
	Text string `json:"text"`
}

// Recall returns what the store has of the people at a table, nothing for most games. The
// error is the store's.
func Recall(ctx context.Context, kv store.KV, game string) (p Personal, err error) {
	p, _, err = recall(ctx, kv, game)
	return p, err
}

func recall(ctx context.Context, kv store.KV, game string) (p Personal, revision uint64, err error) {
	value, revision, err := kv.Get(ctx, personalBucket, game)
	if err == nil {
		err = json.Unmarshal(value, &p)
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return p, 0, fmt.Errorf("game %s: names and chat: %w", game, err)
	}
	return p, revision, nil
}

// A notebook is the people at a table, as the actor keeps them.
type notebook struct {
	Personal
	revision uint64
	writing  chan error // gets the result of the write under way; nil for none
	changed  bool       // since that write began
}

// notes returns the people at the table. They are read from the store when they are
// first needed; while it does not answer, they have no names.
func (a *actor) notes() *notebook {
	if a.notebook != nil {
		return a.notebook
	}
	n := &notebook{}
	if a.KV != nil {
		var err error
		if n.Personal, n.revision, err = recall(context.Background(), a.KV, a.g.id); err != nil {
			return &notebook{Personal: Personal{Names: make([]string, len(a.seats))}}
		}
	}
	for len(n.Names) < len(a.seats) {
		n.Names = append(n.Names, "")
	}
	a.notebook = n
	return n
}

// name returns what the table calls a seat's player. Logs before format 3 have the names
// of people. It reads no store, as it is called while the log does not answer.
func (a *actor) name(seat int) string {
	if p := &a.Table.Seats[seat]; p.Name != "" || p.Kind != protocol.SeatPerson || a.notebook == nil {
		return p.Name
	}
	return a.notebook.Names[seat]
}

// meet makes the names of people known, if the table has any.
func (a *actor) meet() {
	if a.hasPeople() {
		a.notes()
	}
}

// rename stores the name of a person before the log has its seat.
func (a *actor) rename(seat int, name string) error {
	n := a.notes()
	n.Names[seat] = name
	if a.KV == nil || name == "" {
		return nil
	}
	a.flush()
	return a.put(n)
}

// put writes the notebook and waits.
func (a *actor) put(n *notebook) error {
	value, err := json.Marshal(n.Personal)
	if err == nil {
		n.revision, err = a.KV.Put(context.Background(), personalBucket, a.g.id, value, n.revision)
	}
	if err != nil {
		a.notebook = nil // what the store has is not known
		return fmt.Errorf("game %s: names and chat: %w", a.g.id, err)
	}
	return nil
}

// remember keeps a chat message. The game does not wait for the store.
func (a *actor) remember(said *protocol.Said, at int64) {
	n := a.notes()
	n.Chat = append(n.Chat, Line{said.Seat, at, said.Text})
	if extra := len(n.Chat) - maxChat; extra > 0 {
		n.Chat = slices.Delete(n.Chat, 0, extra)
	}
	n.changed = true
	a.store(n)
}

// store writes the notebook if it has changed, one write at a time.
func (a *actor) store(n *notebook) {
	if a.KV == nil || n.writing != nil || !n.changed || a.notebook != n {
		return
	}
	value, err := json.Marshal(n.Personal)
	if err != nil {
		return
	}
	done := make(chan error, 1)
	n.writing, n.changed = done, false
	kv, g, revision := a.KV, a.g, n.revision
	go func() {
		next, err := kv.Put(context.Background(), personalBucket, g.id, value, revision)
		if err == nil {
			n.revision = next // read after the channel
		}
		done <- err
		for errors.Is(g.offer((*actor).stored), ErrBusy) {
			time.Sleep(retry)
		}
	}()
}

// stored ends a write.
func (a *actor) stored() {
	if n := a.notebook; n != nil && n.writing != nil {
		a.ended(n, <-n.writing)
		a.store(n)
	}
}

func (a *actor) ended(n *notebook, err error) {
	n.writing = nil
	if err != nil {
		n.changed = true
		if errors.Is(err, store.ErrConflict) {
			a.notebook = nil // another server has the table
		}
	}
}

// flush waits until the store has the chat, but not for long.
func (a *actor) flush() {
	n := a.notebook
	if n == nil || n.writing == nil {
		return
	}
	timer := time.NewTimer(flushTime)
	defer timer.Stop()
	select {
	case err := <-n.writing:
		a.ended(n, err)
	case <-timer.C:
	}
}

// flushAll stores what is left before the game leaves memory.
func (a *actor) flushAll() {
	a.flush()
	if n := a.notebook; n != nil && n.changed && n.writing == nil && a.KV != nil {
		_ = a.put(n) // the game leaves all the same
	}
}

// chatFor returns the chat messages that a seat, or a spectator, may read.
func (a *actor) chatFor(seat state.Seat) []protocol.Said {
	if !a.hasPeople() {
		return nil
	}
	var list []protocol.Said
	latest := time.Now().UnixMilli()
	if seat == state.Watcher {
		latest -= a.Table.Delay()
	}
	for _, l := range a.notes().Chat {
		who, name := table.Audience, ""
		if l.Seat >= 0 && l.Seat < len(a.seats) {
			who, name = state.Seat(l.Seat), a.name(l.Seat)
		}
		if !a.mutes(seat, who) && l.At <= latest {
			list = append(list, protocol.Said{Game: a.g.id, Seat: l.Seat, Name: name, Text: l.Text})
		}
	}
	return list
}

// hasPeople reports whether the table can have names and chat.
func (a *actor) hasPeople() bool {
	return slices.ContainsFunc(a.Table.Seats, func(p table.Place) bool { return p.Kind != protocol.SeatBot }) || len(a.watchers) > 0 || a.notebook != nil
}
