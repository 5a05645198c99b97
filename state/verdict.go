package state

// A Verdict tells the machine how to continue after a function of a phase or a step of a card.
// The functions [Nothing], [Answered], [Core.Push] and [Resolve] return verdicts.
type Verdict uint8

const (
	nothing Verdict = iota
	answered
	stack
	resolve
)

// Nothing leaves the stack unchanged.
func Nothing() Verdict { return nothing }

// Answered leaves the stack unchanged and adds the seat to the frame's Passed. The machine then
// awaits the other seats without calling Awaits. So the request must not have changed anything
// else that Awaits depends on. Most requests are passes, and this verdict saves a call of Awaits
// for each pass.
func Answered() Verdict { return answered }

// Push pushes f onto the stack. The frame below keeps its state and waits. When that frame is on
// top again, every seat may answer it again. The caller must return the verdict immediately.
func (c *Core) Push(f Frame) Verdict {
	c.Stack.Top().Passed = 0
	c.Stack.push(f)
	c.StackSeq = c.Seq
	return stack
}

// Resolve pops the top frame and runs its Finish function. The game continues with the frame below,
// or with a new frame from Finish.
func Resolve() Verdict { return resolve }
