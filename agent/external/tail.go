package external

import (
	"bytes"
	"strings"
	"sync"
)

// maxTail is how many bytes of a bot's stderr are kept.
const maxTail = 64 << 10

// A tail keeps the end of what is written to it, from any goroutine.
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

func (t *tail) String() string { return t.end(maxTail) }

// end returns the last bytes, at most so many.
func (t *tail) end(most int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept[max(len(t.kept)-most, 0):])
}

// last returns the last line that is not blank, short enough for a text.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := bytes.TrimSpace(t.kept)
	line := kept[bytes.LastIndexByte(kept, '\n')+1:]
	return clip(string(line))
}

// clip keeps what a bot has written from filling a text.
func clip(s string) string {
	const most = 200
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strings.ToValidUTF8(s, "\ufffd")
}
