package load

import (
	"sync"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/server/hub"
)

// A slot plays one game after another.
type slot struct {
	run    *run
	server GameServer
	seats  [2]client

	mu       sync.Mutex
	begun    bool
	rand     uint64
	toMove   *client            // the client to move, or nil
	decision *protocol.Decision // the decision that toMove must answer
	next     time.Time          // time when the next request is due
	sent     time.Time          // time when the pending request was due, or was sent at full speed
	sender   *client            // the sender of the pending request, or nil
	took     []time.Duration
	refused  int
}

// A client plays one seat of a slot.
type client struct {
	slot   *slot
	seat   int
	submit agent.Submit // nil until seated
}

// createGame creates a game and seats both clients.
func (s *slot) createGame() {
	s.mu.Lock()
	s.toMove, s.sender, s.seats[0].submit, s.seats[1].submit = nil, nil, nil, nil
	s.mu.Unlock()
	info, err := s.server.Create(s.run.ctx, hub.Spec{Request: hub.Request{Rules: s.run.rules, Seats: make([]hub.SeatSpec, 2), TableOptions: protocol.TableOptions{Private: true}}})
	for i := range s.seats {
		if err != nil {
			break
		}
		var seating *hub.Seating
		c := &s.seats[i]
		if seating, err = s.server.Join(s.run.ctx, &protocol.Join{Game: info.ID, Seat: &c.seat}, hub.Player{}, c); err == nil {
			err = seating.Submit(&protocol.Settings{Stops: []string{protocol.AllStops}}) // no automatic answers
			s.mu.Lock()
			c.submit = seating.Submit
			s.mu.Unlock()
		}
	}
	if err != nil {
		s.run.fail(err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer(time.Now())
}

// begin starts the slot. At a fixed rate, its first request is due at the given time.
func (s *slot) begin(first time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun, s.next = true, first
	s.answer(time.Now())
}

// sendIfDue sends the slot's request if it is due at the given time and a decision is open.
func (s *slot) sendIfDue(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer(now)
}

// answer answers the open decision if the slot's next request is due. The caller holds s.mu.
func (s *slot) answer(now time.Time) {
	if s.toMove == nil || s.toMove.submit == nil || !s.begun || s.run.over() {
		return
	}
	s.sent = now
	if s.run.interval > 0 {
		if now.Before(s.next) {
			return
		}
		s.sent, s.next = s.next, s.next.Add(s.run.interval)
	}
	s.rand = s.rand*6364136223846793005 + 1442695040888963407
	c, d := s.toMove, s.decision
	s.toMove, s.sender = nil, c
	if err := c.submit(&protocol.Choose{Decision: d.ID, Option: int(s.rand >> 33 % uint64(len(d.Options)))}); err != nil {
		s.run.fail(err)
	}
}

// WriteJSON handles a message to the seat. The game's goroutine calls it.
func (c *client) WriteJSON(m protocol.ServerMessage) error {
	s := c.slot
	switch v := m.(type) {
	case *protocol.Update:
		_ = v.JSON() // encoded as for a socket
		s.update(c, v)
	case *protocol.Error:
		s.mu.Lock()
		defer s.mu.Unlock()
		s.refused++
		s.toMove, s.sender = c, nil // to repeat the request
		if s.run.interval == 0 {
			s.answer(time.Now())
		}
	case *protocol.Over:
		if c.seat == 0 {
			s.run.goUnlessEnded(s.createGame)
		}
	}
	return nil
}

// update records an acknowledgement and answers the next decision.
func (s *slot) update(c *client, u *protocol.Update) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sender == c {
		if s.sender = nil; s.run.tally.counts(now) {
			s.took = append(s.took, now.Sub(s.sent))
		}
	}
	if u.Decision != nil && u.Awaiting[0] == c.seat {
		s.toMove, s.decision = c, u.Decision
		s.answer(now)
	}
}
