package gamefile

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"gamed/rules/cardsim"
)

// A moment says when and how often an expression is evaluated.
type moment uint8

const (
	inEffect  moment = iota // once, by an effect, a rule or an ending
	inView                  // any number of times, by a view or another condition: it must not use chance
	inFormula               // any number of times, from stats only
)

// A checker checks an expression before compilation, and collects the words that the expression uses.
type checker[C cardsim.StatsCollection] struct {
	*problems
	vocabulary      map[string]*word[C]
	laterStats      []string // stats declared later
	location        location
	when            moment
	usedWords       []*word[C]
	failed          bool
	reportedZero    bool // a remark about a division by 0 was added
	mayDivideByZero bool // a divisor may be 0
}

func (c *checker[C]) failf(n ast.Node, format string, args ...any) {
	c.failed = true
	c.addf(c.location.atOffset(n.Location().From), format, args...)
}

func (c *checker[C]) check(n ast.Node) {
	switch n := n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.StringNode:
	case *ast.IdentifierNode:
		c.checkVariable(n)
	case *ast.UnaryNode:
		c.checkOperator(n, n.Operator)
		c.check(n.Node)
	case *ast.BinaryNode:
		c.checkOperator(n, n.Operator)
		x, is := constantOf(n.Right)
		if c.mayDivideByZero = c.mayDivideByZero || mayBeZero(n); is && x == 0 && (n.Operator == "/" || n.Operator == "%") {
			c.reportedZero = true
			c.remarkf(c.location.atOffset(n.Right.Location().From), "division by 0; divide by another number")
		}
		c.check(n.Left)
		if list, is := n.Right.(*ast.ArrayNode); is && n.Operator == "in" {
			c.checkList(list)
		} else {
			c.check(n.Right)
		}
	case *ast.ConditionalNode:
		c.check(n.Cond)
		c.check(n.Exp1)
		c.check(n.Exp2)
	case *ast.CallNode:
		c.checkCall(n)
	case *ast.ArrayNode:
		c.failf(n, `a list is only allowed after in, for example season in ["autumn", "winter"]`)
	default:
		c.failf(n, "this is not supported; expressions have numbers, texts, names, operators, ?: and functions")
	}
}

func (c *checker[C]) checkOperator(n ast.Node, operator string) {
	if !slices.Contains(operators, operator) {
		c.failf(n, "unknown operator %s; there are: %s", operator, strings.Join(operators, " "))
	}
}

// checkList checks the list on the right side of an in operator.
func (c *checker[C]) checkList(n *ast.ArrayNode) {
	for _, item := range n.Nodes {
		switch item.(type) {
		case *ast.IntegerNode, *ast.FloatNode, *ast.StringNode:
		default:
			c.failf(item, "a list can only contain numbers or texts")
		}
	}
}

func (c *checker[C]) checkVariable(n *ast.IdentifierNode) {
	w := c.vocabulary[n.Value]
	switch {
	case w == nil && slices.Contains(pureFunctionNames, n.Value), w != nil && w.callType != nil:
		c.failf(n, "%s is a function; write %[1]s( )", n.Value)
	case w == nil && slices.Contains(c.laterStats, n.Value):
		c.failf(n, "%s is declared below; a formula can only use the stats above it", n.Value)
	case w == nil:
		text := unknownName("name", n.Value, c.names(false))
		if !strings.HasSuffix(text, "?") {
			text += "; write a text in its own quotes, for example 'season == \"winter\"'"
		}
		c.failf(n, "%s", text)
	default:
		c.use(n, w)
	}
}

func (c *checker[C]) checkCall(n *ast.CallNode) {
	for _, a := range n.Arguments {
		c.check(a)
	}
	callee, is := n.Callee.(*ast.IdentifierNode)
	if !is {
		c.failf(n, "only a function can be called, for example round( )")
		return
	}
	if slices.Contains(pureFunctionNames, callee.Value) {
		return
	}
	w := c.vocabulary[callee.Value]
	switch {
	case w == nil:
		c.failf(callee, "%s", unknownName("function", callee.Value, c.names(true)))
		return
	case w.callType == nil:
		c.failf(callee, "%s is %s, not a function", w.name, w.kind)
		return
	}
	c.use(callee, w)
	for _, a := range n.Arguments {
		c.checkArgument(w, a)
	}
	c.remarkOnChance(w, n)
}

