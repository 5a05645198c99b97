package external

import "errors"

// A Process is a bot in a process of its own, for whoever wants its lines as they
// are. Methods may be called from any goroutine, but Read from one at a time, and so
// Write.
type Process struct{ child *child }

// StartProcess starts a program. Whoever does must Close it.
func StartProcess(c Command, l Limits) (*Process, error) {
	p, err := startChild(c, l)
	if err != nil {
		return nil, faultf(Startup, "%v", err)
	}
	return &Process{p}, nil
}

// Read returns the next line of its stdout without its end, valid until the next
// call. A line that is too long is skipped, with a [*Fault] of kind malformed; after
// another fault, which says what has become of the process, none comes.
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

// Write writes bytes to its stdin, and waits for as long as it does not read them.
func (p *Process) Write(data []byte) (int, error) { return p.child.in.Write(data) }

// CloseInput closes its stdin.
func (p *Process) CloseInput() { p.child.shut() }

// Kill ends it and all of its group.
func (p *Process) Kill() { p.child.kill() }

// Done is closed when it has ended and nothing of its group is left.
func (p *Process) Done() <-chan struct{} { return p.child.exited }

// Status returns what it has ended with, after Done: 0, another exit status, or -1
// if a signal has ended it.
func (p *Process) Status() int { return p.child.cmd.ProcessState.ExitCode() }

// Left reports whether others of its group were still there when it had ended,
// which is found out on Linux alone. Call it after Done.
func (p *Process) Left() bool { return p.child.left }

// Stderr returns the last 64 KiB of what it has written there.
func (p *Process) Stderr() string { return p.child.stderr() }

// Close kills it if it is still there.
func (p *Process) Close() {
	p.child.kill()
	<-p.child.exited
	p.child.close()
}
