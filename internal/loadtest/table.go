package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"gamed/agent/client"
	"gamed/protocol"
)

// A table is one game with its two clients.
type table struct {
	crowd *crowd
	id    string
	begun chan struct{} // closed with the first update
	once  sync.Once

	mu    sync.Mutex
	seats [2]seat
	next  time.Time // of the next choice
}

// A seat is what its client knows.
type seat struct {
	due   time.Time // when the choice was sent of which it has not been told, or zero
	asked uint32    // the open decision, 0 if there is none
}

// heard is what a client reads of a message.
type heard struct {
	Type     string
	Code     protocol.Code
	Text     string
	Decision json.RawMessage // of an update the question, of an error the number of one
}

// A question is what a client reads of the decision in an update.
type question struct {
	ID      uint32
	Options []struct{ ID int }
}

// play plays a seat until the game is over or ctx is done.
func (t *table) play(ctx context.Context, seat int) error {
	conn, err := client.Dial(ctx, "ws"+strings.TrimPrefix(t.crowd.server, "http")+"/ws", "")
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if err := send(ctx, conn, &protocol.Hello{Protocol: protocol.Version, Name: fmt.Sprintf("seat %d", seat)}); err != nil {
		return err
	}
	answered := uint32(0) // the decision
	for {
		data, err := conn.Receive(ctx)
		if err != nil {
			return fmt.Errorf("the connection was lost: %w", err)
		}
		at := time.Now()
		var m heard
		if err := json.Unmarshal(data, &m); err != nil {
			return fmt.Errorf("%.80q is no message: %w", data, err)
		}
		switch m.Type {
		case "welcome":
			err = send(ctx, conn, &protocol.Join{Game: t.id, Seat: &seat})
		case "update":
			var q question
			if len(m.Decision) > 0 {
				err = json.Unmarshal(m.Decision, &q)
			}
			t.told(seat, at, q.ID)
			if q.ID != 0 && q.ID != answered && err == nil {
				answered = q.ID
				go t.choose(ctx, conn, seat, q.ID, q.Options[rand.N(len(q.Options))].ID)
			}
		case "over":
			if seat == 0 {
				t.crowd.ended()
			}
			return nil
		case "error":
			if m.Code != protocol.Stale && m.Code != protocol.NotAsked { // else the other seat was faster
				err = fmt.Errorf("%s: %s", m.Code, m.Text)
			}
		case "bye":
			err = errors.New("the server said goodbye")
		}
		if err != nil {
			return err
		}
	}
}

func send(ctx context.Context, conn *client.WebSocket, m protocol.ClientMessage) error {
	data := protocol.Append(nil, m)
	return conn.Send(ctx, data)
}

// told notes that an update has come.
func (t *table) told(seat int, at time.Time, decision uint32) {
	t.once.Do(func() { close(t.begun) })
	t.mu.Lock()
	due := t.seats[seat].due
	t.seats[seat].due, t.seats[seat].asked = time.Time{}, decision
	t.mu.Unlock()
	if !due.IsZero() {
		t.crowd.noted(at.Sub(due))
	}
}

// choose answers when it is time to.
func (t *table) choose(ctx context.Context, conn *client.WebSocket, seat int, decision uint32, option int) {
	t.mu.Lock()
	now := time.Now()
	if t.next.IsZero() {
		t.next = now.Add(rand.N(t.crowd.pace)) // not all games at once
	}
	if t.next.Before(now) {
		t.next = now
	}
	wait := t.next.Sub(now)
	t.next = t.next.Add(t.crowd.pace)
	t.mu.Unlock()
	if !pause(ctx, wait) {
		return
	}
	t.mu.Lock()
	overtaken := t.seats[seat].asked != decision // by what the other seat chose
	for i := range t.seats {
		if !overtaken {
			t.seats[i].due = time.Now()
		}
	}
	t.mu.Unlock()
	if overtaken {
		return
	}
	if err := send(ctx, conn, &protocol.Choose{Decision: decision, Option: option}); err != nil {
		return // the reader finds out as well
	}
	t.crowd.chosen()
}

func (c *crowd) chosen() {
	if !c.counts.Load() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.choices++
}

func (c *crowd) ended() {
	if !c.counts.Load() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over++
}
