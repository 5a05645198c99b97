package external

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	"gamed/protocol"
)

// A wire is the connection to a bot: either the pipes of a child process or a WebSocket.
type wire interface {
	// Read returns the next message, which is valid until the next call. A fault of kind
	// Malformed means that a message was skipped. Any other fault is final.
	Read() ([]byte, *Fault)
	// write sends a message. It may block until the bot reads or exits. The error is errInputClosed if the bot can
	// receive nothing more but may still send.
	write(data []byte) error
	// CloseInput tells the bot that no message follows: it closes the stdin or the WebSocket.
	CloseInput()
	// Kill kills the bot immediately. Any goroutine may call it, repeatedly.
	Kill()
	// Done returns a channel that is closed when the bot has exited.
	Done() <-chan struct{}
	// Close kills the bot, waits for its exit and frees its resources.
	Close()
	// ending reports whether the bot's output has ended or is about to end, because the bot is
	// exiting. Read may still wait for the exit status.
	ending() bool
	// unfinished returns the number of bytes received so far of an incomplete message.
	unfinished() int
	// Stderr returns the last part of the bot's stderr.
	Stderr() string
}

// maxLine is the size in bytes above which an unfinished message counts as a flood.
const maxLine = 64 * protocol.MaxMessage

var (
	errBinary  = errors.New("a binary frame: messages are JSON in text frames")
	errTooLong = fmt.Errorf("a message of more than %d bytes", protocol.MaxMessage)
	errEndless = fmt.Errorf("more than %d bytes in one message", maxLine)
)

// faultOf returns the fault for the error err of a read, or nil if err is nil. The function gone
// returns the fault for a connection error.
func faultOf(err error, gone func(error) *Fault) *Fault {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errTooLong), errors.Is(err, errBinary):
		return faultf(Malformed, "%v", err)
	case errors.Is(err, errEndless):
		return faultf(Flood, "%v", err)
	}
	return gone(err)
}

// lines reads lines of limited length and skips longer lines. It reports a longer line only at the end
// of the line, so that a line without an end is one fault.
type lines struct {
	from    io.Reader
	buf     []byte       // has room for the longest valid line with its \r\n
	begin   int          // start of the unread data in buf
	end     int          // end of the unread data
	skipped int          // number of bytes skipped in an overlong line, or 0 if none
	pending atomic.Int64 // number of bytes received since the last line break
	ended   atomic.Bool  // no more data will arrive
}

func newLines(from io.Reader) *lines {
	return &lines{from: from, buf: make([]byte, protocol.MaxMessage+2)}
}

// next returns the next line without its line break. The line is valid until the next call.
// errTooLong means that a line was skipped. Any other error is final.
func (l *lines) next() ([]byte, error) {
	for {
		if i := bytes.IndexByte(l.buf[l.begin:l.end], '\n'); i >= 0 {
			line := l.buf[l.begin : l.begin+i]
			l.begin += i + 1
			if l.skipped == 0 {
				return bytes.TrimSuffix(line, []byte{'\r'}), nil
			}
			l.skipped = 0
			return nil, errTooLong
		}
		l.end = copy(l.buf, l.buf[l.begin:l.end])
		l.begin = 0
		if l.end == len(l.buf) || l.skipped > 0 {
			l.skipped += l.end
			l.end = 0
		}
		if l.skipped > maxLine {
			return nil, errEndless
		}
		l.pending.Store(int64(l.skipped + l.end))
		n, err := l.from.Read(l.buf[l.end:])
		l.end += n
		if n == 0 && err != nil {
			l.ended.Store(true)
			return nil, err
		}
		if n == 0 {
			return nil, errors.New("the read returned no data")
		}
	}
}

// maxTail is the number of bytes of stderr to keep.
const maxTail = 64 << 10

// A tail keeps at least the last maxTail bytes written to it. Any goroutine may call its methods.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(len(p)-maxTail, 0):]...)
	if len(t.kept) > 2*maxTail {
		t.kept = append(t.kept[:0], t.kept[len(t.kept)-maxTail:]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return t.lastBytes(maxTail) }

// lastBytes returns the last bytes, at most the given number.
func (t *tail) lastBytes(most int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept[max(len(t.kept)-most, 0):])
}

// lastLine returns the last non-blank line, clipped.
func (t *tail) lastLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := bytes.TrimSpace(t.kept)
	line := kept[bytes.LastIndexByte(kept, '\n')+1:]
	return clip(string(line))
}

// clip shortens a bot's text to about 200 bytes, for the text of a fault.
func clip(s string) string {
	const most = 200
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strings.ToValidUTF8(s, "\ufffd")
}
