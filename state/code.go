package state

// Code is a program of a card, a flat list of ops. The constructors below, and constructors in the
// ruleset, build such lists. Loops and branches are relative skips. A code has at most 250 ops, so
// a program counter of one byte is enough.
type Code []Op

// An Op is one step of a card.
type Op struct {
	Verb     Verb
	Skip     uint8 // ops to skip for a branch, or to go back for a loop
	Picked   bool  // the op is in the body of a Pick and acts on the picked card
	Ordered  bool  // the op is a PickInOrder
	Zone     Zone  // the zone that a Pick picks from
	N        Num
	Min, Max Num // bounds of a Pick; other verbs may use them freely
	Filter   Filter
}

// A Filter selects cards. The ruleset numbers the types, the sides and the flags. A zero field
// matches all cards.
type Filter struct {
	Types uint8 // any of these types
	Whose uint8 // a side
	Flags uint8 // other conditions
	Kind  Kind
	Cost  Num
}

// A Num is an amount that is evaluated when the code runs. It is a literal in [-127, 127], or a
// named quantity plus a literal, as in TargetCost+2 of package dominion.
type Num int16

const (
	X         Num = (iota + 1) << 8 // the register X of the frame, such as the number of cards picked
	AllOfThem                       // no upper bound
	FirstNum                        // the first quantity of a ruleset: FirstNum, FirstNum+1<<8, …
)

// Split returns the named quantity of n, or 0 for none, and its literal.
func (n Num) Split() (base Num, literal int) {
	base = (n + 128) >> 8 << 8
	return base, int(n - base)
}

func (n Num) reads(quantity Num) bool {
	base, _ := n.Split()
	return base == quantity
}

// The verbs of this package. A ruleset's verbs start at FirstVerb.
const (
	vZero    Verb = iota + 1 // X = 0
	vPick                    // ask for a card, or leave the loop
	vMay                     // ask a yes-or-no question; skip the body unless the answer is yes
	vIf                      // skip the body when X is 0
	vEach                    // go to the next other seat, or leave the loop
	vCount                   // X++
	vAgain                   // go back to the head of the loop
	vElse                    // skip the no branch of an Either
	vSet                     // X = N
	vDown                    // X--, or leave the loop if X is not positive
	vWhile                   // go back to the head of the loop unless X is 0
	vRelease                 // put the waiting triggers on the stack
	FirstVerb
)

// Pick asks the actor for min to max cards from a zone, one at a time in ascending order. It runs
// body for each pick. The frame's X counts the picks. X is the only register, so a Pick must not
// contain another Pick. An op in body that names no zone gets the zone of the Pick.
func Pick(zone Zone, which Filter, min, max Num, body ...Code) Code {
	inside := join(body)
	for i := range inside {
		inside[i].Picked = true
		if inside[i].Zone == 0 {
			inside[i].Zone = zone
		}
	}
	body = []Code{inside, {{Verb: vCount}}}
	head := Op{Verb: vPick, Zone: zone, Filter: which, Min: min, Max: max}
	return append(Code{{Verb: vZero}}, loop(head, body)...)
}

// PickInOrder is like [Pick], but the actor picks in any order. The body must move the picked
// card out of the zone. A card uses PickInOrder if the result of body depends on the order.
func PickInOrder(zone Zone, which Filter, min, max Num, body ...Code) Code {
	c := Pick(zone, which, min, max, body...)
	c[1].Ordered = true // after vZero
	return c
}

// EachOther runs body once for every seat but the frame's owner, in turn order, with that seat
// as the actor. It skips the seats in [Frame.Immune] and the seats that have left the game.
func EachOther(body ...Code) Code { return loop(Op{Verb: vEach}, body) }

// May asks the actor a yes-or-no question and runs body if the answer is yes.
func May(body ...Code) Code { return Block(Op{Verb: vMay}, body...) }

// Either asks the actor a yes-or-no question and runs the code for the answer.
func Either(yes, no Code) Code {
	return May(yes, Code{{Verb: vElse, Skip: uint8(len(no))}}).Then(no)
}

// IfAny runs body unless X is zero.
func IfAny(body ...Code) Code { return Block(Op{Verb: vIf}, body...) }

// Times runs body n times. It counts X down, so body must not change X.
func Times(n Num, body ...Code) Code {
	return append(Code{{Verb: vSet, N: n}}, loop(Op{Verb: vDown}, body)...)
}

// Repeat runs body once, and then again until X is zero after a run.
func Repeat(body ...Code) Code {
	c := join(body)
	return append(c, Op{Verb: vWhile, Skip: uint8(len(c))})
}

// Then appends the parts to c, as in Draw(1).Then(Heal(2)).
func (c Code) Then(parts ...Code) Code { return append(c[:len(c):len(c)], join(parts)...) }

func join(parts []Code) Code {
	var all Code
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// Release puts the waiting triggers on the stack, so that they resolve before the code
// continues. It is for code in phases that hold triggers: see [Phase.Holds].
func Release() Code { return Code{{Verb: vRelease}} }

// Block returns the op head followed by body. The verb of head decides whether body runs. To
// skip body, the verb calls [Op.Leave].
func Block(head Op, body ...Code) Code {
	b := join(body)
	head.Skip = uint8(len(b))
	return append(Code{head}, b...)
}

// Leave makes f skip the body of op. The frame f must be executing op.
func (op *Op) Leave(f *Frame) { f.PC += op.Skip }

func loop(head Op, body []Code) Code {
	c := Block(head, body...)
	c[0].Skip++ // skip the vAgain too
	return append(c, Op{Verb: vAgain, Skip: uint8(len(c))})
}

// Lint returns the first structural fault of c, or "" if there is none. The argument is the
// length of the ruleset's verb table.
func (c Code) Lint(verbs int) string {
	if len(c) > 250 {
		return "longer than a program counter reaches"
	}
	pickEnd, eachEnd := 0, 0
	for pc, op := range c {
		switch {
		case op.Verb == 0 || int(op.Verb) >= verbs:
			return "no such verb"
		case (op.Verb == vAgain || op.Verb == vWhile) && int(op.Skip) > pc:
			return "a loop that starts before the code"
		case op.Verb != vAgain && op.Verb != vWhile && pc+int(op.Skip) >= len(c) && op.Skip > 0:
			return "a skip past the end"
		case op.Verb == vPick && pc < pickEnd:
			return "a pick inside a pick loses count"
		case op.Verb == vPick:
			if op.Min.reads(X) || op.Max.reads(X) {
				return "a pick that is bounded by the register it sets to zero"
			}
			pickEnd = pc + int(op.Skip)
		case op.Verb == vEach && pc < eachEnd:
			return "a round of the seats inside another never ends"
		case op.Verb == vEach:
			eachEnd = pc + int(op.Skip)
		}
	}
	return ""
}
