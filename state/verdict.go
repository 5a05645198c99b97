package state

// A Verdict is the result of handling a request: [Nothing], [Core.Push] or [Resolve].
type Verdict uint8

const (
	nothing Verdict = iota
	stack
	resolve
)

// Nothing leaves the stack unchanged.
func Nothing() Verdict { return nothing }

// Push stacks f. The frame below keeps its state and waits; every seat may answer it again once
// it is back on top. Return the verdict at once.
func (c *Core) Push(f Frame) Verdict {
	c.Stack.Top().Passed = 0
	c.Stack.push(f)
	c.Window = c.Seq
	return stack
}

// Resolve ends the top frame: it is popped and its Finish runs. The game continues with the frame
// below, or with the frame that Finish puts in its place.
func Resolve() Verdict { return resolve }
