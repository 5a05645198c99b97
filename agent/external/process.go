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
	// drainTime is the time for reading the pipes after the process group has exited. Only a
	// process that left the group can hold them open for longer.
	drainTime = time.Second
	// minExitWait is the minimum wait for the exit status after a pipe is closed. An exiting
	// process closes its pipes before its status is available.
	minExitWait = 250 * time.Millisecond
)

// A Process is a bot process. When it exits, its descendants are killed: all of them on Linux and
// Windows, those in its process group on other Unix systems. Any goroutine may call the methods, but only one
// at a time may call Read, and only one Write.
//
// On Linux this program becomes the parent of its orphaned descendants, and kills the orphans of its bots. A
// program that starts other child processes must keep them in the process group of the program.
type Process struct {
	cmd      *exec.Cmd
	in       *os.File // write end of its stdin
	out      *os.File // read end of its stdout
	errs     *os.File // read end of its stderr
	grace    time.Duration
	lines    *lines
	tail     tail
	stderrTo io.Writer // receives the stderr of the process
	exited   chan struct{}
	tree     *tree
	ooms     int64 // the result of oomKills before the process started

	mu            sync.Mutex
	ended         bool   // the process has exited; the system may reuse its id
	killed        string // why the limit on memory ended the process, or "" if it did not
	leftProcesses bool   // other processes in the group survived the process; set before exited is closed
}

// StartProcess starts a program. The caller must Close it. The error is a [*Fault].
func StartProcess(c Command, l Limits) (*Process, error) {
	p, err := startProcess(c, l)
	if err != nil {
		return nil, faultf(Startup, "%v", err)
	}
	return p, nil
}

func startProcess(c Command, l Limits) (_ *Process, err error) {
	p := &Process{cmd: exec.Command(c.Name, c.Args...), grace: l.ExitGrace, exited: make(chan struct{}), ooms: oomKills()}
	if p.stderrTo = &p.tail; c.Stderr != nil {
		p.stderrTo = io.MultiWriter(&p.tail, c.Stderr)
	}
	p.cmd.Dir = c.Dir
	p.cmd.Env = append(os.Environ(), c.Env...)
	var theirs [3]*os.File
	defer func() {
		for _, f := range theirs {
			_ = f.Close() // the child has its own copy
		}
		if err != nil {
			p.free()
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
	if p.tree, err = startTree(p.cmd); err != nil {
		return nil, err
	}
	p.lines = newLines(p.out)
	go p.awaitExit()
	if l.Memory > 0 {
		go p.limitMemory(l.Memory)
	}
	return p, nil
}

// awaitExit waits for the process to exit, and then kills the remaining processes of its tree.
func (p *Process) awaitExit() {
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		_, _ = io.Copy(p.stderrTo, p.errs)
	}()
	_ = p.cmd.Wait() // ProcessState has the result
	p.mu.Lock()
	p.ended = true
	p.mu.Unlock()
	p.leftProcesses = p.tree.end()
	late := time.Now().Add(drainTime)
	for _, f := range []*os.File{p.out, p.errs} {
		_ = f.SetReadDeadline(late)
	}
	_ = p.in.SetWriteDeadline(time.Now())
	<-kept
	close(p.exited)
}

// Kill kills the process and its group. On Windows it kills all descendants of the process.
func (p *Process) Kill() { p.killWithReason("") }

// killWithReason kills the group. If reason is not "", the final fault of the process has the kind
// Memory and this text.
func (p *Process) killWithReason(reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		if p.killed == "" {
			p.killed = reason
		}
		p.tree.kill()
	}
}

// Read returns the next line from stdout without its line break. The line is valid until the
// next call. Read skips an overlong line and returns a fault of kind [Malformed]. Any other
// fault is final and describes how the process ended.
func (p *Process) Read() ([]byte, *Fault) {
	line, err := p.lines.next()
	return line, faultOf(err, p.endFault)
}

// Write writes to the stdin of the process. It blocks while the process is not reading.
func (p *Process) Write(data []byte) (int, error) { return p.in.Write(data) }

