package state

const (
	// MaxDepth limits the stack.
	MaxDepth = 28
	// headroom is the number of frames reserved above a play or trigger for the choices of its
	// effect.
	headroom = 4
	// MaxDue limits the triggers that wait at once. [Core.Trigger] drops further triggers.
	MaxDue = 14
)

type (
	PhaseID uint8 // index into the phase table; 0 is no phase
	Kind    uint8 // index into the card table; 0 is no card
	Slot    uint8 // one of a card's programs: when cast, at sunrise, …
	Card    uint8 // an object that a ruleset can refer to: a token, a kind, a seat
	Zone    uint8 // a card zone: hand, deck, …
	Verb    uint8 // index into the verb table
	Do      uint8 // the action of an option: pass, play, pick, …
)

// A Frame is an activity in progress, such as a turn phase or a card being played. Only the top
// frame of the stack is active. The others wait for it. A frame is plain data. The row Phase of
// the phase table defines what the frame does. While a card takes effect, the frame runs the code
// of Kind and Slot, from PC on.
type Frame struct {
	Phase   PhaseID
	Entered bool
	Seat    Seat  // the owner
	Actor   Seat  // the seat that is affected or asked
	Passed  Seats // seats that have answered since the stack last changed
	Immune  Seats // seats that the frame does not affect
	Kind    Kind
	Slot    Slot
	PC      uint8
	X       int8 // the register: the last count or answer
	Source  Card // the cause
	Target  Card // the target
	Extra   Card // the second target, or another value of the phase
	Picked  Card // the last pick
}

// A Stack holds the frames of a game, oldest first.
type Stack struct {
	Depth  uint8
	Frames [MaxDepth]Frame
}

// Top returns the top frame. The stack must not be empty.
func (s *Stack) Top() *Frame { return &s.Frames[s.Depth-1] }

// Below returns the frame at the given depth below the top, or nil if there is none.
func (s *Stack) Below(depth int) *Frame {
	if i := int(s.Depth) - 1 - depth; i >= 0 {
		return &s.Frames[i]
	}
	return nil
}

// Room reports whether the stack has room for another play or trigger. The depth of the stack is
// public, so options may depend on it.
func (s *Stack) Room() bool { return s.Depth < MaxDepth-headroom }

func (s *Stack) push(f Frame) {
	s.Frames[s.Depth] = f // panics past MaxDepth, which is a bug in a ruleset
	s.Depth++
}

// Turn replaces f with a new frame of phase p for the seat. It writes in place, which is faster
// than copying a frame.
func (f *Frame) Turn(p PhaseID, seat Seat) {
	*f = Frame{}
	f.Phase, f.Seat = p, seat
}
