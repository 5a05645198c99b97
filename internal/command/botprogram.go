package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gamed/agent/external"
)

// errBotEnded is returned when a program ends before it has received bye.
var errBotEnded = errors.New("the bot has ended")

// runProgram connects a program over its stdin and stdout until it receives bye. With
// restart, it restarts a program that exits after its hello.
func runProgram(ctx context.Context, l *link, c external.Command, restart bool) error {
	for {
		err := connectProgram(ctx, l, c)
		if !restart || !errors.Is(err, errBotEnded) || l.hello == nil {
			return err
		}
		fmt.Fprintf(l.notes, "%v; starting it again\n", err)
		l = l.successor()
	}
}

// connectProgram starts a program and forwards messages between the program and the link until bye.
func connectProgram(ctx context.Context, l *link, c external.Command) error {
	limits := external.DefaultLimits
	p, err := external.StartProcess(c, limits)
	if err != nil {
		return err
	}
	defer p.Close()
	defer l.close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	context.AfterFunc(ctx, p.Kill)
	if err := passLine(ctx, p, l); err != nil {
		return err
	}
	go func() { // a program may write without reading
		for {
			if err := passLine(ctx, p, l); err != nil {
				cancel(err)
				return
			}
		}
	}()
	for {
		data, err := l.Receive(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		if _, err := p.Write(append(data, '\n')); err != nil {
			select {
			case <-time.After(limits.ExitGrace):
				p.Kill()
				<-ctx.Done()
			case <-ctx.Done():
			}
			return context.Cause(ctx)
		}
		if parseLinkMessage(data).Type == "bye" {
			p.CloseInput()
			select {
			case <-p.Done():
			case <-time.After(limits.ExitGrace):
			}
			return nil
		}
	}
}

// passLine forwards one line of a program's output, or prints the fault of a line that is too long.
func passLine(ctx context.Context, p *external.Process, to *link) error {
	line, fault := p.Read()
	switch {
	case fault == nil:
		return to.Send(ctx, slices.Clone(line))
	case !fault.Fatal():
		fmt.Fprintln(to.notes, fault)
		return nil
	}
	return fmt.Errorf("%w: %w", errBotEnded, fault)
}
