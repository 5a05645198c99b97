package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/agent/socket"
	"gamed/game"
	"gamed/protocol"
	"gamed/server/api"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/rest"
	"gamed/state"
)

// socket returns the handler for WebSocket clients. It serves each client with the context ctx until
// the client disconnects. The handler itself returns earlier, so a silent client holds no HTTP
// request.
func (s *Server) socket(ctx context.Context) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.hosts.sameOrigin(r) {
			s.refuseOrigin(w, r)
			return
		}
		if r.Header.Get("Sec-WebSocket-Version") != webSocketVersion { // the library answers 400 to another version
			for name, value := range map[string]string{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": webSocketVersion} {
				w.Header().Set(name, value)
			}
			rest.Refuse(w, http.StatusUpgradeRequired, rest.CodeOf(http.StatusUpgradeRequired), "this address speaks WebSocket version "+webSocketVersion+" only: use a WebSocket client")
			return
		}
		if why := s.admit(); why != "" {
			rest.Refuse(w, http.StatusServiceUnavailable, "unavailable", why)
			return
		}
		who, from := identity.CallerOf(r.Context()).Identity, s.admission.Address(r)
		leave, why := s.admission.Enter(who, from)
		if why != "" {
			s.serving.Done()
			rest.Refuse(w, http.StatusTooManyRequests, "too_many", why)
			return
		}
		if c := identity.CallerOf(r.Context()); c.Session != "" && !c.RenewedRecently {
			_ = s.book.Renew(r.Context(), c.Session) // if it fails, the next connection renews the session
		}
		conn, err := socket.Accept(w, r, s.c.Limits.Write)
		if err != nil {
			leave()
			s.serving.Done()
			s.c.Logger.Debug().Err(err).Str("from", r.RemoteAddr).Msg("websocket handshake failed")
			return
		}
		c := &clientConn{
			s: s, ws: agent.NewWebSocket(conn, s.admission.LimitsOf(who, from)), who: who, from: from,
			waitCtx: ctx, cancelWait: func() {},
		}
		s.enter(c)
		remote := r.RemoteAddr
		c.ws.Start(func(m protocol.ClientMessage) { c.receive(ctx, m) }, func(err error) {
			c.end(ctx, remote, err)
			leave()
			s.serving.Done()
		})
	}
}

// webSocketVersion is the version of the WebSocket protocol that RFC 6455 defines.
const webSocketVersion = "13"

// end leaves the table after the connection has ended, and counts the reason of the end.
func (c *clientConn) end(ctx context.Context, remote string, why error) {
	c.cancelWait()
	c.leaveTable(ctx)
	reason := "gone"
	if closed := (*agent.CloseReason)(nil); errors.As(why, &closed) {
		if reason = string(closed.Code); reason == "" {
			reason = "bye"
		}
	}
	c.s.leave(c)
	c.s.metrics.closures.WithLabelValues(reason).Inc()
	c.s.c.Logger.Debug().Str("from", remote).Str("reason", reason).Msg("websocket ended")
}

// admit counts a client, so that Server.stop waits for it, or returns the reason to refuse the
// client.
func (s *Server) admit() (why string) {
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

// enter adds a client to the open WebSockets of the server. The server closes the client's
// WebSocket when the server stops, when the client's token is revoked, or when the client is
// banned.
func (s *Server) enter(c *clientConn) {
	s.metrics.sockets.Inc()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sockets[c] = struct{}{}
	if s.stopping {
		c.ws.Close(closeStopping)
	}
	if b := s.api.Banned(c.who, c.from); b != nil && !b.Chat {
		c.ws.Close(banReason(b))
	}
}

// openSockets returns the number of open WebSockets.
func (s *Server) openSockets() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sockets)
}

func (s *Server) leave(c *clientConn) {
	s.metrics.sockets.Dec()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sockets, c)
}

// closeStopping is the close reason of all WebSockets when the server stops.
var closeStopping = &agent.CloseReason{Status: websocket.StatusGoingAway, Text: "the server is stopping; connect again in a moment"}

// A clientConn is one client's WebSocket. The fields s, ws, who and from never change. All other
// fields except playing belong to the goroutine that reads from the client.
type clientConn struct {
	s             *Server
	ws            *agent.WebSocket
	who           identity.Identity // from the handshake
	from          netip.Addr
	chatLimiter   *rate.Limiter // for an anonymous client, nil before its first chat message
	name          string
	uncheckedName string // a name to check later, or ""
	// needsForks is set if the client refuses games without a forward model.
	needsForks bool
	// playing is the id of the game in which the client's identity has a seat, or nil. Every goroutine
	// may read it.
	playing        atomic.Pointer[string]
	currentMessage protocol.ClientMessage // nil between messages
	seating        *hub.Seating           // nil before join and watch
	waitCtx        context.Context        // the context that waitContext returns
	cancelWait     context.CancelFunc

	// These fields serve the forward model.
	listener *listener     // set with seating
	forward  *worldSession // nil before its first use at this table
	limiter  *rate.Limiter // of processor time, nil before its first use
	owedTime time.Duration // processor time not yet charged to limiter
}

// waitContext returns a context that ends after at least [api.WaitLimit] and at most twice that
// time. Messages share the context, so a busy client does not need a timer per message.
func (c *clientConn) waitContext(ctx context.Context) context.Context {
	if until, ok := c.waitCtx.Deadline(); !ok || time.Until(until) < api.WaitLimit {
		c.cancelWait()
		c.waitCtx, c.cancelWait = context.WithTimeout(ctx, 2*api.WaitLimit)
	}
	return c.waitCtx
}

