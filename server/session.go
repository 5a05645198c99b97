package server

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/state"
)

// patience is the maximum wait for the store or for a game's queue on behalf of a client.
const patience = 5 * time.Second

// socket serves a WebSocket client until it disconnects.
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
		_ = s.book.Renew(r.Context(), c.session) // if it fails, the next connection renews the session
	}
	conn, err := websocket.Accept(w, r, nil) // same origin only, no compression
	if err != nil {
		s.c.Logger.Debug().Err(err).Str("from", r.RemoteAddr).Msg("no websocket")
		return
	}
	ws := agent.NewWebSocket(conn, s.admission.limitsOf(who, from))
	s.enter(ws, who)
	defer s.leave(ws)
	c := &session{
		s: s, ws: ws, who: who, from: from, waiting: r.Context(), release: func() {}, chats: rate.NewLimiter(game.ChatRate, game.ChatBurst),
	}
	err = ws.Serve(r.Context(), func(m protocol.ClientMessage) { c.handle(r.Context(), m) })
	c.release()
	c.stand(r.Context())
	reason := "gone"
	if closed := (*agent.CloseReason)(nil); errors.As(err, &closed) {
		if reason = string(closed.Code); reason == "" {
			reason = "bye"
		}
	}
	s.metrics.cuts.WithLabelValues(reason).Inc()
	s.c.Logger.Debug().Str("from", r.RemoteAddr).Str("reason", reason).Msg("websocket ended")
}

// arrive registers a client that Server.stop waits for, or returns why it is refused.
func (s *Server) arrive() (why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopping:
		return hub.ErrClosed.Error()
	case len(s.sockets) >= maxSockets:
		return "this server is full: try again later"
	}
	s.serving.Add(1)
	return ""
}

// enter registers a client's WebSocket. The server closes it when it stops or when the
// client's token is revoked.
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

// stopping closes the WebSockets when the server stops.
var stopping = &agent.CloseReason{Status: websocket.StatusGoingAway, Text: "the server is stopping; connect again in a moment"}

// A session is one client's connection. All fields but ws belong to the goroutine that reads
// from the client.
type session struct {
	s       *Server
	ws      *agent.WebSocket
	who     identity.Identity // from the handshake
	from    netip.Addr
	chats   *rate.Limiter // for an anonymous client
	name    string
	unsure  string                 // a name to check later, or ""
	about   protocol.ClientMessage // the current message
	seating *hub.Seating           // nil before join and watch
	waiting context.Context        // see limit
	release context.CancelFunc

	// These fields serve the forward model.
	listener *listener     // set with seating
	forward  *forward      // nil before its first use at this table
	limiter  *rate.Limiter // of processor time, nil before its first use
	owed     time.Duration // processor time not yet charged to limiter
}

// limit returns a context that ends after one to two times patience. Messages share the
// context, so a busy client does not need a timer per message.
func (c *session) limit(ctx context.Context) context.Context {
	if until, ok := c.waiting.Deadline(); !ok || time.Until(until) < patience {
		c.release()
		c.waiting, c.release = context.WithTimeout(ctx, 2*patience)
	}
	return c.waiting
}

// handle processes a message. It sends refusals to the client.
func (c *session) handle(ctx context.Context, m protocol.ClientMessage) {
	c.about = m
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
	case *protocol.Pong: // WebSocket pings already detect a lost client
	case *protocol.Bye:
		c.ws.Close(&agent.CloseReason{Status: websocket.StatusNormalClosure, Text: "goodbye"})
	default:
		c.submit(m)
	}
}

// submit passes m to the client's game.
func (c *session) submit(m protocol.ClientMessage) {
	watching := false
	switch m.(type) {
	case *protocol.Chat, *protocol.Who:
		watching = true
	}
	if !c.seated(watching) {
		return
	}
	if _, chat := m.(*protocol.Chat); chat && !c.s.admission.mayChat(c.who, c.from, c.chats) {
		c.refuse(game.ErrChat)
		return
	}
	if err := c.seating.Submit(m); err != nil {
		c.refuse(err)
	}
}

// seated reports whether the client has a seat or, if watching is set, is at least a
// spectator. Otherwise it sends the client an error.
func (c *session) seated(watching bool) bool {
	switch {
	case c.seating == nil:
		c.refuse(&protocol.Error{Code: protocol.OutOfTurn, Text: "join or watch a game first"})
	case !watching && c.seating.Seat == state.Watcher:
		c.refuse(&protocol.Error{Code: protocol.NoSeat, Text: "you are a spectator: only players can do that"})
	default:
		return true
	}
	return false
}

// sit sets the client's seating, or sends the client an error.
func (c *session) sit(seating *hub.Seating, err error) {
	if err != nil {
		c.refuse(err)
		return
	}
	c.seating = seating
}

// stand leaves the table. The client keeps its seat.
func (c *session) stand(ctx context.Context) {
	if c.seating != nil {
		c.seating.Leave(ctx)
		c.seating = nil
	}
	if c.forward != nil {
		c.forward.free()
		c.forward = nil
	}
}

// refuse sends an error to the client.
func (c *session) refuse(err error) {
	wrong := (*protocol.Error)(nil)
	switch {
	case errors.As(err, &wrong):
	case errors.Is(err, agent.ErrBusy), errors.Is(err, context.DeadlineExceeded):
		c.s.metrics.busy.Inc()
		wrong = &protocol.Error{Code: protocol.Busy, Text: "the game is busy: send the message again"}
	default:
		wrong = &protocol.Error{Code: protocol.NoGame, Text: "the game is closed: join it again"}
	}
	c.tell(wrong.About(c.about))
}

// tell sends the client a message. After a failure the connection is closing.
func (c *session) tell(message protocol.ServerMessage) { _ = c.ws.WriteJSON(message) }
