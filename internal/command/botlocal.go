package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"gamed/agent/client"
	"gamed/protocol"
)

// wireBots are the built-in bots that need no game of their own to think in.
var wireBots = map[string]client.Choose{"random": client.Random, "greedy": client.Greedy}

const (
	byeTime = 2 * time.Second // how long a bot may take to end when it has been told to
	unread  = 1024            // messages that may wait for a bot to read them
)

// A localBot is a bot on this side of a connection.
type localBot struct {
	client.Conn             // lines to and from it
	to          chan []byte // unsent messages: a bot that writes does not read
	sent        chan struct{}
	in          io.Closer
	wait        func() error // for its end
	kill        func()
}

func newLocalBot(in io.WriteCloser, out io.Reader, wait func() error, kill func()) *localBot {
	b := &localBot{client.Lines(out, in), make(chan []byte, unread), make(chan struct{}), in, wait, kill}
	go func() {
		defer close(b.sent)
		for data := range b.to {
			if b.Conn.Send(context.Background(), data) != nil {
				return
			}
		}
	}()
	return b
}

// Send sends a message to the bot once it reads.
func (b *localBot) Send(ctx context.Context, data []byte) error {
	select {
	case b.to <- data:
		return nil
	case <-b.sent:
		return errBotEnded
	case <-ctx.Done():
		return ctx.Err()
	}
}

// end sends what waits, waits for the bot to end, and says how it has.
func (b *localBot) end() error {
	defer b.kill()
	late := time.AfterFunc(byeTime, b.kill)
	defer late.Stop()
	close(b.to)
	<-b.sent
	_ = b.in.Close()
	return b.wait()
}

// startProgram starts a bot. Its stderr is ours.
func startProgram(ctx context.Context, stderr io.Writer, args []string) (*localBot, error) {
	ctx, kill := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stderr, cmd.WaitDelay = stderr, byeTime
	in, err := cmd.StdinPipe()
	if err == nil {
		var out io.ReadCloser
		if out, err = cmd.StdoutPipe(); err == nil {
			if err = cmd.Start(); err == nil {
				return newLocalBot(in, out, cmd.Wait, kill), nil
			}
		}
	}
	kill()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, usagef("%w; the built-in bots that can be connected are random and greedy", err)
	}
	return nil, err
}

// startWireBot starts a built-in bot.
func startWireBot(ctx context.Context, name string, choose client.Choose) *localBot {
	ctx, kill := context.WithCancel(ctx)
	botIn, in := io.Pipe()
	out, botOut := io.Pipe()
	context.AfterFunc(ctx, func() {
		_ = botIn.CloseWithError(ctx.Err())
		_ = botOut.CloseWithError(ctx.Err())
	})
	ended := make(chan error, 1)
	go func() {
		b := client.Bot{Hello: protocol.Hello{Name: name, Repeats: true}, Choose: choose}
		err := b.Run(ctx, client.Lines(botIn, botOut))
		_, _ = botOut.Close(), botIn.Close()
		ended <- err
	}()
	wait := func() error {
		_ = out.Close()
		if err := <-ended; err != nil {
			return fmt.Errorf("bot %s: %w", name, err)
		}
		return nil
	}
	return newLocalBot(in, out, wait, kill)
}
