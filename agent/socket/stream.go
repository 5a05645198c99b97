package socket

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"net"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
)

// A stream is the connection below the library. It knows where frames begin and end. As a
// [net.Conn], it allows one reader, one writer and a call of wait at the same time.
type stream struct {
	net.Conn
	writeTimeout time.Duration // for each write to the client: a frame, or a part of a large frame
	closing      atomic.Bool   // Close waits for the client's close frame, so Read also waits between messages

	reading        sync.Mutex // guards the following
	early          []byte     // bytes that net/http has read beyond the request
	head           [64]byte   // the start of a frame, or all of a short frame
	from, to       int        // the unread part of head
	unread         int64      // unread bytes of the current frame; 0 between frames
	fragmented     bool       // the message continues in another frame
	broken         bool       // the current frame is invalid: see ErrFrame
	uncounted      int        // control frames and empty frames since uncountedSince
	uncountedSince time.Time

	// The library writes one frame at a time.
	unwritten   int64 // unwritten bytes of the current frame; 0 between frames
	joined      *[4096]byte
	joinedBytes int // bytes in joined
}

// Control frames and empty frames do not count towards the limits for messages, but each costs the
// server time.
const (
	maxUncounted  = 1000 // uncounted frames in uncountedTime
	uncountedTime = 10 * time.Second
)

// frameBuffers holds reusable buffers, in which Write joins the parts of a frame.
var frameBuffers = sync.Pool{New: func() any { return new([4096]byte) }}

// wait waits until Read has something to return.
func (s *stream) wait() error {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.from < s.to || s.unread > 0 || len(s.early) > 0 {
		return nil
	}
	return s.fill()
}

// Read reads from the current frame, and never beyond it. Between messages it does not wait, but
// returns [ErrSilent].
func (s *stream) Read(b []byte) (int, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	for s.unread == 0 {
		if s.beginFrame() {
			if s.uncounted > maxUncounted {
				return 0, ErrFlood
			}
			break
		}
		if s.from == s.to && len(s.early) == 0 && !s.fragmented && !s.closing.Load() {
			return 0, ErrSilent
		}
		if err := s.fill(); err != nil {
			if s.fragmented && err == io.EOF {
				err = io.ErrUnexpectedEOF // the library would take the message for complete
			}
			return 0, err
		}
	}
	b = b[:min(int64(len(b)), s.unread)]
	n, err := copy(b, s.head[s.from:s.to]), error(nil)
	s.from += n
	if n == 0 {
		n, err = s.receive(b)
	}
	s.unread -= int64(n)
	return n, err
}

// beginFrame starts the next frame if head has its whole header, and reports whether it did.
func (s *stream) beginFrame() bool {
	header := s.head[s.from:s.to]
	size, ok := frameSize(header)
	if !ok {
		return false
	}
	s.unread = size
	masked, reserved := header[1]&0x80 != 0, header[0]&0x70 != 0
	s.broken = !masked && !reserved || tooLong(header) // the library answers a reserved bit itself
	control := header[0]&0x08 != 0
	if !control {
		s.fragmented = header[0]&0x80 == 0
	}
	if control || header[1]&0x7f == 0 {
		if now := time.Now(); now.Sub(s.uncountedSince) > uncountedTime {
			s.uncounted, s.uncountedSince = 0, now
		}
		s.uncounted++
	}
	return true
}

// reason returns the error of Conn.Read for an error of the library.
func (s *stream) reason(err error) error {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.broken {
		return fmt.Errorf("%w: %w", ErrFrame, err)
	}
	return err
}

// fill reads into head, whose unread part is shorter than a header.
func (s *stream) fill() error {
	s.to = copy(s.head[:], s.head[s.from:s.to])
	s.from = 0
	n, err := s.receive(s.head[s.to:])
	s.to += n
	if n > 0 {
		return nil // the next read returns the error again
	}
	return err
}

// receive first returns the bytes that net/http has read too early, and then reads from the client.
func (s *stream) receive(b []byte) (int, error) {
	if len(s.early) == 0 {
		return s.Conn.Read(b)
	}
	n := copy(b, s.early)
	if s.early = s.early[n:]; len(s.early) == 0 {
		s.early = nil
	}
	return n, nil
}

// Write sends a frame in one write, or a frame above 4 KB in two. The library passes a frame to
// Write in one call, or in two: the first 16 bytes and the rest.
func (s *stream) Write(b []byte) (int, error) {
	first := s.unwritten == 0
	if first {
		s.unwritten, _ = frameSize(b)
	}
	s.unwritten -= int64(len(b))
	if first && s.unwritten == 0 {
		if err := s.send(withUTF8Reason(b)); err != nil {
			return 0, err
		}
		return len(b), nil
	}
	if first && s.unwritten > 0 {
		s.joined = frameBuffers.Get().(*[4096]byte)
		s.joinedBytes = copy(s.joined[:], b)
		return len(b), nil
	}
	rest := b
	if s.joined != nil {
		n := copy(s.joined[s.joinedBytes:], b)
		err := s.send(withUTF8Reason(s.joined[:s.joinedBytes+n]))
		frameBuffers.Put(s.joined)
		s.joined, rest = nil, b[n:]
		if err != nil {
			return 0, err
		}
	}
	if len(rest) > 0 {
		if err := s.send(rest); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// withUTF8Reason returns frame, or another frame for a close frame whose reason is not UTF-8. The library
// echoes the client's reason, but RFC 6455 requires status 1007 for such a reason.
func withUTF8Reason(frame []byte) []byte {
	const closing, before = 0x88, 4 // bytes before the reason
	if frame[0] == closing && len(frame) > before && !utf8.Valid(frame[before:]) {
		const status = websocket.StatusInvalidFramePayloadData
		return []byte{closing, 2, byte(status >> 8), byte(status & 0xff)}
	}
	return frame
}

func (s *stream) send(b []byte) error {
	if err := s.SetWriteDeadline(time.Now().Add(s.writeTimeout)); err != nil {
		return err
	}
	_, err := s.Conn.Write(b)
	return err
}

// tooLong reports whether the header of a frame has a length above 2^63-1.
func tooLong(header []byte) bool { return header[1]&0x7f == 127 && header[2]&0x80 != 0 }

// frameSize returns the size in bytes of the frame that begins with b, or false if b does not have
// its whole header. The library refuses a length above 2^63-1. For such a frame, frameSize returns
// the size of the header.
func frameSize(b []byte) (size int64, ok bool) {
	if len(b) < 2 {
		return 0, false
	}
	header, payload := int64(2), int64(b[1]&0x7f)
	switch payload {
	case 126:
		header = 4
	case 127:
		header = 10
	}
	if int64(len(b)) < header {
		return 0, false
	}
	switch payload {
	case 126:
		payload = int64(binary.BigEndian.Uint16(b[2:]))
	case 127:
		if payload = int64(binary.BigEndian.Uint64(b[2:])); tooLong(b) {
			payload = 0
		}
	}
	if b[1]&0x80 != 0 {
		header += 4 // the mask
	}
	return header + min(payload, math.MaxInt64-header), true
}
