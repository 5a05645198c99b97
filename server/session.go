package server

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/protocol"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/state"
)

// patience is how long a client may keep a game's queue, or the other way
// round, from letting it join.
const patience = 5 * time.Second

// socket serves one client until it is gone.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	if why := s.arrive(); why != "" {
		refuse(w, http.StatusServiceUnavailable, "unavailable", why)
		return
	}
	defer s.serving.Done()
	who, from := s.who(r), s.address(r)
	leave, why := s.admission.enter(who, from)
	if why != "" {
		refuse(w, http.StatusTooManyRequests, "too_many", why)
		return
	}
	defer leave()
	if c := callerOf(r); c.session != "" && !c.fresh {
		_ = s.book.Renew(r.Context(), c.session) // who only plays uses it, too; a store that does not answer will the next time
	}
	conn, err := websocket.Accept(w, r, nil) // same origin only, no compression
	if err != nil {
		s.c.Logger.Debug().Err(err).Str("from", r.RemoteAddr).Msg("no websocket")
		return
	}
	ws := agent.NewWebSocket(conn, s.admission.limitsOf(who, from))
	s.enter(ws, who)
	defer s.leave(ws)
	c := &session{s: s, ws: ws, who: who, waiting: r.Context(), release: func() {}}
	err = ws.Serve(r.Context(), func(m protocol.ClientMessage) { c.handle(r.Context(), m) })
	c.release()
	c.stand(r.Context())
	reason := "gone"
	if cut := (*agent.Cut)(nil); errors.As(err, &cut) {
		if reason = string(cut.Code); reason == "" {
			reason = "bye"
		}
	}
	s.metrics.cuts.WithLabelValues(reason).Inc()
	s.c.Logger.Debug().Str("from", r.RemoteAddr).Str("reason", reason).Msg("websocket ended")
}

// arrive makes a stop wait for the caller, or says why it is not let in.
func (s *Server) arrive() (why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopping:
		return hub.ErrClosed.Error()
	case len(s.sockets) >= maxSockets:
		return "this server has as many clients as it can hold: try again later"
	}
	s.serving.Add(1)
	return ""
}

// enter notes a client, so that it can be told when the server stops, or its token is
// revoked.
func (s *Server) enter(ws *agent.WebSocket, who identity.Identity) {
	s.metrics.sockets.Inc()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sockets[ws] = who
	if s.stopping {
		ws.Close(stopping)
	}
}

func (s *Server) leave(ws *agent.WebSocket) {
	s.metrics.sockets.Dec()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sockets, ws)
}

// stopping is why clients are let go when the server stops.
var stopping = &agent.Cut{Status: websocket.StatusGoingAway, Text: "the server is stopping; connect again in a moment"}

// A session is what the server knows of one client. All but ws belongs to the
// goroutine that reads from the client.
type session struct {
	s       *Server
	ws      *agent.WebSocket
	who     identity.Identity // found at the handshake
	name    string
	unsure  string          // a name that could not be looked up yet, "" for none
	seating *hub.Seating    // nil while it sits and watches nowhere
	waiting context.Context // see limit
	release context.CancelFunc

	// What follows is for the forward model.
	listener *listener     // set with seating
	forward  *forward      // nil until it is used at this table
	limiter  *rate.Limiter // of processor time, nil until it is used
	owed     time.Duration // processor time that the limiter has not been asked for yet
}

// limit returns a context that ends in one to two times patience. Messages share it, so
// that a busy client does not cost a timer for each.
func (c *session) limit(ctx context.Context) context.Context {
	if until, ok := c.waiting.Deadline(); !ok || time.Until(until) < patience {
		c.release()
		c.waiting, c.release = context.WithTimeout(ctx, 2*patience)
	}
	return c.waiting
}

// handle does what a message asks for. Refusals go back to the client.
func (c *session) handle(ctx context.Context, m protocol.ClientMessage) {
	switch m := m.(type) {
	case *protocol.Hello:
		c.greet(c.limit(ctx), m.Name)
	case *protocol.Join:
		ctx = c.limit(ctx)
		c.stand(ctx)
		c.listener = &listener{ws: c.ws}
		c.sit(c.join(ctx, m))
	case *protocol.Watch:
		ctx = c.limit(ctx)
		c.stand(ctx)
		c.sit(c.watch(ctx, m))
	case *protocol.Fork, *protocol.Apply, *protocol.Release:
		c.forwards(c.limit(ctx), m)
	case *protocol.Ping:
		c.tell(&protocol.Pong{T: m.T})
	case *protocol.Pong: // the WebSocket's own pings tell whether it is there
	case *protocol.Bye:
		c.ws.Close(&agent.Cut{Status: websocket.StatusNormalClosure, Text: "goodbye"})
	default:
		c.submit(m)
	}
}

// submit hands m to the client's game.
func (c *session) submit(m protocol.ClientMessage) {
	watching := false
	switch m.(type) {
	case *protocol.Chat, *protocol.Who:
		watching = true
	}
	if !c.seated(watching) {
		return
	}
	if err := c.seating.Submit(m); err != nil {
		c.refuse(err)
	}
}

// seated reports whether the client is at a table, in a seat unless it may be
// watching. It tells the client if not.
func (c *session) seated(watching bool) bool {
	switch {
	case c.seating == nil:
		c.tell(&protocol.Error{Code: protocol.OutOfTurn, Text: "join or watch a game first"})
	case !watching && c.seating.Seat == state.Watcher:
		c.tell(&protocol.Error{Code: protocol.NoSeat, Text: "you are watching: only seats can do that"})
	default:
		return true
	}
	return false
}

// sit takes note of where the client sits now.
func (c *session) sit(seating *hub.Seating, err error) {
	if err != nil {
		c.refuse(err)
		return
	}
	c.seating = seating
}

// stand leaves the table. The seat stays the client's.
func (c *session) stand(ctx context.Context) {
	if c.seating != nil {
		c.seating.Leave(ctx)
		c.seating = nil
	}
	if c.forward != nil {
		c.s.models.free()
		c.forward = nil
	}
}

// refuse tells the client why something cannot be done.
func (c *session) refuse(err error) {
	wrong := (*protocol.Error)(nil)
	switch {
	case errors.As(err, &wrong):
	case errors.Is(err, agent.ErrBusy), errors.Is(err, context.DeadlineExceeded):
		c.s.metrics.busy.Inc()
		wrong = &protocol.Error{Code: protocol.Busy, Text: "the game has too much to do at the moment: send it again"}
	default:
		wrong = &protocol.Error{Code: protocol.NoGame, Text: "the game is closed; join it again"}
	}
	c.tell(wrong)
}

// tell sends the client a message. One that cannot be sent to is being cut off.
func (c *session) tell(message protocol.ServerMessage) { _ = c.ws.WriteJSON(message) }