// errInputClosed is returned by write if the process is still running but has closed its stdin.
var errInputClosed = errors.New("it closed its stdin but is still running")

func (p *Process) write(data []byte) error {
	_, err := p.in.Write(append(data, '\n'))
	if err != nil && p.stillRuns() {
		return errInputClosed
	}
	return err
}

// CloseInput closes the stdin of the process.
func (p *Process) CloseInput() { _ = p.in.Close() }

// Done returns a channel that is closed when the process has exited and the other processes of its
// tree have been killed.
func (p *Process) Done() <-chan struct{} { return p.exited }

// Status returns the exit status, or -1 after a signal. Call it after Done.
func (p *Process) Status() int { return p.cmd.ProcessState.ExitCode() }

// LeftProcesses reports whether other processes in the group survived the process. It always returns
// false outside Linux. Call it after Done.
func (p *Process) LeftProcesses() bool { return p.leftProcesses }

func (p *Process) ending() bool { return p.lines.ended.Load() || p.exiting() }

func (p *Process) unfinished() int { return int(p.lines.pending.Load()) }

// Stderr returns the last 64 KiB of the process's stderr.
func (p *Process) Stderr() string { return p.tail.String() }

// Close kills the process if it is still running and frees its pipes.
func (p *Process) Close() {
	p.Kill()
	<-p.exited
	p.free()
}

func (p *Process) free() {
	for _, f := range []*os.File{p.in, p.out, p.errs} {
		_ = f.Close()
	}
}

// stillRuns reports whether the process is still running. It first waits briefly for the exit
// status, which says more than a closed pipe.
func (p *Process) stillRuns() bool {
	patience := time.NewTimer(max(p.grace, minExitWait))
	defer patience.Stop()
	select {
	case <-p.exited:
		return false
	case <-patience.C:
	}
	if !p.exiting() {
		return true
	}
	<-p.exited
	return false
}

// exiting reports whether the process has exited or has begun to exit.
func (p *Process) exiting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended || exitBegun(p.cmd.Process.Pid)
}

// endFault returns the fault for a failed read.
func (p *Process) endFault(err error) *Fault {
	if p.stillRuns() {
		if errors.Is(err, io.EOF) {
			return faultf(Disconnect, "it closed its stdout but is still running%s", p.unfinishedText())
		}
		return faultf(Disconnect, "its stdout cannot be read: %v", err)
	}
	p.mu.Lock()
	why := p.killed
	p.mu.Unlock()
	state, said := p.cmd.ProcessState, ""
	if last := p.tail.lastLine(); last != "" {
		said = "; the last line of its stderr: " + last
	}
	switch {
	case why != "":
		return faultf(Memory, "%s%s", why, said)
	case state.Success():
		return faultf(Exit, "it exited with status 0%s%s", p.unfinishedText(), said)
	case state.Exited():
		return faultf(Crash, "it exited with status %d%s%s", state.ExitCode(), p.unfinishedText(), said)
	case oomKilled(state, p.ooms):
		return faultf(Memory, "it was killed by the kernel for lack of memory%s%s", p.unfinishedText(), said)
	}
	return faultf(Crash, "it was ended by %v%s%s", state, p.unfinishedText(), said)
}

// unfinishedText describes an unfinished line for the text of a Fault, or returns "".
func (p *Process) unfinishedText() string {
	if n := p.unfinished(); n > 0 {
		return fmt.Sprintf(", after %d bytes of an unfinished line", n)
	}
	return ""
}

// A Command describes how to run a bot program.
type Command struct {
	Name string   // a path, or a name to search for in PATH
	Args []string // arguments after the name
	Dir  string   // working directory, or "" for that of this process
	Env  []string // KEY=VALUE, added to the environment of this process
	// Stderr, if not nil, receives the stderr of the program as it is written. It must not block.
	// [Conn.Stderr] returns the last part in any case.
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

// quoted returns word, with single quotes if it contains special characters.
func quoted(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\n'\"\\$`&|;<>()*?[]#~!{}") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
