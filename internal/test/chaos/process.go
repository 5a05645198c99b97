package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A process is a gamed or NATS server that chaos kills and restarts. Only one goroutine at a
// time may call its methods.
type process struct {
	name   string
	path   string
	args   []string
	health string   // URL that returns status 200 while the process is ready
	log    *os.File // stdout and stderr

	cmd    *exec.Cmd
	began  time.Time
	exited chan struct{}
	status error // valid once exited is closed
}

// patience bounds every wait for a process. It is long enough for a busy machine: for example, a server
// may take two minutes at its start to remove the damaged part of a file.
const patience = 3 * time.Minute

// build builds a program and puts it into a folder.
func build(ctx context.Context, folder, program string) (path string, err error) {
	path = filepath.Join(folder, filepath.Base(strings.TrimSuffix(program, "/v2"))+".program")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", path, program).CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w: %s", program, err, out)
	}
	return path, nil
}

// freePort returns an unused local address with a port outside the ephemeral range. Otherwise
// a client's connection could take the port while the server is down.
func freePort(from int) (string, error) {
	for i := range 10_000 {
		addr := fmt.Sprintf("127.0.0.1:%d", 20_000+(from+i)%10_000)
		if l, err := net.Listen("tcp", addr); err == nil {
			return addr, l.Close()
		}
	}
	return "", errors.New("no free port from 20000 to 29999")
}

// launch starts a process.
func (r *run) launch(name, path, health string, args ...string) (*process, error) {
	log, err := os.Create(filepath.Join(r.Folder, name+".log"))
	if err != nil {
		return nil, err
	}
	p := &process{name: name, path: path, args: args, health: health, log: log}
	return p, p.start()
}

func (p *process) start() error {
	cmd, exited := exec.Command(p.path, p.args...), make(chan struct{})
	cmd.Stdout, cmd.Stderr = p.log, p.log
	p.began = time.Now()
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", p.name, err)
	}
	p.cmd, p.exited = cmd, exited
	go func() {
		p.status = cmd.Wait()
		close(exited)
	}()
	return nil
}

// awaitServing waits until the process is ready.
func (p *process) awaitServing(ctx context.Context) error {
	return p.awaitResponse(ctx, p.health, "does not serve", func(answer *http.Response) bool { return answer.StatusCode == http.StatusOK })
}

// awaitResponse repeats a request until accept returns true for a response. If that takes longer than
// patience, the error contains the text in problem.
func (p *process) awaitResponse(ctx context.Context, url, problem string, accept func(*http.Response) bool) error {
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for began := time.Now(); time.Since(began) < patience; {
		if answer, err := client.Get(url); err == nil {
			done := accept(answer)
			_ = answer.Body.Close()
			if done {
				return nil
			}
		}
		if err := p.waitRunning(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s %s after %s", p.name, problem, patience)
}

// waitRunning waits for d. It fails if the process exits.
func (p *process) waitRunning(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-p.exited:
		return fmt.Errorf("%s exited unexpectedly: %v", p.name, p.status)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *process) signal(s os.Signal) error {
	if err := p.cmd.Process.Signal(s); err != nil {
		return fmt.Errorf("send %s to %s: %w", s, p.name, err)
	}
	return nil
}

// kill kills the process, unless it has exited, and waits for its exit.
func (p *process) kill() {
	if p.cmd != nil {
		_ = p.cmd.Process.Kill()
		<-p.exited
	}
}

// stop stops the process as an operator would. The process must exit with status 0.
func (p *process) stop() error {
	if err := p.signal(terminate); err != nil {
		return err
	}
	select {
	case <-p.exited:
	case <-time.After(patience):
		p.kill()
		return fmt.Errorf("%s does not stop within %s", p.name, patience)
	}
	if p.status != nil {
		return fmt.Errorf("%s stopped with an error: %w", p.name, p.status)
	}
	return nil
}

// pause freezes the process for d.
func (p *process) pause(ctx context.Context, d time.Duration) error {
	if err := p.signal(freeze); err != nil {
		return err
	}
	return errors.Join(sleep(ctx, d), p.signal(thaw))
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