// closePanic is the close reason of a client whose message made the server panic.
var closePanic = &agent.CloseReason{Status: websocket.StatusInternalError, Code: protocol.Internal, Text: "a fault in the server; connect again to continue"}

// receive processes a message. A panic ends only this connection.
func (c *clientConn) receive(ctx context.Context, m protocol.ClientMessage) {
	defer func() {
		if v := recover(); v != nil {
			c.s.metrics.panics.Inc()
			c.s.c.Logger.Error().Str("panic", fmt.Sprint(v)).Bytes("stack", debug.Stack()).Msg("a message panicked")
			c.ws.Close(closePanic)
		}
	}()
	c.handle(ctx, m)
	c.currentMessage = nil // a silent client keeps no message, and no timer unless it uses the forward model
	if c.forward == nil {
		c.cancelWait()
		c.waitCtx, c.cancelWait = ctx, func() {}
	}
}

// handle processes a message. It sends refusals to the client.
func (c *clientConn) handle(ctx context.Context, m protocol.ClientMessage) {
	c.currentMessage = m
	switch m := m.(type) {
	case *protocol.Hello:
		c.needsForks = m.Forks
		c.greet(c.waitContext(ctx), m.Name)
		c.notePresence()
		_ = c.s.book.NoteVisit(c.waitContext(ctx), c.who) // on failure watchPresence tries again
	case *protocol.Join:
		ctx = c.waitContext(ctx)
		c.leaveTable(ctx)
		c.listener = &listener{ws: c.ws, to: m}
		c.sit(c.join(ctx, m))
	case *protocol.Watch:
		ctx = c.waitContext(ctx)
		c.leaveTable(ctx)
		c.listener = &listener{ws: c.ws, to: m}
		c.sit(c.watch(ctx, m))
	case *protocol.Fork, *protocol.Apply, *protocol.Rollouts, *protocol.Release:
		c.handleForward(c.waitContext(ctx), m)
	case *protocol.Refresh:
		c.refresh(m)
	case *protocol.Ping:
		c.tell(protocol.Answer(&protocol.Pong{T: m.T}, m))
	case *protocol.Pong: // WebSocket pings already detect a lost client
		c.acknowledge(m)
	case *protocol.Bye:
		c.ws.Close(&agent.CloseReason{Status: websocket.StatusNormalClosure, Text: "goodbye"})
	default:
		c.submit(m)
	}
}

// submit passes m to the client's game. It refuses a message for which the client needs a seat, and
// chat that is banned or too fast.
func (c *clientConn) submit(m protocol.ClientMessage) {
	watching, talks := false, false
	switch m := m.(type) {
	case *protocol.Chat:
		watching, talks = true, true
	case *protocol.Respond: // everyone sees a declined invitation, so the rate limit of chat applies
		watching = m.Kind == protocol.Invitation
		talks = watching
	case *protocol.Who:
		watching = true
	}
	if !c.seated(watching) {
		return
	}
	if talks {
		if b := c.s.api.Banned(c.who, c.from); b != nil {
			c.refuse(&protocol.Error{Code: protocol.NotAllowed, Text: b.Text()})
			return
		}
		if c.chatLimiter == nil {
			c.chatLimiter = rate.NewLimiter(game.ChatRate, game.ChatBurst)
		}
		if !c.s.admission.MayChat(c.who, c.from, c.chatLimiter) {
			c.refuse(game.ErrChatRate)
			return
		}
	}
	if err := c.seating.Submit(m); err != nil {
		c.refuse(err)
	}
}

// refresh sends the last update in full.
func (c *clientConn) refresh(m *protocol.Refresh) {
	if !c.seated(true) {
		return
	}
	if !c.ws.Refresh() {
		c.refuse(&protocol.Error{Code: protocol.OutOfTurn, Text: `every update is complete: only a client whose hello has "patches" may ask for a refresh`})
		return
	}
	c.acknowledge(m)
}

// seated reports whether the client has a seat or, if watching is set, is at least a
// spectator. Otherwise it sends the client an error.
func (c *clientConn) seated(watching bool) bool {
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
func (c *clientConn) sit(seating *hub.Seating, err error) {
	if err != nil {
		c.refuse(err)
		return
	}
	c.seating = seating
}

// leaveTable leaves the table. The client keeps its seat.
func (c *clientConn) leaveTable(ctx context.Context) {
	if c.seating != nil {
		c.seating.Leave(ctx)
		c.seating = nil
		c.playing.Store(nil)
	}
	if c.forward != nil {
		c.forward.free()
		c.forward = nil
	}
}

// refuse sends an error to the client.
func (c *clientConn) refuse(err error) {
	wrong := (*protocol.Error)(nil)
	switch {
	case errors.As(err, &wrong):
	case errors.Is(err, agent.ErrBusy), errors.Is(err, context.DeadlineExceeded):
		c.s.metrics.busyRefusals.Inc()
		wrong = &protocol.Error{Code: protocol.Busy, Text: "the game is busy: send the message again"}
	default:
		wrong = &protocol.Error{Code: protocol.NoGame, Text: "the game is closed: join it again"}
	}
	c.tell(wrong.About(c.currentMessage))
}

// acknowledge answers an accepted message that has an id.
func (c *clientConn) acknowledge(m protocol.ClientMessage) {
	if done := protocol.DoneFor(m); done != nil {
		c.tell(done)
	}
}

// tell sends the client a message. If this fails, the connection is closing.
func (c *clientConn) tell(message protocol.ServerMessage) { _ = c.ws.WriteJSON(message) }
