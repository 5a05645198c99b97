package agent

import (
	"fmt"
	"slices"
	"sync"

	"gamed/protocol"
	"gamed/state"
)

// A Script plays a seat by a list of option texts, for tests. It uses up one text for each
// decision in which its seat is the first to answer, and fails at a text that is no option.
type Script struct {
	seat   state.Seat
	submit Submit

	mu       sync.Mutex
	texts    []string
	answered uint32
}

// NewScript returns the agent that plays seat by texts, then by default. It calls connect
// once.
func NewScript(seat state.Seat, connect func(JSONWriter) Submit, texts ...string) *Script {
	s := &Script{seat: seat, texts: texts}
	s.submit = connect(s)
	return s
}

// WriteJSON answers an update.
func (s *Script) WriteJSON(m protocol.ServerMessage) error {
	u, ok := m.(*protocol.Update)
	if !ok || u.Decision == nil || u.Awaiting[0] != int(s.seat) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if u.Decision.ID == s.answered {
		return nil
	}
	s.answered = u.Decision.ID
	option := 0
	if len(s.texts) > 0 {
		option = slices.IndexFunc(u.Decision.Options, func(o protocol.Option) bool { return o.Text == s.texts[0] })
		if option < 0 {
			return fmt.Errorf("agent: script of seat %d: %q is not one of the options %v", s.seat, s.texts[0], texts(u.Decision.Options))
		}
		s.texts = s.texts[1:]
	}
	return s.submit(&protocol.Choose{Decision: u.Decision.ID, Option: option})
}

func texts(options []protocol.Option) []string {
	all := make([]string, len(options))
	for i, o := range options {
		all[i] = o.Text
	}
	return all
}
