package cluster

import (
	"context"
	"encoding/binary"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// The kinds of frames between a client's server and the game's server. A frame has a number, a
// kind, the decision that an update opens, and a message. Numbers count from 1 in each
// direction. NATS may lose messages. A gap in the numbers ends the session, and the client
// reconnects. The sender repeats the number of the last message a few times, so the receiver
// notices if that message was lost.
const (
	frameMessage = 'm'
	frameUpdate  = 'u' // a message that replaces earlier updates
	frameNumber  = 'k' // a frame with only the number
	frameEnd     = 'b' // the end of the session, with the reason or ""
)

const (
	maxRepetitions     = 4  // repetitions of the last number
	beatsPerRepetition = 20 // heartbeats from one further repetition to the next
)

// headLength is the number of bytes for a frame's number, kind and decision. The message follows
// them.
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

// A link is one side of a session between a client's server and the game's server.
type link struct {
	n        *Node
	id, peer string // of the session and of the other server
	// sendPart and replyPart are the second-to-last parts of two subjects: the subject of the
	// frames that this side sends, and the subject of the replies to these frames.
	sendPart, replyPart string

	mu              sync.Mutex
	sent, heard     uint64 // numbers of the last messages
	repetitionsLeft int    // of the number of the last message sent
	over            bool   // the link sends no more frames
}

// messageFor returns a message that carries a frame to the other server.
func (l *link) messageFor(f frame) *nats.Msg {
	return &nats.Msg{Subject: l.n.subject("to", l.peer, l.sendPart, l.id), Reply: l.n.subject("to", l.n.id, l.replyPart, l.id), Data: f.bytes()}
}

// send sends the next frame and reports whether there was room. l.mu is held.
func (l *link) send(f frame) bool {
	f.number = l.sent + 1
	if !l.n.enqueue(l.messageFor(f)) {
		return false
	}
	l.sent++
	l.repetitionsLeft = maxRepetitions
	return true
}

// receive records a frame from the other server and reports whether all earlier frames have
// arrived.
func (l *link) receive(f frame) (ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if f.kind == frameNumber {
		return f.number <= l.heard // a repeated number may arrive late
	}
	ok = f.number == l.heard+1
	l.heard = f.number
	return ok
}

// receiverOf parses a message and looks up its session or client in receivers. If receivers lacks
// it, receiverOf returns false and replies with endMessage, which says that the session has ended.
func receiverOf[T any](n *Node, receivers map[string]*T, msg *nats.Msg, endMessage []byte) (to *T, f frame, ok bool) {
	n.mu.Lock()
	to = receivers[lastPart(msg.Subject)]
	n.mu.Unlock()
	f, ok = parseFrame(msg.Data)
	if ok && to == nil && f.kind != frameEnd {
		n.enqueue(&nats.Msg{Subject: msg.Reply, Data: endMessage})
	}
	return to, f, ok && to != nil
}

// resend sends the number of the last message again, if repetitions are left or force is set. It
// reports whether the link sends no more frames.
func (l *link) resend(force bool) (over bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over && (l.repetitionsLeft > 0 || force) {
		l.repetitionsLeft = max(l.repetitionsLeft-1, 0)
		l.n.enqueue(l.messageFor(frame{number: l.sent, kind: frameNumber}))
	}
	return l.over
}

// Limits of the queue of messages for NATS. If the queue has no room for a message from a client,
// the client may send it again. If the queue has no room for a message to a client, the client's
// session ends.
const (
	maxOutgoing      = 1 << 16
	maxOutgoingBytes = 64 << 20
)

// enqueue queues a message for NATS and reports whether there was room.
func (n *Node) enqueue(msg *nats.Msg) bool {
	size := int64(len(msg.Data))
	if n.outgoingBytes.Add(size) <= maxOutgoingBytes {
		select {
		case n.outgoing <- msg:
			return true
		default:
		}
	}
	n.outgoingBytes.Add(-size)
	return false
}

// sendQueued sends queued messages. A frozen NATS server may block it.
func (n *Node) sendQueued() {
	for {
		select {
		case msg := <-n.outgoing:
			n.outgoingBytes.Add(-int64(len(msg.Data)))
			_ = n.conn.PublishMsg(msg) // the receiver notices a lost message
		case <-n.closing.Done():
			return
		}
	}
}

// drain waits until the queue is empty, but at most flushWait.
func (n *Node) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), flushWait)
	defer cancel()
	for n.outgoingBytes.Load() > 0 && pause(ctx, time.Millisecond) {
	}
}
