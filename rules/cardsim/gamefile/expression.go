package gamefile

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"

	"gamed/rules/cardsim"
)

// An expression is a checked and compiled expression. If it uses no word of the vocabulary, it is a
// constant without a program.
type expression[C cardsim.StatsCollection] struct {
	kind            kind
	constant        any
	program         *vm.Program
	usedWords       []*word[C] // in loading order
	mayDivideByZero bool       // a divisor may be 0
	location        location
	position        string // of location, for designers
	fileAndLine     string // of location, for players
}

// evaluate evaluates the expression. All possible errors are found at load, so a panic is a
// bug in this package. Package cardsim then ends only this game.
func (x *expression[C]) evaluate(m *evaluator[C]) any {
	for _, w := range x.usedWords {
		w.load(m)
	}
	m.dividedByZero = false // a formula among the words may have divided by 0
	return x.evaluateLoaded(m)
}

// evaluateLoaded evaluates the expression after its words are loaded.
func (x *expression[C]) evaluateLoaded(m *evaluator[C]) any {
	if x.program == nil {
		return x.constant
	}
	if x.mayDivideByZero && m.env[divisor] == nil {
		m.env[divisor] = m.divisor
	}
	value, err := m.vm.Run(x.program, m.env)
	if err != nil {
		panic(fmt.Errorf("%s: %s: %w", x.fileAndLine, x.location.field, err))
	}
	return value
}

// holds reports whether a condition is true. A nil condition is true. The error is the warning of
// zeroWarning.
func (x *expression[C]) holds(m *evaluator[C]) (bool, error) {
	if x == nil {
		return true, nil
	}
	held := x.evaluate(m).(bool)
	return held, x.zeroWarning(m)
}

// zeroText is the text of a warning or a finding about a division by 0.
const zeroText = "the divisor is 0; use max(1, …) as the divisor, or test it first"

// zeroWarning returns a warning if the last run divided by 0, and reports the division to the game's
// Watcher. It returns nil if the warning could tell players a fact that they must not know.
func (x *expression[C]) zeroWarning(m *evaluator[C]) error {
	if !m.dividedByZero || m.p == nil {
		return nil
	}
	m.p.Remark(x.position, zeroText)
	if x.usesHiddenFacts(m) {
		return nil
	}
	return cardsim.Warningf("%s: %s", x.fileAndLine, zeroText)
}

// usesHiddenFacts reports whether the expression uses facts that players must not know in this game.
func (x *expression[C]) usesHiddenFacts(m *evaluator[C]) bool {
	return !m.p.Debug() && slices.ContainsFunc(x.usedWords, func(w *word[C]) bool { return w.hiddenFact })
}

// compile checks and compiles an expression of the wanted kind, or of any kind if want
// is 0. It returns nil after an error.
func (b *builder[C]) compile(c expressionSource, want kind, when moment) *expression[C] {
	switch {
	case len(c.text) > maxExpression:
		b.addf(c.location, "the expression has %d bytes; the maximum is %d", len(c.text), maxExpression)
		return nil
	case strings.TrimSpace(c.text) == "":
		b.addf(c.location, "the expression is empty")
		return nil
	}
	tree, err := parseExpression(c.text)
	if err != nil {
		b.addExpressionError(c, err)
		return nil
	}
	check := checker[C]{problems: b.problems, vocabulary: b.vocabulary, laterStats: b.laterStats, location: c.location, when: when}
	if check.check(tree); check.failed {
		return nil
	}
	x := &expression[C]{usedWords: check.usedWords, mayDivideByZero: check.mayDivideByZero && len(check.usedWords) > 0, location: c.location, position: b.position(c.location), fileAndLine: b.lineOf(c.location)}
	x.program, err = expr.Compile(c.text, append([]expr.Option{
		expr.Env(b.types), expr.Patch(patcher{x.mayDivideByZero}), expr.DisableAllBuiltins(), expr.DisableIfOperator(), expr.MaxNodes(4 * maxNodes),
	}, pureFunctions...)...)
	if err != nil {
		b.addExpressionError(c, err)
		return nil
	}
	for k, t := range kindTypes {
		if t != nil && x.program.Node().Type() == t.Nature().Type {
			x.kind = kind(k)
		}
	}
	switch {
	case x.kind == 0:
		b.addf(c.location, "both sides of the : must have the same kind")
		return nil
	case want == boolKind && x.kind != boolKind:
		b.addf(c.location, "expected %s, got %s; compare it, for example turn > 3", want, x.kind)
		return nil
	case want != 0 && x.kind != want:
		b.addf(c.location, "expected %s, got %s", want, x.kind)
		return nil
	}
	for _, w := range x.usedWords {
		if w.name != b.targetStat {
			b.usedNames["read "+w.name] = true
		}
	}
	if len(x.usedWords) == 0 {
		x.constant = x.evaluateLoaded(&evaluator[C]{})
		x.program = nil
		if v, is := x.constant.(float64); is && (math.IsNaN(v) || math.IsInf(v, 0)) && !check.reportedZero {
			b.remarkf(c.location, "the result is not a number; divide by another number than 0, and use smaller numbers")
		}
	}
	return x
}

