package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/protocol"
)

// toBot forwards a message to the bot and answers those that concern only the bridge.
// It reports whether the message was the last one.
func (b *bridge) toBot(ctx context.Context, conn *client.WebSocket, bot *localBot, data []byte) (done bool, err error) {
	m := look(data)
	switch m.Type {
	case "welcome":
		return false, b.welcome(ctx, conn, bot, m, data)
	case "joined":
		if b.join != nil && m.Key != "" {
			b.join.Key = m.Key
		}
	case "update":
		if b.join != nil {
			b.join.After = &m.N
		}
	case "world":
		b.pending = max(b.pending-1, 0)
	case "error":
		if b.pending = max(b.pending-1, 0); m.isFinal() {
			return false, &protocol.Error{Code: m.Code, Text: m.Text}
		}
	}
	if err := bot.Send(ctx, data); err != nil {
		return false, errBotEnded
	}
	if m.Type == "over" && b.ours {
		_ = say(ctx, conn, &protocol.Bye{}) // nothing depends on it
		_ = say(ctx, bot, &protocol.Bye{})
		return true, nil
	}
	return m.Type == "bye", nil
}

// isFinal reports whether an error ends the game for the bot.
func (g glance) isFinal() bool {
	switch g.Code {
	case protocol.NoGame, protocol.NoSeat, protocol.BadKey, protocol.BadVersion:
		return true
	}
	return false
}

// welcome joins the game and, the first time, greets the bot.
func (b *bridge) welcome(ctx context.Context, conn *client.WebSocket, bot *localBot, m glance, data []byte) error {
	if !b.greeted {
		if err := bot.Send(ctx, data); err != nil {
			return errBotEnded
		}
		b.greeted = true
	}
	switch {
	case m.Server == external.Server:
		return nil // the server's next message names the game
	case b.join != nil:
		if err := say(ctx, conn, b.join); err != nil {
			return &lost{err}
		}
	case b.joins:
		return errors.New("this is a server: create a game there and name it with --game")
	default:
		fmt.Fprintln(b.notes, "Connected to a server. Name a game with --game, or let the bot join one.")
	}
	return nil
}

// note inspects a message of the bot and keeps its join for a reconnect.
func (b *bridge) note(data []byte) {
	switch look(data).Type {
	case "fork", "apply":
		b.pending++
	case "join":
		if join := new(protocol.Join); json.Unmarshal(data, join) == nil {
			b.join = join
		}
	}
}
