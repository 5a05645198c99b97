package cluster

import (
	"context"
	"encoding/binary"
	"time"

	"github.com/nats-io/nats.go"
)

// The kinds of frames between a client's server and its game's. A frame has a number, which
// counts from 1 in each direction, a kind, the decision that an update opens, and a message.
// NATS may lose messages: a gap in the numbers ends the session, and the client reconnects.
// The number of the last message is repeated a few times.
const (
	aMessage = 'm'
	anUpdate = 'u' // a message that replaces earlier updates
	aMark    = 'k' // the number alone
	anEnd    = 'b' // with the reason
)

const (
	marks      = 4  // repetitions of the last number
	everyBeats = 20 // heartbeats between further repetitions
)

// headLength is the number of bytes before the message.
const headLength = 13

type frame struct {
	number   uint64
	kind     byte
	decision uint32
	data     []byte
}

func (f frame) bytes() []byte {
	b := make([]byte, 0, headLength+len(f.data))
	b = append(binary.BigEndian.AppendUint64(b, f.number), f.kind)
	return append(binary.BigEndian.AppendUint32(b, f.decision), f.data...)
}

// parseFrame is the inverse of bytes.
func parseFrame(b []byte) (f frame, ok bool) {
	if len(b) < headLength {
		return f, false
	}
	return frame{binary.BigEndian.Uint64(b), b[8], binary.BigEndian.Uint32(b[9:]), b[headLength:]}, true
}

// fits reports whether a frame follows number heard, and returns the new number. A mark has
// the number of the last message.
func (f frame) fits(heard uint64) (now uint64, ok bool) {
	if f.kind == aMark {
		return heard, f.number <= heard // a mark may arrive late
	}
	return f.number, f.number == heard+1
}

// Limits of the messages that wait for NATS. A session without room ends.
const (
	maxMail      = 1 << 16
	maxMailBytes = 64 << 20
)

// enqueue queues a message for NATS and reports whether there was room.
func (n *Node) enqueue(msg *nats.Msg) bool {
	if n.waiting.Add(int64(len(msg.Data))) > maxMailBytes {
		n.waiting.Add(-int64(len(msg.Data)))
		return false
	}
	select {
	case n.mail <- msg:
		return true
	default:
		n.waiting.Add(-int64(len(msg.Data)))
		return false
	}
}

// sendQueued sends queued messages. A frozen NATS server may block it.
func (n *Node) sendQueued() {
	for {
		select {
		case msg := <-n.mail:
			n.waiting.Add(-int64(len(msg.Data)))
			_ = n.conn.PublishMsg(msg) // the receiver notices a lost message
		case <-n.closing.Done():
			return
		}
	}
}

// drain waits up to flushWait until the queue is empty.
func (n *Node) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), flushWait)
	defer cancel()
	for n.waiting.Load() > 0 && pause(ctx, time.Millisecond) {
	}
}
