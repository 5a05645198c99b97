package gamefile

import (
	"fmt"
	"hash"
	"hash/fnv"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"gamed/internal/yamldoc"
)

// A decoder reads a file into the types of format.go. The YAML library's own decoder
// stops at the first error and loses the order of keys.
type decoder struct {
	*problems
	// version hashes all values that can affect play. inText is set while the decoder reads a text
	// for players, whose contents do not affect play.
	version hash.Hash32
	inText  bool
}

// decode reads a file. The version is a hash of all values except the contents of texts for players.
func decode(root ast.Node, wrong *problems) (f gameFormat, version uint32) {
	d := &decoder{problems: wrong, version: fnv.New32a()}
	d.readValue(root, reflect.ValueOf(&f).Elem(), location{line: 1, column: 1})
	return f, d.version.Sum32()
}

// A reader is a type that decodes its own values.
type reader interface {
	read(d *decoder, n ast.Node, key location)
}

// readValue reads n into v. key is the location of the value's key.
func (d *decoder) readValue(n ast.Node, v reflect.Value, key location) {
	if r, is := v.Addr().Interface().(reader); is {
		if d.usable(n, key) {
			r.read(d, n, key)
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.readValue(n, v.Elem(), key)
	case reflect.Struct:
		d.readStruct(n, v, key)
	case reflect.Slice:
		d.readList(n, v, key)
	case reflect.Bool:
		if t, ok := d.readScalar(n, key, "true or false", yamldoc.Bool); ok {
			v.SetBool(strings.EqualFold(t, "true"))
		}
	case reflect.Int:
		if t, ok := d.readScalar(n, key, "a whole number", yamldoc.Whole); ok {
			i, err := yamldoc.Int(t)
			if err != nil {
				d.addf(valueLocation(n, key), "%q is too large; use a whole number such as 3", shortenText(t))
			}
			v.SetInt(int64(i))
		}
	case reflect.String:
		t := d.readText(n, key)
		switch {
		case strings.Contains(t, "${"):
			d.addf(valueLocation(n, key), "this is fixed text and cannot contain ${ }")
		case strings.Contains(strings.TrimSpace(t), "\n"):
			d.addf(valueLocation(n, key), "this text must be one line")
		}
		v.SetString(t)
	default:
		panic(fmt.Sprintf("gamefile: a %s in a file", v.Type()))
	}
}

// readStruct reads a mapping into a struct.
func (d *decoder) readStruct(n ast.Node, v reflect.Value, key location) {
	known := fieldsOf(v)
	given := make(map[string]bool)
	for name, entry := range d.entries(n, key) {
		i := slices.Index(known.names(), name)
		if i < 0 {
			d.addf(tokenLocation(entry.key).withField(entry.path), "%s", unknownName("key", name, known.names()))
			continue
		}
		f := known[i]
		given[name] = true
		in := tokenLocation(entry.key).withField(joinPath(entry.path, name))
		d.readValue(entry.value, f.value, in)
		if kind, _ := yamldoc.Scalar(entry.value); kind == yamldoc.Whole && f.value.Kind() == reflect.Int {
			d.checkRange(f, valueLocation(entry.value, in))
		}
	}
	for _, f := range known {
		if f.required && !given[f.name] && isMapping(n) {
			d.addf(valueLocation(n, key), "%s is missing", f.name)
		}
	}
}

func (d *decoder) checkRange(f field, key location) {
	switch i := int(f.value.Int()); {
	case i < f.min:
		d.addf(key, "%d is too small; the minimum is %d", i, f.min)
	case i > f.max:
		d.addf(key, "%d is too large; the maximum is %d", i, f.max)
	}
}

// readList reads a sequence.
func (d *decoder) readList(n ast.Node, v reflect.Value, key location) {
	if !d.usable(n, key) {
		return
	}
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		d.addf(valueLocation(n, key), "expected a list with a - before each item, got %s", describe(n))
		return
	}
	for i, item := range seq.Values {
		v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
		d.readValue(item, v.Index(i), itemOf(item, key, i))
	}
}

// itemOf returns the location of a list item.
func itemOf(n ast.Node, list location, i int) location {
	item := valueLocation(n, list)
	item.field = fmt.Sprintf("%s[%d]", list.field, i+1)
	return item
}

// scalarKinds are the kinds of scalars that can be read as text.
var scalarKinds = []yamldoc.Kind{yamldoc.Text, yamldoc.Whole, yamldoc.Fraction, yamldoc.Bool}

// readScalar returns the text of a scalar as written in the file.
func (d *decoder) readScalar(n ast.Node, key location, expected string, kinds ...yamldoc.Kind) (string, bool) {
	if !d.usable(n, key) {
		return "", false
	}
	if kind, text := yamldoc.Scalar(n); slices.Contains(kinds, kind) {
		d.version.Write([]byte(key.field + "\x00"))
		if !d.inText {
			d.version.Write([]byte(text + "\x00"))
		}
		return text, true
	}
	d.addf(valueLocation(n, key), "expected %s, got %s", expected, describe(n))
	return "", false
}

// readText reads a text for players. Its contents do not affect the version, so it can be
// corrected during games.
func (d *decoder) readText(n ast.Node, key location) string {
	d.inText = true
	defer func() { d.inText = false }()
	t, _ := d.readScalar(n, key, "text", scalarKinds...)
	if len(t) > maxText {
		d.addf(valueLocation(n, key), "the text has %d bytes; the maximum is %d", len(t), maxText)
	}
	return t
}

const maxText = 4000 // bytes

// usable reports whether a value has content that a field can accept, and adds an error if not.
func (d *decoder) usable(n ast.Node, key location) bool {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		d.addf(key, "no value; add one or remove the key")
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.MergeKeyNode:
		d.addf(valueLocation(n, key), "YAML's & * ! and << are not supported; write the value out, or put a text in quotes")
	default:
		return true
	}
	return false
}

func isMapping(n ast.Node) bool {
	switch n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return true
	}
	return false
}

// describe describes a node for an error.
func describe(n ast.Node) string {
	switch kind, text := yamldoc.Scalar(n); kind {
	case yamldoc.Whole, yamldoc.Fraction:
		return fmt.Sprintf("the number %s", shortenText(text))
	case yamldoc.Bool:
		return text
	case yamldoc.Text:
		return fmt.Sprintf("the text %q", shortenText(text))
	}
	switch n.Type() {
	case ast.MappingType, ast.MappingValueType:
		return "a block of keys"
	case ast.SequenceType:
		return "a list"
	}
	return "something else"
}

// valueLocation returns the location of the value of a key.
func valueLocation(n ast.Node, key location) location {
	t := n.GetToken()
	if isMapping(n) || t == nil || t.Position == nil {
		return key
	}
	p := tokenLocation(t)
	p.field = key.field
	switch origin := strings.TrimSpace(t.Origin); {
	case t.Type == token.StringType:
		p.inline = origin == t.Value
	case t.Type == token.SingleQuoteType && origin == "'"+t.Value+"'", t.Type == token.DoubleQuoteType && origin == `"`+t.Value+`"`:
		p.inline = true
		p.column++
	}
	return p
}
