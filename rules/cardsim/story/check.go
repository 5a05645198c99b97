package story

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"gamed/rules/cardsim"
)

// A moment is when an expression is computed.
type moment uint8

const (
	happening moment = iota // by an effect or a rule, once
	shown                   // whenever somebody looks: it must not draw chance
	computed                // a formula, from stats alone
)

// A checker looks at an expression before it is compiled: whether it keeps to the
// language, and which words it uses.
type checker[C cardsim.StatsCollection] struct {
	*problems
	vocabulary map[string]*word[C]
	below      []string // stats that a formula cannot use yet
	at         place
	when       moment
	uses       []*word[C]
	failed     bool
}

func (c *checker[C]) failf(n ast.Node, format string, args ...any) {
	c.failed = true
	c.addf(c.at.into(n.Location().From), format, args...)
}

func (c *checker[C]) check(n ast.Node) {
	switch n := n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.StringNode:
	case *ast.IdentifierNode:
		c.variable(n)
	case *ast.UnaryNode:
		c.operator(n, n.Operator)
		c.check(n.Node)
	case *ast.BinaryNode:
		c.operator(n, n.Operator)
		c.check(n.Left)
		if list, is := n.Right.(*ast.ArrayNode); is && n.Operator == "in" {
			c.list(list)
		} else {
			c.check(n.Right)
		}
	case *ast.ConditionalNode:
		c.check(n.Cond)
		c.check(n.Exp1)
		c.check(n.Exp2)
	case *ast.CallNode:
		c.call(n)
	case *ast.ArrayNode:
		c.failf(n, `a list can only stand behind in, as in season in ["autumn", "winter"]`)
	default:
		c.failf(n, "this is not part of the language: there are numbers, texts, names, operators, ?: and functions")
	}
}

func (c *checker[C]) operator(n ast.Node, operator string) {
	if !slices.Contains(operators, operator) {
		c.failf(n, "there is no operator %s: there are %s", operator, strings.Join(operators, " "))
	}
}

// list checks what stands behind in.
func (c *checker[C]) list(n *ast.ArrayNode) {
	for _, item := range n.Nodes {
		switch item.(type) {
		case *ast.IntegerNode, *ast.FloatNode, *ast.StringNode:
		default:
			c.failf(item, "a list holds numbers or texts only")
		}
	}
}

func (c *checker[C]) variable(n *ast.IdentifierNode) {
	w := c.vocabulary[n.Value]
	switch {
	case w == nil && slices.Contains(sumNames, n.Value), w != nil && w.call != nil:
		c.failf(n, "%s is a function: it needs ( ) behind it", n.Value)
	case w == nil && slices.Contains(c.below, n.Value):
		c.failf(n, "%s stands below: a formula is computed from the stats above it", n.Value)
	case w == nil:
		text := unknown("name", n.Value, c.names(false))
		if !strings.HasSuffix(text, "?") {
			text += "; a text stands in quotes of its own, as in 'season == \"winter\"'"
		}
		c.failf(n, "%s", text)
	default:
		c.use(n, w)
	}
}

func (c *checker[C]) call(n *ast.CallNode) {
	for _, a := range n.Arguments {
		c.check(a)
	}
	callee, is := n.Callee.(*ast.IdentifierNode)
	if !is {
		c.failf(n, "this is not part of the language: a call is the name of a function and ( )")
		return
	}
	if slices.Contains(sumNames, callee.Value) {
		return
	}
	w := c.vocabulary[callee.Value]
	switch {
	case w == nil:
		c.failf(callee, "%s", unknown("function", callee.Value, c.names(true)))
		return
	case w.call == nil:
		c.failf(callee, "%s is %s and no function", w.name, w.kind)
		return
	}
	c.use(callee, w)
	for _, a := range n.Arguments {
		c.argument(w, a)
	}
}

// argument checks what the argument of a function names, and that chances are
// counted in percent.
func (c *checker[C]) argument(w *word[C], n ast.Node) {
	text, isText := n.(*ast.StringNode)
	fraction, isFraction := n.(*ast.FloatNode)
	switch {
	case w.of != "" && !isText:
		c.failf(n, "%s wants the name of a %s in quotes", w.name, w.of)
	case w.of != "" && !slices.Contains(w.names, text.Value):
		c.failf(n, "%s", unknown(w.of, text.Value, w.names))
	case w.name == "chance" && isFraction && fraction.Value > 0 && fraction.Value < 1:
		c.failf(n, "a chance is counted in percent: chance(%s) is one in %s; write chance(%s) for one in %s",
			writeNumber(fraction.Value), writeNumber(100/fraction.Value), writeNumber(100*fraction.Value), writeNumber(1/fraction.Value))
	}
}

func (c *checker[C]) use(n ast.Node, w *word[C]) {
	switch {
	case c.when == computed && w.game:
		c.failf(n, "%s cannot be used in a formula, which is computed from the stats above it alone", w.name)
	case c.when == shown && w.chance:
		c.failf(n, "%s cannot be used here, because this is looked at any number of times: only effects, rules and their when may leave something to chance", w.name)
	case !slices.Contains(c.uses, w):
		for _, need := range append(slices.Clip(w.needs), w) {
			if !slices.Contains(c.uses, need) {
				c.uses = append(c.uses, need)
			}
		}
	}
}

// names lists the names of the functions or of the variables, for errors.
func (c *checker[C]) names(functions bool) (names []string) {
	for name, w := range c.vocabulary {
		if (w.call != nil) == functions && !(c.when == computed && w.game) {
			names = append(names, name)
		}
	}
	if functions {
		names = append(names, sumNames...)
	}
	slices.Sort(names)
	return names
}
