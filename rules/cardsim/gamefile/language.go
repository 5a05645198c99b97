package gamefile

import (
	"math"
	"slices"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/types"

	"gamed/rules/cardsim"
)

// The language is a subset of expr: numbers, texts and bools, operators, ?: and
// functions. It has no loops or maps, and a list only after the operator in, so the cost
// of an expression is bounded by its length. It cannot read a clock or use a random
// source other than the game's.
const (
	maxExpression = 500 // bytes
	maxNodes      = 200 // names, numbers, operators and calls
)

// A kind is the kind of a value. All numbers are float64.
type kind uint8

const (
	numberKind kind = iota + 1
	boolKind
	textKind
)

var (
	kindNames = [...]string{"something else", "a number", "true or false", "a text"}
	kindTypes = [...]types.Type{numberKind: types.Float64, boolKind: types.Bool, textKind: types.String}
)

func (k kind) String() string { return kindNames[k] }

// kindOf returns the kind of a value, or 0 for a value of another type.
func kindOf(v any) kind {
	switch v.(type) {
	case float64:
		return numberKind
	case bool:
		return boolKind
	case string:
		return textKind
	}
	return 0
}

// operators lists the operators that expressions in a game file may use.
var operators = []string{"==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "**", "and", "&&", "or", "||", "not", "!", "in"}

// reserved lists the words with a meaning in package expr. No stat can have one as its name.
var reserved = []string{"true", "false", "nil", "and", "or", "not", "in", "let", "if", "else", "matches", "contains", "startsWith", "endsWith"}

// A word is a name in the language: a stat, a number of the game, or a function.
type word[C cardsim.StatsCollection] struct {
	name string
	// title is for players. For a function that takes a card, title is a format for the card's
	// title.
	title string
	// hiddenFact is set for facts that players do not see.
	hiddenFact bool

	kind     kind       // of a variable
	callType types.Type // of a function
	// argumentNames lists the valid arguments of the function.
	argumentNames []string
	// argumentKind is the part of the game that the argument names, "card" or "rule". It is "" if the
	// function takes no name.
	argumentKind string
	// usesChance is set for functions that use the game's random source. readsGame is set for
	// words that read more than the stats.
	usesChance, readsGame bool
	// dependencies are the words of a formula, in loading order.
	dependencies []*word[C]
	// load stores the value in the evaluator's env, where programs read it.
	load func(m *evaluator[C])
	// set changes a stat. It is nil for words that cannot be set. Its errors are warnings.
	set func(m *evaluator[C], value any) error
	// texts lists the texts that the file gives a text stat. It is nil for other words.
	texts *[]string
	// format formats the value for players.
	format func(m *evaluator[C]) string
}

// gameWords returns the words of every game, which read more than the stats.
func gameWords[C cardsim.StatsCollection](cards, rules []string) []*word[C] {
	read := func(name, title string, get func(p *cardsim.Player[C]) int) *word[C] {
		return &word[C]{name: name, title: title, kind: numberKind, readsGame: true, load: func(m *evaluator[C]) { m.env[name] = float64(get(m.p)) }}
	}
	ask := func(name, title, named string, names []string, f any, load func(m *evaluator[C]) any) *word[C] {
		return &word[C]{name: name, title: title, hiddenFact: title == "", callType: types.TypeOf(f), readsGame: true, argumentKind: named, argumentNames: names, load: func(m *evaluator[C]) {
			if m.env[name] == nil {
				m.env[name] = load(m)
			}
		}}
	}
	chance := ask("chance", "", "", nil, (func(float64) bool)(nil), func(m *evaluator[C]) any { return m.chance })
	dice := ask("dice", "", "", nil, (func(low, high float64) float64)(nil), func(m *evaluator[C]) any { return m.dice })
	chance.usesChance, dice.usesChance = true, true
	return []*word[C]{
		read("turn", "turn", func(p *cardsim.Player[C]) int { return p.Turn }),
		read("actions_left", "actions left", func(p *cardsim.Player[C]) int { return p.ActionsLeft }),
		read("deck_size", "cards in the deck", func(p *cardsim.Player[C]) int { return p.Deck.Len() }),
		read("hand_size", "cards in hand", func(p *cardsim.Player[C]) int { return len(p.Hand()) }),
		ask("played", "decisions on “%s”", "card", cards, (func(string) float64)(nil), func(m *evaluator[C]) any { return m.played }),
		ask("in_hand", "“%s” in hand", "card", cards, (func(string) bool)(nil), func(m *evaluator[C]) any { return m.inHand }),
		ask("in_deck", "", "card", cards, (func(string) bool)(nil), func(m *evaluator[C]) any { return m.inDeck }),
		ask("runs", "", "rule", rules, (func(string) bool)(nil), func(m *evaluator[C]) any { return m.runs }),
		chance, dice,
	}
}

// pureFunctions are the functions that depend only on their arguments, as options of expr.
var pureFunctions = []expr.Option{
	pureFunction("abs", new(func(float64) float64), func(a []float64) float64 { return math.Abs(a[0]) }),
	pureFunction("round", new(func(float64) float64), func(a []float64) float64 { return math.Round(a[0]) }),
	pureFunction("floor", new(func(float64) float64), func(a []float64) float64 { return math.Floor(a[0]) }),
	pureFunction("ceil", new(func(float64) float64), func(a []float64) float64 { return math.Ceil(a[0]) }),
	pureFunction("min", new(func(float64, ...float64) float64), slices.Min[[]float64]),
	pureFunction("max", new(func(float64, ...float64) float64), slices.Max[[]float64]),
	pureFunction("clamp", new(func(x, low, high float64) float64), func(a []float64) float64 { return max(a[1], min(a[0], a[2])) }),
	pureFunction(remainder, new(func(a, b float64) float64), func(a []float64) float64 { return math.Mod(a[0], a[1]) }),
}

var pureFunctionNames = []string{"abs", "round", "floor", "ceil", "min", "max", "clamp"}

func pureFunction(name string, signature any, f func([]float64) float64) expr.Option {
	return expr.Function(name, func(args ...any) (any, error) {
		numbers := make([]float64, len(args))
		for i, a := range args {
			numbers[i] = a.(float64)
		}
		return f(numbers), nil
	}, signature)
}

// remainder implements %. The operator of package expr takes only integers.
const remainder = "remainder"

// divisor names the function that wraps each divisor that may be 0. The function records a division by
// 0, and zeroWarning warns of it. Stat names are lower case, so no stat has this name.
const divisor = "Divisor"

// A patcher turns all numbers of an expression into floats, and replaces % by the function
// remainder.
type patcher struct {
	divides bool // also pass divisors that may be 0 to the function divisor
}

func (f patcher) Visit(n *ast.Node) {
	switch node := (*n).(type) {
	case *ast.IntegerNode:
		ast.Patch(n, &ast.FloatNode{Value: float64(node.Value)})
	case *ast.BinaryNode:
		if f.divides && mayBeZero(node) {
			ast.Patch(&node.Right, &ast.CallNode{Callee: &ast.IdentifierNode{Value: divisor}, Arguments: []ast.Node{node.Right}})
		}
		if node.Operator == "%" {
			ast.Patch(n, &ast.CallNode{Callee: &ast.IdentifierNode{Value: remainder}, Arguments: []ast.Node{node.Left, node.Right}})
		}
	}
}
