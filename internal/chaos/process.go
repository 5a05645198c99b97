package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A process is gamed serve on one folder and one port, started again and again. It
// is for one goroutine.
type process struct {
	program string
	data    string
	addr    string
	sync    string
	more    []string // further arguments
	log     *os.File // what it writes to its stderr

	cmd    *exec.Cmd
	began  time.Time     // when it was started
	ready  chan struct{} // closed when it serves
	exited chan struct{}
	status error // once it has exited
}

// patience is when a process that neither serves nor ends is given up, on a machine
// that is busy with much else.
const patience = 60 * time.Second

// build builds gamed into a folder.
func build(ctx context.Context, dir string) (string, error) {
	program := filepath.Join(dir, "gamed")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", program, "gamed/cmd/gamed")
	if said, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build gamed: %w: %s", err, said)
	}
	return program, nil
}

// freePort returns an address that nobody listens at. It is not one of those that
// connections are given, or one of the clients could take it while the server
// is dead.
func freePort(from int) (string, error) {
	for i := range 1000 {
		addr := fmt.Sprintf("127.0.0.1:%d", 20_000+(from+i)%10_000)
		if l, err := net.Listen("tcp", addr); err == nil {
			return addr, l.Close()
		}
	}
	return "", errors.New("there is no free port")
}

// start starts it.
func (p *process) start() error {
	p.cmd = exec.Command(p.program, "serve", "--data", p.data, "--addr", p.addr, "--sync", p.sync)
	p.cmd.Args = append(p.cmd.Args, p.more...)
	p.cmd.Stderr = p.log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.began = time.Now()
	if err := p.cmd.Start(); err != nil {
		return fmt.Errorf("start gamed: %w", err)
	}
	ready, exited := make(chan struct{}), make(chan struct{})
	p.ready, p.exited = ready, exited
	go func() {
		defer close(exited)
		lines := bufio.NewReader(out)
		if line, _ := lines.ReadString('\n'); strings.HasPrefix(line, "Gamed listens") {
			close(ready)
		}
		_, _ = io.Copy(io.Discard, lines)
		p.status = p.cmd.Wait()
	}()
	return nil
}

// serving waits until it serves.
func (p *process) serving(ctx context.Context) error {
	select {
	case <-p.ready:
		return nil
	case <-p.exited:
		return fmt.Errorf("gamed has ended while it started: %w", p.ended())
	case <-time.After(patience):
		return fmt.Errorf("gamed does not serve after %s", patience)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// let lets it run for a while. It fails if the process ends meanwhile.
func (p *process) let(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-p.exited:
		return fmt.Errorf("gamed has ended by itself: %w", p.ended())
	case <-ctx.Done():
		return ctx.Err()
	}
}

// exits is closed when it has ended; nil, which never is, for somebody who kills it.
func (p *process) exits(left bool) <-chan struct{} {
	if !left {
		return nil
	}
	return p.exited
}

// ended is how it ended.
func (p *process) ended() error {
	if p.status == nil {
		return errors.New("exit status 0")
	}
	return p.status
}

// kill kills it, if it is still there, and waits for its end.
func (p *process) kill() {
	if p.cmd == nil || p.cmd.Process == nil {
		return
	}
	_ = p.cmd.Process.Kill()
	<-p.exited
}

// stop has it stop as an operator does.
func (p *process) stop() error {
	if err := p.cmd.Process.Signal(terminate); err != nil {
		return fmt.Errorf("stop gamed: %w", err)
	}
	select {
	case <-p.exited:
	case <-time.After(patience):
		p.kill()
		return fmt.Errorf("gamed does not stop in %s", patience)
	}
	if p.status != nil {
		return fmt.Errorf("gamed does not stop cleanly: %w", p.status)
	}
	return nil
}

// export writes the logs of all games to a file. The process must have ended.
func (p *process) export(ctx context.Context, name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, p.program, "export", "--data", p.data)
	cmd.Stdout, cmd.Stderr = file, p.log
	return errors.Join(cmd.Run(), file.Close())
}
