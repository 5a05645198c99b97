package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"gamed/agent"
	"gamed/agent/client"
	"gamed/protocol"
	"gamed/server/hub"
)

// A remote is a server reached over HTTP and WebSockets.
type remote struct {
	url      string
	patience time.Duration
}

// Create creates a game. It retries temporary failures for at most r.patience.
func (r remote) Create(ctx context.Context, spec hub.Spec) (hub.Info, error) {
	ctx, cancel := context.WithTimeout(ctx, r.patience)
	defer cancel()
	id, err := client.Create(ctx, r.url, spec.Request)
	return hub.Info{ID: id}, err
}

// Join connects, takes a seat, and passes the messages for the seat to the writer until
// ctx is done or the game ends.
func (r remote) Join(ctx context.Context, join *protocol.Join, who hub.Player, to agent.JSONWriter) (*hub.Seating, error) {
	conn, err := r.dial(ctx)
	if err != nil {
		return nil, err
	}
	send := func(m protocol.ClientMessage) error { return conn.Send(ctx, protocol.Append(nil, m)) }
	err = send(&protocol.Hello{Protocol: protocol.Version, Name: who.Name})
	for err == nil {
		var m protocol.ServerMessage
		m, err = client.Receive(ctx, conn)
		switch m := m.(type) {
		case *protocol.Welcome:
			err = send(join)
		case *protocol.Joined:
			go receive(ctx, conn, to)
			return &hub.Seating{Submit: send}, nil
		case *protocol.Error:
			err = m
		}
	}
	_ = conn.Close()
	return nil, fmt.Errorf("join %s: %w", join.Game, err)
}

func (r remote) dial(ctx context.Context) (*client.WebSocket, error) {
	return client.Dial(ctx, "ws"+strings.TrimPrefix(r.url, "http")+"/ws", "")
}

// A pinger is a client that plays no game and measures how fast the server answers.
type pinger struct {
	server remote
	ctx    context.Context
	conn   *client.WebSocket // nil before the first ping
	sent   int64
}

// ping sends a ping and waits for its pong. The first ping also connects. By then the server has
// accepted the connections of the games.
func (p *pinger) ping() (err error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if p.conn == nil {
		if p.conn, err = p.server.dial(p.ctx); err != nil {
			return err
		}
		if err := p.conn.Send(ctx, protocol.Append(nil, &protocol.Hello{Protocol: protocol.Version})); err != nil {
			return err
		}
	}
	p.sent++
	if err := p.conn.Send(ctx, protocol.Append(nil, &protocol.Ping{T: p.sent})); err != nil {
		return err
	}
	pong := protocol.Append(nil, &protocol.Pong{T: p.sent})
	for {
		if data, err := p.conn.Receive(ctx); err != nil || bytes.Equal(data, pong) {
			return err
		}
	}
}

func (p *pinger) close() {
	if p.conn != nil {
		_ = p.conn.Close()
	}
}

// receive passes the received messages to the writer. When the connection is lost, receive reports
// the seat's choice as refused. The next attempt to send then fails the run.
func receive(ctx context.Context, conn *client.WebSocket, to agent.JSONWriter) {
	defer func() { _ = conn.Close() }()
	for {
		m, err := client.Receive(ctx, conn)
		if err != nil {
			_ = conn.Close()
			_ = to.WriteJSON(&protocol.Error{Code: protocol.Unavailable, Text: err.Error()})
			return
		}
		err = to.WriteJSON(m)
		if _, over := m.(*protocol.Over); over || err != nil {
			return
		}
	}
}
