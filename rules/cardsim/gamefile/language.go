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
// functions. It has no loops, lists or maps, so the cost of an expression is bounded by
// its length. It cannot read a clock or use a random source other than the game's.
const (
	maxExpression = 500 // bytes
	maxNodes      = 200 // names, numbers, operators and calls
)

// A kind of value. All numbers are float64.
type kind uint8

const (
	number kind = iota + 1
	truth
	words
)

var (
	kindNames = [...]string{"something else", "a number", "true or false", "a text"}
	kindTypes = [...]types.Type{number: types.Float64, truth: types.Bool, words: types.String}
)

func (k kind) String() string { return kindNames[k] }

// kindOf returns the kind of a value, or 0.
func kindOf(v any) kind {
	switch v.(type) {
	case float64:
		return number
	case bool:
		return truth
	case string:
		return words
	}
	return 0
}

// operators are the permitted operators.
var operators = []string{"==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "**", "and", "&&", "or", "||", "not", "!", "in"}

// reserved lists the words that package expr uses itself.
var reserved = []string{"true", "false", "nil", "and", "or", "not", "in", "let", "if", "else", "matches", "contains", "startsWith", "endsWith"}

// A word is a name in the language: a stat, a number of the game, or a function.
type word[C cardsim.StatsCollection] struct {
	name string
	// title is for players. For a function that takes a card, title is a format for the card's
	// title.
	title string
	// private is set for facts that players do not see.
	private bool

	kind kind       // of a variable
	call types.Type // of a function
	// names lists the valid arguments of the function.
	names []string
	// named is what an argument names: "card", "rule", or "" for other functions.
	named string
	// chance is set for functions that use the game's random source. game is set for
	// words that read more than the stats.
	chance, game bool
	// needs are the words of a formula, in loading order.
	needs []*word[C]
	// load stores the value for programs. Pure functions have no load.
	load func(m *machine[C])
	// set changes a stat. It is nil for read-only words. An error is a warning.
	set func(m *machine[C], value any) error
	// texts lists the texts that the file gives a text stat. It is nil for other words.
	texts *[]string
	// show formats the value for players.
	show func(m *machine[C]) string
}

// gameWords are the words of every game.
func gameWords[C cardsim.StatsCollection](cards, rules []string) []*word[C] {
	read := func(name, title string, get func(p *cardsim.Player[C]) int) *word[C] {
		return &word[C]{name: name, title: title, kind: number, game: true, load: func(m *machine[C]) { m.env[name] = float64(get(m.p)) }}
	}
	ask := func(name, title, named string, names []string, f any, load func(m *machine[C]) any) *word[C] {
		return &word[C]{name: name, title: title, private: title == "", call: types.TypeOf(f), game: true, named: named, names: names, load: func(m *machine[C]) {
			if m.env[name] == nil {
				m.env[name] = load(m)
			}
		}}
	}
	chance := ask("chance", "", "", nil, (func(float64) bool)(nil), func(m *machine[C]) any { return m.chance })
	dice := ask("dice", "", "", nil, (func(low, high float64) float64)(nil), func(m *machine[C]) any { return m.dice })
	chance.chance, dice.chance = true, true
	return []*word[C]{
		read("turn", "turn", func(p *cardsim.Player[C]) int { return p.Turn }),
		read("actions_left", "actions left", func(p *cardsim.Player[C]) int { return p.ActionsLeft }),
		read("deck_size", "cards in the deck", func(p *cardsim.Player[C]) int { return p.Deck.Len() }),
		read("hand_size", "cards in hand", func(p *cardsim.Player[C]) int { return len(p.Hand()) }),
		ask("played", "decisions on “%s”", "card", cards, (func(string) float64)(nil), func(m *machine[C]) any { return m.played }),
		ask("in_hand", "“%s” in hand", "card", cards, (func(string) bool)(nil), func(m *machine[C]) any { return m.inHand }),
		ask("in_deck", "", "card", cards, (func(string) bool)(nil), func(m *machine[C]) any { return m.inDeck }),
		ask("runs", "", "rule", rules, (func(string) bool)(nil), func(m *machine[C]) any { return m.runs }),
		chance, dice,
	}
}

// sums are the pure functions, as options of expr.
var sums = []expr.Option{
	sum("abs", new(func(float64) float64), func(a []float64) float64 { return math.Abs(a[0]) }),
	sum("round", new(func(float64) float64), func(a []float64) float64 { return math.Round(a[0]) }),
	sum("floor", new(func(float64) float64), func(a []float64) float64 { return math.Floor(a[0]) }),
	sum("ceil", new(func(float64) float64), func(a []float64) float64 { return math.Ceil(a[0]) }),
	sum("min", new(func(float64, ...float64) float64), slices.Min[[]float64]),
	sum("max", new(func(float64, ...float64) float64), slices.Max[[]float64]),
	sum("clamp", new(func(x, low, high float64) float64), func(a []float64) float64 { return max(a[1], min(a[0], a[2])) }),
	sum(remainder, new(func(a, b float64) float64), func(a []float64) float64 { return math.Mod(a[0], a[1]) }),
}

var sumNames = []string{"abs", "round", "floor", "ceil", "min", "max", "clamp"}

func sum(name string, signature any, f func([]float64) float64) expr.Option {
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

// divisor names the function that wraps each divisor and warns if it is 0. Stat names are lower
// case, so no stat has this name.
const divisor = "Divisor"

// floats turns all numbers of an expression into floats.
type floats struct {
	divides bool // pass divisors that may be 0 to the function divisor
}

func (f floats) Visit(n *ast.Node) {
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
