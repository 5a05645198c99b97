package cluster

import (
	"context"
	"encoding/binary"
	"time"

	"github.com/nats-io/nats.go"
)

// What goes between a client's server and its game's is a number, counted from 1 for
// each way of each visit, a letter that says what it is, the decision that is open by an
// update, and the message. NATS may lose
// messages, so a number that is missing ends the visit, and the client comes again; and
// after the last message its number is sent a few times more.
const (
	aMessage = 'm'
	anUpdate = 'u' // a message that makes earlier updates needless
	aMark    = 'k' // the number alone
	anEnd    = 'b' // with the reason
)

const (
	// marks is how often the number of the last message is sent once more.
	marks = 4
	// everyBeats is after how many beats of the heart it is sent in any case.
	everyBeats = 20
)

// headLength is how many bytes come before the message.
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

// open is the inverse of bytes.
func open(b []byte) (f frame, ok bool) {
	if len(b) < headLength {
		return f, false
	}
	return frame{binary.BigEndian.Uint64(b), b[8], binary.BigEndian.Uint32(b[9:]), b[headLength:]}, true
}

// fits reports whether a frame is the one that comes after number heard, and what has been heard
// then. The number of a mark is that of the last message.
func (f frame) fits(heard uint64) (now uint64, ok bool) {
	if f.kind == aMark {
		return heard, f.number <= heard // it may be older, on its way beside a message
	}
	return f.number, f.number == heard+1
}

// What may wait for NATS, for all visits together. A visit for which there is no room
// ends.
const (
	maxMail      = 1 << 16
	maxMailBytes = 64 << 20
)

// mailing hands a message to NATS without waiting for it, and reports whether there was
// room.
func (n *Node) mailing(msg *nats.Msg) bool {
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

// post sends what is waiting. A server of NATS that is frozen may keep it waiting.
func (n *Node) post() {
	for {
		select {
		case msg := <-n.mail:
			n.waiting.Add(-int64(len(msg.Data)))
			_ = n.conn.PublishMsg(msg) // what is lost is found missing
		case <-n.closing.Done():
			return
		}
	}
}

// drain waits until all is sent, but not for long.
func (n *Node) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), flushWait)
	defer cancel()
	for n.waiting.Load() > 0 && pause(ctx, time.Millisecond) {
	}
}
