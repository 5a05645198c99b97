package main

import (
	"context"
	"encoding/json"
	"errors"
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

// Create creates a game. It retries while the server refuses for lack of room.
func (r remote) Create(ctx context.Context, spec hub.Spec) (hub.Info, error) {
	ctx, cancel := context.WithTimeout(ctx, r.patience)
	defer cancel()
	id, err := client.Create(ctx, r.url, spec.Request)
	return hub.Info{ID: id}, err
}

// Join connects, takes a seat, and passes the messages for the seat to the writer until
// ctx is done or the game ends.
func (r remote) Join(ctx context.Context, join *protocol.Join, who hub.Player, to agent.JSONWriter) (*hub.Seating, error) {
	conn, err := client.Dial(ctx, "ws"+strings.TrimPrefix(r.url, "http")+"/ws", "")
	if err != nil {
		return nil, err
	}
	send := func(m protocol.ClientMessage) error { return conn.Send(ctx, protocol.Append(nil, m)) }
	err = send(&protocol.Hello{Protocol: protocol.Version, Name: who.Name})
	for err == nil {
		var data []byte
		if data, err = conn.Receive(ctx); err != nil {
			break
		}
		switch kind(data) {
		case "welcome":
			err = send(join)
		case "joined":
			go receive(ctx, conn, to)
			return &hub.Seating{Submit: send}, nil
		case "error":
			refused := new(protocol.Error)
			err = errors.Join(json.Unmarshal(data, refused), refused)
		}
	}
	_ = conn.Close()
	return nil, fmt.Errorf("join %s: %w", join.Game, err)
}

// receive passes messages on. After the connection is lost it reports the seat's choice as
// refused, so that the next attempt to send fails the run.
func receive(ctx context.Context, conn *client.WebSocket, to agent.JSONWriter) {
	defer func() { _ = conn.Close() }()
	for {
		var m protocol.ServerMessage
		data, err := conn.Receive(ctx)
		if err != nil {
			_ = conn.Close()
			_ = to.WriteJSON(&protocol.Error{Code: protocol.Unavailable, Text: err.Error()})
			return
		}
		switch kind(data) {
		case "update":
			m = new(protocol.Update)
		case "error":
			m = new(protocol.Error)
		case "over":
			m = new(protocol.Over)
		default:
			continue
		}
		if err = json.Unmarshal(data, m); err == nil {
			err = to.WriteJSON(m)
		}
		if _, over := m.(*protocol.Over); over || err != nil {
			return
		}
	}
}

// kind returns the type of a message.
func kind(data []byte) string {
	var m struct{ Type string }
	_ = json.Unmarshal(data, &m) // a malformed message has no type
	return m.Type
}