// remarkOnChance adds a remark for a call of chance or dice with a single possible result.
func (c *checker[C]) remarkOnChance(w *word[C], n *ast.CallNode) {
	var numbers []float64
	for _, a := range n.Arguments {
		x, is := constantOf(a)
		if !is {
			return
		}
		numbers = append(numbers, x)
	}
	at := c.location.atOffset(n.Location().From)
	switch {
	case w.name == "chance" && len(numbers) == 1 && numbers[0] <= 0:
		c.remarkf(at, "chance(%s) is never true; use a percentage from 1 to 99, or remove the effects", formatNumber(numbers[0]))
	case w.name == "chance" && len(numbers) == 1 && numbers[0] >= 100:
		c.remarkf(at, "chance(%s) is always true; use a percentage from 1 to 99, or remove the condition", formatNumber(numbers[0]))
	case w.name == "dice" && len(numbers) == 2 && numbers[0] >= numbers[1]:
		c.remarkf(at, "dice(%s, %s) is always %[1]s; write the lower number first", formatNumber(numbers[0]), formatNumber(numbers[1]))
	}
}

// constantOf returns the value of a number in an expression. ok is false for other nodes.
func constantOf(n ast.Node) (x float64, ok bool) {
	switch n := n.(type) {
	case *ast.IntegerNode:
		return float64(n.Value), true
	case *ast.FloatNode:
		return n.Value, true
	case *ast.UnaryNode:
		x, ok = constantOf(n.Node)
		return -x, ok && n.Operator == "-"
	}
	return 0, false
}

// mayBeZero reports whether n is a division or remainder whose divisor is 0 or not constant.
func mayBeZero(n *ast.BinaryNode) bool {
	x, is := constantOf(n.Right)
	return (n.Operator == "/" || n.Operator == "%") && (!is || x == 0)
}

// checkArgument checks that an argument names an existing card or rule, and that chance gets a
// percentage instead of a fraction.
func (c *checker[C]) checkArgument(w *word[C], n ast.Node) {
	text, isText := n.(*ast.StringNode)
	fraction, isFraction := n.(*ast.FloatNode)
	switch {
	case w.argumentKind != "" && !isText:
		c.failf(n, "%s needs the name of a %s in quotes", w.name, w.argumentKind)
	case w.argumentKind != "" && !slices.Contains(w.argumentNames, text.Value):
		c.failf(n, "%s", unknownName(w.argumentKind, text.Value, w.argumentNames))
	case w.name == "chance" && isFraction && fraction.Value > 0 && fraction.Value < 1:
		c.failf(n, "chance takes a percentage: chance(%s) is one in %s; write chance(%s) for one in %s",
			formatNumber(fraction.Value), formatNumber(100/fraction.Value), formatNumber(100*fraction.Value), formatNumber(1/fraction.Value))
	}
}

// use records that the expression uses w. It adds an error if an expression may not use w at this
// moment.
func (c *checker[C]) use(n ast.Node, w *word[C]) {
	switch {
	case c.when == inFormula && w.readsGame:
		c.failf(n, "a formula cannot use %s; it can only use the stats above it", w.name)
	case c.when == inView && w.usesChance:
		c.failf(n, "%s cannot be used here; only effects, and the when of effects, rules and endings, can use chance", w.name)
	case !slices.Contains(c.usedWords, w):
		for _, need := range append(slices.Clip(w.dependencies), w) {
			if !slices.Contains(c.usedWords, need) {
				c.usedWords = append(c.usedWords, need)
			}
		}
	}
}

// names lists the functions or the variables, for errors.
func (c *checker[C]) names(functions bool) (names []string) {
	for name, w := range c.vocabulary {
		if (w.callType != nil) == functions && !(c.when == inFormula && w.readsGame) {
			names = append(names, name)
		}
	}
	if functions {
		names = append(names, pureFunctionNames...)
	}
	slices.Sort(names)
	return names
}
