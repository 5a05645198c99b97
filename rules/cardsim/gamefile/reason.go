package gamefile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"gamed/rules/cardsim"
)

// reasonOf puts a condition of a disabled choice into words, for a choice to which the file gives no
// reason. The words name stats and cards by the titles that players read. The result is "" if the
// condition uses a hidden fact, or an operator that has no words, such as ?:.
func (b *builder[C]) reasonOf(needs expressionSource) string {
	tree, err := parseExpression(needs.text)
	if err != nil {
		return "" // already reported
	}
	r := reasoner[C]{builder: b, allPublic: true}
	if text := r.inWords(tree); r.allPublic {
		return "needs " + text
	}
	return ""
}

// A reasoner puts a condition into words.
type reasoner[C cardsim.StatsCollection] struct {
	*builder[C]
	allPublic bool // no hidden fact so far
}

// foundHidden records that the condition uses a fact that players must not read.
func (r *reasoner[C]) foundHidden() string {
	r.allPublic = false
	return ""
}

// operatorWords are the words that reasons use for operators.
var operatorWords = map[string]string{
	">": "above", ">=": "at least", "<": "below", "<=": "at most", "==": "is", "!=": "is not", "in": "in",
	"&&": "and", "||": "or", "**": "to the power of",
}

// precedences lists the operators in groups, from the weakest binding to the strongest.
var precedences = [][]string{{"or", "||"}, {"and", "&&"}, {"==", "!=", "<", "<=", ">", ">=", "in"}, {"+", "-"}, {"*", "/", "%"}, {"**"}}

func precedenceOf(n ast.Node) int {
	operation, is := n.(*ast.BinaryNode)
	if !is {
		return len(precedences)
	}
	return slices.IndexFunc(precedences, func(all []string) bool { return slices.Contains(all, operation.Operator) })
}

// inWords returns an expression in words.
func (r *reasoner[C]) inWords(n ast.Node) string {
	switch n := n.(type) {
	case *ast.IntegerNode:
		return formatNumber(float64(n.Value))
	case *ast.FloatNode:
		return formatNumber(n.Value)
	case *ast.BoolNode:
		return formatValue(n.Value)
	case *ast.StringNode:
		return n.Value
	case *ast.IdentifierNode:
		return r.variableInWords(n.Value)
	case *ast.ArrayNode:
		return r.listInWords(n.Nodes)
	case *ast.UnaryNode:
		inner := r.operandInWords(n.Node, len(precedences))
		if n.Operator == "-" {
			return "-" + inner
		}
		return "not " + inner
	case *ast.BinaryNode:
		rank := precedenceOf(n)
		return fmt.Sprintf("%s %s %s", r.operandInWords(n.Left, rank), cmp.Or(operatorWords[n.Operator], n.Operator), r.operandInWords(n.Right, rank+1))
	case *ast.CallNode:
		return r.callInWords(n)
	}
	return r.foundHidden() // no words for the node, for example ?:
}

// operandInWords returns a side of an operation in words, in parentheses if its operator binds weaker
// than rank.
func (r *reasoner[C]) operandInWords(n ast.Node, rank int) string {
	if precedenceOf(n) < rank {
		return "(" + r.inWords(n) + ")"
	}
	return r.inWords(n)
}

func (r *reasoner[C]) listInWords(all []ast.Node) string {
	var texts []string
	for _, n := range all {
		texts = append(texts, r.inWords(n))
	}
	return strings.Join(texts, ", ")
}

func (r *reasoner[C]) variableInWords(name string) string {
	w := r.vocabulary[name]
	if w == nil || w.hiddenFact {
		return r.foundHidden()
	}
	return cmp.Or(w.title, titleOf(name))
}

func (r *reasoner[C]) callInWords(n *ast.CallNode) string {
	callee, is := n.Callee.(*ast.IdentifierNode)
	if !is {
		return r.foundHidden()
	}
	w := r.vocabulary[callee.Value]
	if w == nil { // a pure function
		return fmt.Sprintf("%s(%s)", callee.Value, r.listInWords(n.Arguments))
	}
	name, is := n.Arguments[0].(*ast.StringNode)
	if w.hiddenFact || !is || r.cardTitles[name.Value] == "" {
		return r.foundHidden()
	}
	return fmt.Sprintf(w.title, r.cardTitles[name.Value])
}
