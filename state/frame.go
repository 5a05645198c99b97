package state

const (
	// MaxDepth is the deepest a stack may grow.
	MaxDepth = 28
	// headroom is kept free above a play or trigger for the choices that its
	// effect may ask for.
	headroom = 4
	// MaxDue is how many triggers one step may set off. A trigger that finds no
	// room does not happen.
	MaxDue = 14
)

type (
	PhaseID uint8 // a row of the phase table; 0 is no phase
	Kind    uint8 // a row of the card table; 0 is no card
	Slot    uint8 // one of a card's pieces of code: when cast, at sunrise, …
	Card    uint8 // whatever the ruleset can point at: a token, a kind, a seat
	Zone    uint8 // where a card lies
	Verb    uint8 // a row of the verb table
	Do      uint8 // the word of an option: pass, play, pick, …
)

// A Frame is one thing that is happening. Frames stack: the top one is being
// decided, the ones below wait for it. A frame is plain data; what it means is
// in the phase table at Phase and, while a card is taking effect, in the card
// table at (Kind, Slot, PC).
type Frame struct {
	Phase   PhaseID
	Entered bool
	Seat    Seat  // whose frame it is
	Actor   Seat  // who is acted upon, or asked
	Passed  Seats // who has answered since the stack last changed
	Immune  Seats // whom it does not touch
	Kind    Kind
	Slot    Slot
	PC      uint8
	X       int8 // the register: the last count or answer
	Source  Card // what causes it
	Target  Card // what it is aimed at
	Also    Card // a second aim
	Picked  Card // what was picked last
}

// A Stack is the frames of one game, oldest first.
type Stack struct {
	N uint8
	F [MaxDepth]Frame
}

// Top returns the frame that is being decided. The stack must not be empty.
func (s *Stack) Top() *Frame { return &s.F[s.N-1] }

// Below returns the frame that lies depth places under the top, or nil.
func (s *Stack) Below(depth int) *Frame {
	if i := int(s.N) - 1 - depth; i >= 0 {
		return &s.F[i]
	}
	return nil
}

// Room reports whether a play or a trigger may still be stacked. How deep the
// stack is, is public, so an option may depend on it.
func (s *Stack) Room() bool { return s.N < MaxDepth-headroom }

func (s *Stack) push(f Frame) {
	s.F[s.N] = f // out of range past MaxDepth: a bug in a ruleset, so crash
	s.N++
}

// Turn makes f a new frame of phase p that is seat's. To write it in place is
// faster than to copy a frame that has just been put together.
func (f *Frame) Turn(p PhaseID, seat Seat) {
	*f = Frame{}
	f.Phase, f.Seat = p, seat
}
