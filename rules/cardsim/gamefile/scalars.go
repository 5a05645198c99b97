package gamefile

import (
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/invopop/jsonschema"

	"gamed/internal/yamldoc"
)

// source is a value as written in the file.
type source struct {
	text     string
	location location
}

func (s source) given() bool { return s.location.line > 0 }

// expressionSource is an expression as written in the file.
type expressionSource struct{ source }

func (c *expressionSource) read(d *decoder, n ast.Node, key location) {
	if text, ok := d.readScalar(n, key, "an expression", scalarKinds...); ok {
		c.source = source{text, valueLocation(n, key)}
	}
}

func (expressionSource) JSONSchema() *jsonschema.Schema { return literal{}.JSONSchema() }

// prose is text for players, with ${expressions} in it.
type prose struct{ source }

func (p *prose) read(d *decoder, n ast.Node, key location) {
	p.source = source{d.readText(n, key), valueLocation(n, key)}
}

func (prose) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "string"} }

// line is text for players without line breaks, with ${expressions} in it.
type line struct{ prose }

func (l *line) read(d *decoder, n ast.Node, key location) {
	l.prose.read(d, n, key)
	if strings.Contains(strings.TrimSpace(l.text), "\n") {
		d.addf(l.location, "this text must be one line")
	}
}

// literal is a number, a text or a bool: float64, string or bool.
type literal struct {
	value    any
	location location
}

func (l *literal) read(d *decoder, n ast.Node, key location) {
	l.location = valueLocation(n, key)
	text, ok := d.readScalar(n, key, "a number, a text, true or false", scalarKinds...)
	if !ok {
		return
	}
	switch kind, _ := yamldoc.Scalar(n); kind {
	case yamldoc.Whole, yamldoc.Fraction:
		number, err := yamldoc.Float(text)
		if err != nil || number > maxNumber || number < -maxNumber {
			number = 0
			d.addf(l.location, "%q is not a number such as 12 or 0.5, up to %s", shortenText(text), formatNumber(maxNumber))
		}
		l.value = number
	case yamldoc.Bool:
		l.value = text[0] == 't' || text[0] == 'T'
	default:
		l.value = text
	}
}

func (l literal) given() bool { return l.location.line > 0 }

func (literal) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}, {Type: "boolean"}}}
}

// ref is the name of a card, a rule or an ending.
type ref struct{ source }

func (r *ref) read(d *decoder, n ast.Node, key location) {
	if text, ok := d.readScalar(n, key, "a name", scalarKinds...); ok {
		r.source = source{text, valueLocation(n, key)}
	}
}

func (ref) JSONSchema() *jsonschema.Schema { return prose{}.JSONSchema() }

// refs is a name or a list of names.
type refs []ref

func (all *refs) read(d *decoder, n ast.Node, key location) {
	items := []ast.Node{n}
	if seq, is := n.(*ast.SequenceNode); is {
		items = seq.Values
	}
	for i, item := range items {
		var one ref
		if at := itemOf(item, key, i); len(items) == 1 && item == n {
			one.read(d, item, key)
		} else if d.usable(item, at) {
			one.read(d, item, at)
		}
		if one.location.line > 0 {
			*all = append(*all, one)
		}
	}
}

func (refs) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{
		{Type: "string"}, {Type: "array", Items: &jsonschema.Schema{Type: "string"}},
	}}
}
