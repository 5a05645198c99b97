package external

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

const (
	// drain is how long pipes are read on when the process has ended: all of its
	// group has, so only a process that has left the group can hold them open.
	drain = time.Second
	// leastPatience is how long a closed stdout waits for the exit status whatever
	// the grace period is, since an exit closes it first.
	leastPatience = 250 * time.Millisecond
)

// A child is a bot in a process of its own, with those that it starts in one
// group.
type child struct {
	cmd    *exec.Cmd
	in     *os.File // our end of its stdin
	out    *os.File // our end of its stdout
	errs   *os.File // our end of its stderr
	grace  time.Duration
	lines  *lines
	tail   tail
	told   io.Writer // what it writes on its stderr
	exited chan struct{}

	mu     sync.Mutex
	ended  bool   // it has, and its number may be another's
	killed string // why we ended it, if it is the bot's doing
	left   bool   // others of its group were there when it had ended
}

// startChild starts a bot. It is the caller's to close it.
func startChild(c Command, l Limits) (_ *child, err error) {
	p := &child{cmd: exec.Command(c.Name, c.Args...), grace: l.Grace, exited: make(chan struct{})}
	if p.told = &p.tail; c.Stderr != nil {
		p.told = io.MultiWriter(&p.tail, c.Stderr)
	}
	p.cmd.Dir = c.Dir
	if len(c.Env) > 0 {
		p.cmd.Env = append(os.Environ(), c.Env...)
	}
	p.cmd.SysProcAttr = ownGroup()
	var theirs [3]*os.File
	defer func() {
		for _, f := range theirs {
			_ = f.Close() // it has its own
		}
		if err != nil {
			p.close()
		}
	}()
	if theirs[0], p.in, err = os.Pipe(); err == nil {
		if p.out, theirs[1], err = os.Pipe(); err == nil {
			p.errs, theirs[2], err = os.Pipe()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("pipes for a bot: %w", err)
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.lines = newLines(p.out)
	go p.follow()
	if l.Memory > 0 {
		go p.limit(l.Memory)
	}
	return p, nil
}

// follow waits for the end of the process, and ends with it all of its group.
func (p *child) follow() {
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		_, _ = io.Copy(p.told, p.errs)
	}()
	_ = p.cmd.Wait() // its state says it all
	p.mu.Lock()
	p.ended = true
	p.left = groupThere(p.cmd.Process) && others(p.cmd.Process.Pid)
	killGroup(p.cmd.Process)
	p.mu.Unlock()
	late := time.Now().Add(drain)
	for _, f := range []*os.File{p.out, p.errs} {
		_ = f.SetReadDeadline(late)
	}
	_ = p.in.SetWriteDeadline(time.Now())
	<-kept
	close(p.exited)
}

func (p *child) kill() { p.killFor("") }

// killFor ends the group. why is what the bot has done to deserve it.
func (p *child) killFor(why string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		if p.killed == "" {
			p.killed = why
		}
		killGroup(p.cmd.Process)
	}
}

func (p *child) read() ([]byte, error) { return p.lines.next() }

func (p *child) write(data []byte) error {
	_, err := p.in.Write(append(data, '\n'))
	return err
}

func (p *child) shut() { _ = p.in.Close() }

func (p *child) done() <-chan struct{} { return p.exited }

func (p *child) unfinished() int { return int(p.lines.pending.Load()) }

func (p *child) stderr() string { return p.tail.String() }

func (p *child) close() {
	for _, f := range []*os.File{p.in, p.out, p.errs} {
		_ = f.Close()
	}
}

// gone waits a little for the exit status, which tells more than a closed pipe.
func (p *child) gone(err error) *Fault {
	patience := time.NewTimer(max(p.grace, leastPatience))
	defer patience.Stop()
	select {
	case <-p.exited:
	case <-patience.C:
		if errors.Is(err, io.EOF) {
			return faultf(Disconnect, "it has closed its stdout, but lives%s", p.half())
		}
		return faultf(Disconnect, "its stdout cannot be read: %v", err)
	}
	p.mu.Lock()
	why := p.killed
	p.mu.Unlock()
	state, said := p.cmd.ProcessState, ""
	if last := p.tail.last(); last != "" {
		said = "; the last line of its stderr: " + last
	}
	switch {
	case why != "":
		return faultf(Crash, "%s%s", why, said)
	case state.Success():
		return faultf(Disconnect, "it exited with status 0%s%s", p.half(), said)
	case state.Exited():
		return faultf(Crash, "it exited with status %d%s%s", state.ExitCode(), p.half(), said)
	}
	return faultf(Crash, "it was ended by %v%s%s", state, p.half(), said)
}

// half says that the last thing that came was no whole line.
func (p *child) half() string {
	if n := p.unfinished(); n > 0 {
		return fmt.Sprintf(", in the middle of a line, after %d bytes of it", n)
	}
	return ""
}
