package agent

import (
	"bytes"
	"sync"

	"gamed/protocol"
)

// The beginnings of the messages that begin or extend a chain of patches.
var (
	joinedType = []byte(`{"type":"joined"`)
	updateType = []byte(`{"type":"update"`)
)

// patchBuffers holds reusable buffers for patches.
var patchBuffers = sync.Pool{New: func() any { return new([]byte) }}

// send writes a message, or the last update if data is nil. It replaces an update by a patch if the
// client accepts patches. Only the goroutine that writes to the client may call send: a patch builds
// on the last update that was sent, and the outbox may have dropped newer updates.
func (w *WebSocket) send(data []byte) error {
	if !w.patching.Load() {
		return w.conn.Write(data)
	}
	switch {
	case data == nil && w.lastUpdate == nil:
		return nil
	case data == nil:
		return w.conn.Write(w.lastUpdate)
	case bytes.HasPrefix(data, joinedType):
		w.lastUpdate = nil
	case bytes.HasPrefix(data, updateType):
		return w.sendUpdate(data)
	}
	return w.conn.Write(data)
}

func (w *WebSocket) sendUpdate(data []byte) error {
	last := w.lastUpdate
	w.lastUpdate = data
	room := patchBuffers.Get().(*[]byte)
	defer patchBuffers.Put(room)
	patch, ok := protocol.AppendPatch((*room)[:0], last, data)
	*room = patch
	if ok {
		return w.conn.Write(patch)
	}
	return w.conn.Write(data)
}

// Refresh queues the last update in full. If the client does not accept patches, Refresh does
// nothing and returns false, because the client already has the full update.
func (w *WebSocket) Refresh() bool {
	if !w.patching.Load() {
		return false
	}
	_ = w.out.Put(nil, false) // an error means that the connection is closing
	return true
}
