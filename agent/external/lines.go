package external

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"gamed/protocol"
)

// maxLine is how many bytes may come without a line break before it is a flood.
const maxLine = 64 * protocol.MaxMessage

var (
	errBinary  = errors.New("a binary frame: messages are JSON in text frames")
	errTooLong = fmt.Errorf("a message of more than %d bytes", protocol.MaxMessage)
	errEndless = fmt.Errorf("more than %d bytes in one message", maxLine)
)

// lines reads lines of a bounded length. What is longer is skipped.
type lines struct {
	from    io.Reader
	buf     []byte       // its length is the longest line, with its end
	begin   int          // of what has been read and not returned
	end     int          // and its end
	skipped int          // bytes of the line that is being skipped, 0 for none
	pending atomic.Int64 // bytes that no line break has followed so far
}

func newLines(from io.Reader) *lines {
	return &lines{from: from, buf: make([]byte, protocol.MaxMessage+2)}
}

// next returns a line without its end, valid until the next call. After
// errTooLong the next line comes, after another error none.
func (l *lines) next() ([]byte, error) {
	for {
		if i := bytes.IndexByte(l.buf[l.begin:l.end], '\n'); i >= 0 {
			line := l.buf[l.begin : l.begin+i]
			l.begin += i + 1
			if l.skipped == 0 {
				return bytes.TrimSuffix(line, []byte{'\r'}), nil
			}
			l.skipped = 0
			continue
		}
		l.end = copy(l.buf, l.buf[l.begin:l.end])
		l.begin = 0
		first := l.end == len(l.buf) && l.skipped == 0
		if first || l.skipped > 0 {
			l.skipped += l.end
			l.end = 0
		}
		switch {
		case l.skipped > maxLine:
			return nil, errEndless
		case first:
			return nil, errTooLong
		}
		l.pending.Store(int64(l.skipped + l.end))
		n, err := l.from.Read(l.buf[l.end:])
		l.end += n
		if n == 0 && err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, errors.New("nothing was read")
		}
	}
}