// parseExpression parses an expression with expr's own functions disabled.
func parseExpression(text string) (ast.Node, error) {
	config := conf.CreateNew()
	for name := range config.Builtins {
		config.Disabled[name] = true
	}
	config.MaxNodes, config.DisableIfOperator = maxNodes, true
	tree, err := parser.ParseWithConfig(text, config)
	if err != nil {
		return nil, err
	}
	return tree.Node, nil
}

// addExpressionError reports an error of the expression library in plain words.
func (b *builder[C]) addExpressionError(c expressionSource, err error) {
	at, message := c.location, err.Error()
	if where := new(file.Error); errors.As(err, &where) {
		at, message = at.atOffset(where.From), where.Message
	}
	var operator, left, right string
	n, _ := fmt.Sscanf(strings.ReplaceAll(message, ")", " )"), "invalid operation: %s (mismatched types %s and %s )", &operator, &left, &right)
	switch {
	case n == 3:
		message = fmt.Sprintf("%s does not work between %s and %s", operator, plainType(left), plainType(right))
	case strings.Contains(message, `unexpected token Operator("=")`):
		message = "use == to compare"
	case strings.Contains(message, "unexpected token EOF") && strings.Count(c.text, "(") > strings.Count(c.text, ")"):
		message = "a ( is not closed; inside { } a comma ends a value, so put the expression in quotes"
	case strings.Contains(message, "unexpected token EOF"):
		message = "the expression ends too early"
	case strings.Contains(message, "exceeds maximum allowed nodes"):
		message = fmt.Sprintf("the expression is too long; the maximum is %d names, numbers and operators", maxNodes)
	case strings.HasPrefix(message, "unexpected token "):
		_, token, _ := strings.Cut(message, `("`)
		message = fmt.Sprintf("unexpected %s", strings.TrimSuffix(token, `")`))
	default:
		message = "invalid expression: " + plainWords.Replace(message)
	}
	b.addf(at, "%s", message)
}

// plainType returns the words for a type name of expr, such as "a number" for float64.
func plainType(name string) string {
	for k, t := range kindTypes {
		if t != nil && t.String() == name {
			return kindNames[k]
		}
	}
	return name
}

var plainWords = strings.NewReplacer("float64", "number", "string", "text", "bool", "true or false")

// An evaluator evaluates expressions for a game in progress. It belongs to one goroutine. Each run
// loads the values that it needs, so the evaluator need not be copied with the game.
type evaluator[C cardsim.StatsCollection] struct {
	p             *cardsim.Player[C] // nil before the first call of evaluatorFor, when only formulas run
	stats         C
	vm            vm.VM
	dividedByZero bool // the last expression divided by 0
	env           map[string]any
}

// evaluatorFor returns an evaluator for p. A State keeps its evaluator for later calls.
func evaluatorFor[C cardsim.StatsCollection](p *cardsim.Player[C]) *evaluator[C] {
	if s, is := any(p.Stats).(*State); is {
		m := any(s.evaluator()).(*evaluator[C])
		m.p = p
		return m
	}
	return &evaluator[C]{p: p, stats: p.Stats, env: make(map[string]any)}
}

// divisor returns b, and records whether b is 0.
func (m *evaluator[C]) divisor(b float64) float64 {
	m.dividedByZero = m.dividedByZero || b == 0
	return b
}

// chance returns true with a probability in percent.
func (m *evaluator[C]) chance(percent float64) bool {
	const chanceSteps = 1e8 // the resolution is a millionth of a percent
	return float64(m.p.Rand.N(chanceSteps)) < percent*(chanceSteps/100)
}

// maxDice is the maximum number of results of dice.
const maxDice = 1_000_000

// dice returns a random number from low to high, in steps of 1 from low.
func (m *evaluator[C]) dice(low, high float64) float64 {
	if !(high > low) { // also for NaN
		return low
	}
	return low + float64(m.p.Rand.N(int(min(high-low, maxDice-1))+1))
}

func (m *evaluator[C]) played(card string) float64 { return float64(m.p.TimesPlayed(card)) }
func (m *evaluator[C]) inDeck(card string) bool    { return m.p.Deck.Has(card) }
func (m *evaluator[C]) runs(rule string) bool      { return m.p.Rules.Find(rule) != nil }

func (m *evaluator[C]) inHand(card string) bool {
	return slices.ContainsFunc(m.p.Hand(), func(c *cardsim.Card[C]) bool { return c.Name == card })
}
