package state

// A Verdict is what handling a request ends in. There are three.
type Verdict struct {
	kind  verdict
	frame Frame
}

type verdict uint8

const (
	nothing verdict = iota
	stack
	resolve
)

// Nothing leaves the stack as it is.
func Nothing() Verdict { return Verdict{} }

// Push stacks f. What was on top keeps its place and waits: it is not stopped
// and not restarted.
func Push(f Frame) Verdict { return Verdict{stack, f} }

// Resolve ends the top frame: its Finish runs and it is popped. The game goes
// on with the frame below it or, in turn order, with the one Finish names.
func Resolve() Verdict { return Verdict{kind: resolve} }
