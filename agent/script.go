package agent

import (
	"fmt"
	"slices"
	"sync"

	"gamed/protocol"
	"gamed/state"
)

// A Script plays a seat by a list of texts of options, one for each decision in
// which its seat is the first that is awaited. It is for tests: a text that is
// on no list ends it.
type Script struct {
	seat   state.Seat
	submit Submit

	mu       sync.Mutex
	texts    []string
	answered uint32
}

// NewScript returns the agent that plays seat by texts. Once they have run out
// it takes the default. connect is asked once for the way in which it answers.
func NewScript(seat state.Seat, connect func(JSONWriter) Submit, texts ...string) *Script {
	s := &Script{seat: seat, texts: texts}
	s.submit = connect(s)
	return s
}

// WriteJSON answers an update at once.
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
			return fmt.Errorf("agent: script of seat %d: %q is not among the options %v", s.seat, s.texts[0], texts(u.Decision.Options))
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
