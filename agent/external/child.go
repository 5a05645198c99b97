package external

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

const (
	// drain is how long to read the pipes after the process group has ended. Only a
	// process that left the group can hold them open longer.
	drain = time.Second
	// leastPatience is the minimum wait for the exit status after stdout closes. An exit
	// closes stdout before the status is known.
	leastPatience = 250 * time.Millisecond
)

// A child is a bot process. It and its descendants share a process group.
type child struct {
	cmd    *exec.Cmd
	in     *os.File // write end of its stdin
	out    *os.File // read end of its stdout
	errs   *os.File // read end of its stderr
	grace  time.Duration
	lines  *lines
	tail   tail
	told   io.Writer // receives its stderr
	exited chan struct{}

	mu     sync.Mutex
	ended  bool   // the process has ended; the system may reuse its id
	killed string // why it was killed, if the bot is at fault
	left   bool   // other processes of its group outlived it
}

// startChild starts a bot process. The caller must close it.
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
			_ = f.Close() // the child has its own copy
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
		return nil, fmt.Errorf("create pipes for a bot: %w", err)
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

// follow waits for the process to end and then kills the rest of its group.
func (p *child) follow() {
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		_, _ = io.Copy(p.told, p.errs)
	}()
	_ = p.cmd.Wait() // ProcessState has the result
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

// killFor kills the group. why is the fault of the bot, if any.
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

// gone waits briefly for the exit status, which is more specific than a closed pipe.
func (p *child) gone(err error) *Fault {
	patience := time.NewTimer(max(p.grace, leastPatience))
	defer patience.Stop()
	select {
	case <-p.exited:
	case <-patience.C:
		if errors.Is(err, io.EOF) {
			return faultf(Disconnect, "it closed its stdout but is still running%s", p.half())
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

// half describes an unfinished line for the text of a fault.
func (p *child) half() string {
	if n := p.unfinished(); n > 0 {
		return fmt.Sprintf(", after %d bytes of an unfinished line", n)
	}
	return ""
}

// A Command describes how to run the program of a bot.
type Command struct {
	Name string   // a path, or a name to look up in PATH
	Args []string // arguments after the name
	Dir  string   // working directory; "" for that of this process
	Env  []string // KEY=VALUE, added to the environment of this process
	// Stderr, unless nil, receives the stderr of the program as it is written. It must
	// not block. [Bot.Stderr] has the last part in any case.
	Stderr io.Writer
}

// String returns the command quoted for a shell.
func (c Command) String() string {
	words := []string{quoted(c.Name)}
	for _, a := range c.Args {
		words = append(words, quoted(a))
	}
	return strings.Join(words, " ")
}

// quoted returns word, in single quotes if it has special characters.
func quoted(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\n'\"\\$`&|;<>()*?[]#~!{}") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// A Process is a bot process with access to its raw lines. Any goroutine may call the
// methods, but at most one at a time Read, and at most one Write.
type Process struct{ child *child }

// StartProcess starts a program. The caller must Close it.
func StartProcess(c Command, l Limits) (*Process, error) {
	p, err := startChild(c, l)
	if err != nil {
		return nil, faultf(Startup, "%v", err)
	}
	return &Process{p}, nil
}

// Read returns the next line of stdout without its line break, valid until the next
// call. It skips an overlong line and returns a [*Fault] of kind [Malformed]. Any other
// fault is final and describes how the process ended.
func (p *Process) Read() ([]byte, error) {
	line, err := p.child.read()
	switch {
	case err == nil:
		return line, nil
	case errors.Is(err, errTooLong):
		return nil, faultf(Malformed, "%v", err)
	case errors.Is(err, errEndless):
		return nil, faultf(Flood, "%v", err)
	}
	return nil, p.child.gone(err)
}

// Write writes to the stdin of the process. It blocks while the process does not read.
func (p *Process) Write(data []byte) (int, error) { return p.child.in.Write(data) }

// CloseInput closes the stdin of the process.
func (p *Process) CloseInput() { p.child.shut() }

// Kill kills the process and its group.
func (p *Process) Kill() { p.child.kill() }

// Done returns a channel that is closed when the process group has ended.
func (p *Process) Done() <-chan struct{} { return p.child.exited }

// Status returns the exit status, or -1 after a signal. Call it after Done.
func (p *Process) Status() int { return p.child.cmd.ProcessState.ExitCode() }

// Left reports whether other processes of the group outlived the process. It is always
// false outside Linux. Call it after Done.
func (p *Process) Left() bool { return p.child.left }

// Stderr returns the last 64 KiB of the stderr of the process.
func (p *Process) Stderr() string { return p.child.stderr() }

// Close kills the process if it is still running and frees its pipes.
func (p *Process) Close() {
	p.child.kill()
	<-p.child.exited
	p.child.close()
}
