package protocol_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
)

// agreement compares the published schema with Parse.
type agreement struct {
	client   *jsonschema.Schema
	messages map[string]*jsonschema.Schema // by the name of their definition
	accepted int
	refused  int
}

func newAgreement(t *testing.T) *agreement {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(protocol.Schema(nil)))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("gamed.json", document))
	a := &agreement{messages: make(map[string]*jsonschema.Schema)}
	a.client, err = compiler.Compile("gamed.json#/$defs/ClientMessage")
	require.NoError(t, err)
	for _, one := range a.client.OneOf {
		a.messages[one.Ref.Location[strings.LastIndexByte(one.Ref.Location, '/')+1:]] = one.Ref
	}
	return a
}

// check requires that the schema and Parse both accept or both refuse a message.
func (a *agreement) check(t *testing.T, message map[string]any) {
	t.Helper()
	data, err := json.Marshal(message)
	require.NoError(t, err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	require.NoError(t, err)
	invalid := a.client.Validate(value)
	forms := [][]byte{data}
	if kind, is := message["type"].(string); is && len(message) > 1 { // most clients write the type first
		rest, err := json.Marshal(but(message, "type"))
		require.NoError(t, err)
		forms = append(forms, fmt.Appendf(nil, `{"type":%q,%s`, kind, rest[1:]))
	}
	for _, data := range forms {
		_, err = protocol.Parse(data)
		if invalid == nil {
			a.accepted++
			assert.NoError(t, err, "the schema accepts %s", clipped(data))
		} else {
			a.refused++
			assert.Error(t, err, "the schema refuses %s: %v", clipped(data), invalid)
		}
	}
}

func clipped(data []byte) string { return string(data[:min(len(data), 300)]) }

// values returns valid and invalid values for a schema: each kind of JSON, and the values around its
// limits.
func values(s *jsonschema.Schema) (all []any) {
	all = []any{nil, true, false, "", "x", "true", "0", 0, 1, -1, 1.5, json.RawMessage("1.0"), json.RawMessage("1e1"), json.RawMessage("1e400"),
		json.RawMessage("-0.0"), json.RawMessage("123456789012345678901234567890"), []any{}, []any{nil}, []any{[]any{nil}}, []any{"x"}, []any{0}, map[string]any{}, map[string]any{"x": 1}}
	if s.Enum != nil {
		for _, word := range s.Enum.Values {
			all = append(all, word, strings.ToUpper(word.(string)), word.(string)+" ")
		}
	}
	if s.MinLength != nil || s.MaxLength != nil {
		for _, limit := range []*int{s.MinLength, s.MaxLength} {
			if limit != nil {
				for _, n := range []int{*limit - 1, *limit, *limit + 1} {
					all = append(all, strings.Repeat("x", max(n, 0)))
				}
			}
		}
		for _, text := range []string{"a b", "a+b", "a_b-C9", "é", "x\u00e9x", "AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAA.", "AAAAAAAAAAAAAAAAAAAAAA\u0130"} {
			all = append(all, text)
		}
	}
	if s.Minimum != nil {
		for _, limit := range []json.Number{json.Number(s.Minimum.Num().String()), json.Number(s.Maximum.Num().String())} {
			n, _ := limit.Int64()
			for _, near := range []int64{n - 1, n, n + 1} {
				all = append(all, near, json.RawMessage(fmt.Sprintf("%d.0", near)), json.RawMessage(fmt.Sprintf("%d.5", near)))
			}
		}
	}
	if items := s.Items2020; items != nil {
		for _, item := range values(items) {
			all = append(all, []any{item}, []any{item, item})
		}
		for _, limit := range []*int{s.MinItems, s.MaxItems} {
			for n := -1; limit != nil && n <= 1; n++ {
				if one := sample(items); *limit+n >= 0 {
					all = append(all, slices.Repeat([]any{one}, *limit+n))
				}
			}
		}
	}
	return all
}

// sample returns the shortest valid value for the items of a list.
func sample(s *jsonschema.Schema) any {
	switch s.Types.ToStrings()[0] {
	case "array":
		return []any{}
	case "string":
		return "x"
	}
	return 1
}

// TestSchemaAndParseAgreeOnValues checks that Parse and the schema accept the same messages. It derives
// the messages from the schema: each field is missing or has values of every kind, and each pair of
// fields occurs. The texts at a length limit are ASCII, because the schema counts characters and Parse
// counts bytes. The test uses no blank text, because only Parse refuses blank texts.
func TestSchemaAndParseAgreeOnValues(t *testing.T) {
	a := newAgreement(t)
	require.Len(t, a.messages, len(fullMessages))
	for name, full := range fullMessages {
		t.Run(name, func(t *testing.T) {
			message, shortest := a.messages[name], make(map[string]any)
			for _, field := range message.Required {
				shortest[field] = full[field]
			}
			whole := map[string]any{"id": "i-1"}
			maps.Copy(whole, full)
			optional := slices.Sorted(maps.Keys(message.Properties))
			for _, base := range []map[string]any{shortest, whole} {
				a.check(t, base)
				a.check(t, with(base, "Type", "x"))
				a.check(t, with(base, "unknown", 1))
				a.check(t, with(base, "", ""))
				for field := range base {
					a.check(t, but(base, field))
					a.check(t, with(but(base, field), strings.ToUpper(field), base[field]))
				}
				for _, field := range optional {
					for _, value := range values(message.Properties[field]) {
						a.check(t, with(base, field, value))
					}
				}
			}
			for _, first := range optional {
				for _, second := range optional {
					both := with(with(shortest, first, full[first]), second, full[second])
					for field, other := range map[string]any{"id": "i", "key": "k"} {
						if _, is := both[field]; is {
							both[field] = other
						}
					}
					a.check(t, both)
				}
			}
		})
	}
	assert.Greater(t, a.accepted, 1000)
	assert.Greater(t, a.refused, 1000)
	t.Log(a.accepted, "messages accepted,", a.refused, "refused")
}

func with(fields map[string]any, field string, value any) map[string]any {
	more := maps.Clone(fields)
	more[field] = value
	return more
}
