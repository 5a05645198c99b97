package yamldoc

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// A Kind is the type of a value in the core schema of YAML 1.2. The YAML library follows other rules:
// it reads 1_000 as 1000, 010 as 8, 0b11 as 3, and 1e6 as a text.
type Kind int

const (
	Other    Kind = iota // a list, a mapping, or a value that the files do not use
	Text                 // a text, in quotes or not
	Whole                // such as 12, 0o14 or 0xC
	Fraction             // such as 0.5, 1e6, .inf or .nan
	Bool                 // true or false
	Null                 // null, ~ or nothing
)

// YAML's core schema reads these texts without quotes as numbers, Booleans or null: see section 10.3.2
// of YAML 1.2.2.
var (
	whole    = regexp.MustCompile(`^([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$`)
	fraction = regexp.MustCompile(`^([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
	bools    = []string{"true", "True", "TRUE", "false", "False", "FALSE"}
	nulls    = []string{"", "null", "Null", "NULL", "~"}
)

// Scalar returns the kind and the text of a value: a number or a Boolean as written in the file, a
// text without its quotes and escapes, and "" for other kinds.
func Scalar(n ast.Node) (Kind, string) {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return Null, ""
	case *ast.LiteralNode:
		return Text, n.Value.Value
	case *ast.StringNode:
		if n.Token.Type != token.StringType { // in quotes
			return Text, n.Value
		}
		return PlainKind(n.Value), n.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode, *ast.BoolNode:
		text := n.GetToken().Value
		return PlainKind(text), text
	}
	return Other, ""
}

// PlainKind returns the kind of a text without quotes.
func PlainKind(text string) Kind {
	switch {
	case slices.Contains(nulls, text):
		return Null
	case slices.Contains(bools, text):
		return Bool
	case whole.MatchString(text):
		return Whole
	case fraction.MatchString(text):
		return Fraction
	}
	return Text
}

// Int returns the value of a [Whole], or an error if an int cannot hold it.
func Int(text string) (int, error) {
	text, base := digits(text)
	n, err := strconv.ParseInt(text, base, strconv.IntSize)
	return int(n), err
}

// Float returns the value of a [Whole] or a [Fraction], or an error if the value is not finite.
func Float(text string) (float64, error) {
	if digits, base := digits(text); base != 10 {
		n, err := strconv.ParseUint(digits, base, 63)
		return float64(n), err
	}
	return strconv.ParseFloat(text, 64)
}

// digits returns the digits of a number and their base. In YAML 1.2 a leading 0 does not change the base.
func digits(text string) (digits string, base int) {
	if digits, is := strings.CutPrefix(text, "0o"); is {
		return digits, 8
	}
	if digits, is := strings.CutPrefix(text, "0x"); is {
		return digits, 16
	}
	return text, 10
}
