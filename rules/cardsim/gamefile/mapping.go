package gamefile

import (
	"iter"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// A mapEntry is a key and its value.
type mapEntry struct {
	key   *token.Token
	value ast.Node
	path  string // the path of the mapping
}

// entries iterates over the keys of a mapping in file order. It reports faulty entries
// and skips them.
func (d *decoder) entries(n ast.Node, key location) iter.Seq2[string, mapEntry] {
	return func(yield func(string, mapEntry) bool) {
		if !d.usable(n, key) {
			return
		}
		if !isMapping(n) {
			d.addf(valueLocation(n, key), "expected keys with values, got %s", describe(n))
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
				d.addf(tokenLocation(entry.key).withField(key.field), "a key must be a name")
			case strings.TrimSpace(name) == "" || strings.ContainsAny(name, "\n\t") || len(name) > maxName:
				d.addf(tokenLocation(entry.key).withField(key.field), "invalid name %q; a name is one line of at most %d bytes, without tabs", shortenText(k.GetToken().Value), maxName)
			case flow != nil && flow.IsFlowStyle && all.Value().Type() == ast.NullType:
				d.addf(tokenLocation(entry.key).withField(key.field), "%q has no value; inside { } a comma starts the next key, so put a text or an expression with a comma in quotes", shortenText(name))
			case seen[name]:
				d.addf(tokenLocation(entry.key).withField(joinPath(key.field, name)), "duplicate key")
			default:
				seen[name] = true
				if !yield(name, entry) {
					return
				}
			}
		}
	}
}

// maxName is the maximum length of a name in bytes.
const maxName = 60

// joinPath returns the path of a key in the mapping whose path is given.
func joinPath(field, key string) string {
	if field == "" {
		return key
	}
	return field + "." + key
}

// A field is a field of a struct in format.go, with the key and the limits in its tags.
type field struct {
	name     string
	value    reflect.Value
	required bool
	min, max int
}

type fields []field

// fieldsOf lists the fields of a struct and of its embedded structs.
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
			number, _ := strconv.Atoi(text) // a test parses all limits
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

// ordered is a mapping in the order of the file.
type ordered[T any] []entry[T]

// An entry is a key of a mapping with its value, read as a T.
type entry[T any] struct {
	name     string
	location location // of the key
	value    T
}

func (all *ordered[T]) read(d *decoder, n ast.Node, key location) {
	for name, e := range d.entries(n, key) {
		one := entry[T]{name: name, location: tokenLocation(e.key).withField(joinPath(key.field, name))}
		d.readValue(e.value, reflect.ValueOf(&one.value).Elem(), one.location)
		*all = append(*all, one)
	}
}

// JSONSchemaAlias makes the schema describe a map.
func (ordered[T]) JSONSchemaAlias() any { return map[string]T(nil) }

func (all ordered[T]) names() []string {
	names := make([]string, len(all))
	for i, e := range all {
		names[i] = e.name
	}
	return names
}
