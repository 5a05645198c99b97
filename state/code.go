package state

// Code is what a card does: a flat list of plain ops, made by the constructors
// below and by those of each ruleset. Loops and branches are relative skips, so
// "where we are" is one byte of the frame.
type Code []Op

// An Op is one step of a card.
type Op struct {
	Verb     Verb
	Skip     uint8 // how many ops a branch leaves out, or a loop goes back
	Picked   bool  // it stands in the body of a Pick, and is about the picked card
	Zone     Zone  // where a Pick picks from
	N        Num
	Min, Max Num // of a Pick; another verb may use them as it likes
	Filter   Filter
}

// A Filter says which cards will do. What its fields mean is the ruleset's to
// say; zero fields ask for nothing.
type Filter struct {
	Types uint8 // any of these types
	Whose uint8 // the ruleset's word for a side
	Flags uint8
	Cost  Num
}

// A Num is an amount that is read when it is needed: a literal in [-127, 127],
// or a named quantity plus such a literal, as in PickedCost+2.
type Num int16

const (
	X         Num = (iota + 1) << 8 // the register: how many were picked
	AllOfThem                       // as many as there are
	FirstNum                        // a ruleset's quantities: FirstNum, FirstNum+1<<8, …
)

// Split returns the named quantity of n, 0 for none, and the literal part.
func (n Num) Split() (base Num, literal int) {
	base = (n + 128) >> 8 << 8
	return base, int(n - base)
}

func (n Num) reads(quantity Num) bool {
	base, _ := n.Split()
	return base == quantity
}

// The kernel's own verbs. A ruleset's verbs start at FirstVerb.
const (
	vZero    Verb = iota + 1 // X = 0
	vPick                    // ask for a card, or leave the loop
	vMay                     // ask yes or no, or skip the body
	vIf                      // skip the body when X is 0
	vEach                    // the next other seat, or leave the loop
	vCount                   // X++
	vAgain                   // back to the head of the loop
	vElse                    // leave out the other half of an Either
	vSet                     // X = N
	vDown                    // X--, or leave the loop when X is not positive
	vWhile                   // back to the head of the loop unless X is 0
	vRelease                 // triggers that were held stack now
	FirstVerb
)

// Pick lets the actor pick between min and max cards of a zone, one at a time
// and in ascending order, and runs body for each as it is picked. X is then how
// many were picked. There is one register: a pick must not hold another one.
// The ops of the body that name no zone are about the zone of the pick.
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

// EachOther runs body with every other seat in turn order as the actor, but for
// those the frame does not touch.
func EachOther(body ...Code) Code { return loop(Op{Verb: vEach}, body) }

// May runs body if the actor says yes.
func May(body ...Code) Code { return Block(Op{Verb: vMay}, body...) }

// Either runs yes if the actor says yes, else no.
func Either(yes, no Code) Code {
	return May(yes, Code{{Verb: vElse, Skip: uint8(len(no))}}).Then(no)
}

// IfAny runs body unless X is zero.
func IfAny(body ...Code) Code { return Block(Op{Verb: vIf}, body...) }

// Times runs body n times. It counts X down, so body leaves X alone.
func Times(n Num, body ...Code) Code {
	return append(Code{{Verb: vSet, N: n}}, loop(Op{Verb: vDown}, body)...)
}

// Repeat runs body, and runs it again as long as X is not zero after it.
func Repeat(body ...Code) Code {
	c := join(body)
	return append(c, Op{Verb: vWhile, Skip: uint8(len(c))})
}

// Then returns c followed by the parts, as in Draw(1).Then(Heal(2)).
func (c Code) Then(parts ...Code) Code { return append(c[:len(c):len(c)], join(parts)...) }

func join(parts []Code) Code {
	var all Code
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// Release lets what has been set off so far happen before the code goes on, in a
// phase that holds triggers.
func Release() Code { return Code{{Verb: vRelease}} }

// Block is body behind a head that may leave it out: the verb of a ruleset's
// own branch calls [Op.Leave] to do so.
func Block(head Op, body ...Code) Code {
	b := join(body)
	head.Skip = uint8(len(b))
	return append(Code{head}, b...)
}

// Leave makes f, whose verb op is, leave out the body behind op.
func (op *Op) Leave(f *Frame) { f.PC += op.Skip }

func loop(head Op, body []Code) Code {
	c := Block(head, body...)
	c[0].Skip++ // over the vAgain as well
	return append(c, Op{Verb: vAgain, Skip: uint8(len(c))})
}

// Lint reports the first thing that is wrong with c as data, or "". verbs is
// how many rows the ruleset's verb table has.
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
