package state

// A Verdict is what handling a request ends in. There are three: [Nothing],
// [Core.Push] and [Resolve].
type Verdict uint8

const (
	nothing Verdict = iota
	stack
	resolve
)

// Nothing leaves the stack as it is.
func Nothing() Verdict { return nothing }

// Push stacks f. What was on top keeps its place and waits: it is not stopped
// and not restarted, and all may speak again when it is back on top. The
// verdict is to be returned at once.
func (c *Core) Push(f Frame) Verdict {
	c.Stack.Top().Passed = 0
	c.Stack.push(f)
	c.Window = c.Seq
	return stack
}

// Resolve ends the top frame: its Finish runs and it is popped. The game goes
// on with the frame below it or, in turn order, with the one Finish puts there.
func Resolve() Verdict { return resolve }
