package story

import (
	"iter"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// mapEntry is a key with its value.
type mapEntry struct {
	key   *token.Token
	value ast.Node
	in    string // the field that the mapping is
}

// mapping goes through the keys of a mapping in their order. It says what is
// wrong with it, and leaves that out.
func (d *decoder) mapping(n ast.Node, key place) iter.Seq2[string, mapEntry] {
	return func(yield func(string, mapEntry) bool) {
		if !d.usable(n, key) {
			return
		}
		if !isMapping(n) {
			d.addf(here(n, key), "keys with values are expected here; this is %s", what(n))
			return
		}
		flow, _ := n.(*ast.MappingNode)
		seen := make(map[string]bool)
		for all := n.(ast.MapNode).MapRange(); all.Next(); {
			entry := mapEntry{all.Key().GetToken(), all.Value(), key.field}
			name := entry.key.Value
			k, isScalar := all.Key().(ast.ScalarNode)
			switch {
			case !isScalar || all.Key().IsMergeKey():
				d.addf(at(entry.key).named(key.field), "this is no key: a key is a name")
			case strings.TrimSpace(name) == "" || strings.ContainsAny(name, "\n\t") || len(name) > maxName:
				d.addf(at(entry.key).named(key.field), "the name %q is no good: it is one line of at most %d characters", clip(textOf(k)), maxName)
			case flow != nil && flow.IsFlowStyle && all.Value().Type() == ast.NullType:
				d.addf(at(entry.key).named(key.field), "%q has no value: inside { } a comma begins the next key, so a text or an expression with one has to stand in quotes", clip(name))
			case seen[name]:
				d.addf(at(entry.key).named(joined(key.field, name)), "this is given twice")
			default:
				seen[name] = true
				if !yield(name, entry) {
					return
				}
			}
		}
	}
}

// maxName is how long the name of a card and the like may be.
const maxName = 60

func joined(field, key string) string {
	if field == "" {
		return key
	}
	return field + "." + key
}

// field is a key that a struct has.
type field struct {
	name     string
	value    reflect.Value
	required bool
	min, max int
}

type fields []field

// fieldsOf lists the keys of a struct. The limits are those of the schema.
func fieldsOf(v reflect.Value) (all fields) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous {
			all = append(all, fieldsOf(v.Field(i))...)
			continue
		}
		one := field{name: f.Tag.Get("yaml"), value: v.Field(i), max: 1 << 31}
		for _, limit := range strings.Split(f.Tag.Get("jsonschema"), ",") {
			key, text, _ := strings.Cut(limit, "=")
			number, _ := strconv.Atoi(text) // a test reads all limits
			switch key {
			case "required":
				one.required = true
			case "minimum":
				one.min = number
			case "maximum":
				one.max = number
			}
		}
		all = append(all, one)
	}
	return all
}

func (all fields) names() []string {
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.name
	}
	return names
}

// ordered is keys with values, in the order of the file.
type ordered[T any] []entry[T]

type entry[T any] struct {
	name  string
	at    place // of the key
	value T
}

func (all *ordered[T]) read(d *decoder, n ast.Node, key place) {
	for name, e := range d.mapping(n, key) {
		one := entry[T]{name: name, at: at(e.key).named(joined(key.field, name))}
		d.value(e.value, reflect.ValueOf(&one.value).Elem(), one.at)
		*all = append(*all, one)
	}
}

// JSONSchemaAlias tells the schema that this is what Go calls a map.
func (ordered[T]) JSONSchemaAlias() any { return map[string]T(nil) }

func (all ordered[T]) names() []string {
	names := make([]string, len(all))
	for i, e := range all {
		names[i] = e.name
	}
	return names
}
