package protocol_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
)

func TestPatch(t *testing.T) {
	hand := `"cards":["Copper","Copper","Estate","Silver"],`
	tests := []struct{ name, last, next, want string }{
		{"one change", `{"n":1,` + hand + `}`, `{"n":2,` + hand + `}`, `{"type":"patch","ops":["{\"n\":2",6,48]}`},
		{"repeated text", `0123456789abc 0123456789abc`, strings.Repeat("no", 30), `{"type":"patch","ops":["nononononono",27,12,-12,24,0,12]}`},
		{"a copy back", strings.Repeat("a long first part ", 2) + "and a second part", "and a second part" + strings.Repeat("a long first part ", 2), ""},
		{"characters of several bytes", "{\"é\":" + hand + "é}", "{\"è\":" + hand + "è}", `{"type":"patch","ops":["{\"è",4,48,"è}"]}`},
		{"quotes and line feeds", hand, hand + "\"\\\n" + hand, `{"type":"patch","ops":[0,46,"\"\\\n",0,46]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data, ok := protocol.AppendPatch(nil, []byte(tt.last), []byte(tt.next))
			require.True(t, ok, string(data))
			if tt.want != "" {
				assert.Equal(t, tt.want, string(data))
			}
			var p protocol.Patch
			require.NoError(t, json.Unmarshal(data, &p))
			text, err := p.Apply([]byte(tt.last))
			require.NoError(t, err)
			assert.Equal(t, tt.next, string(text))
		})
	}
	for name, texts := range map[string][2]string{
		"the first update": {"", hand},
		"a larger patch":   {hand, "entirely different"},
		"too large":        {strings.Repeat("a", 40_000), strings.Repeat("a", 40_000)},
	} {
		_, ok := protocol.AppendPatch(nil, []byte(texts[0]), []byte(texts[1]))
		assert.False(t, ok, name)
	}
}

// TestPatchExample checks the example in docs/protocol.md.
func TestPatchExample(t *testing.T) {
	var p protocol.Patch
	require.NoError(t, json.Unmarshal([]byte(`{"type":"patch","ops":["{\"n\":2",6,29]}`), &p))
	text, err := p.Apply([]byte(`{"n":1,"cards":["Copper","Silver"]}`))
	require.NoError(t, err)
	assert.Equal(t, `{"n":2,"cards":["Copper","Silver"]}`, string(text))
}

func TestPatchRefuses(t *testing.T) {
	for _, ops := range []string{`[0]`, `[0,9]`, `[-1,1]`, `[0,-1]`, `[9,1]`, `[0,"a"]`, `[0.5,1]`, `[null,1]`, `["a",0]`, `[1e2,1]`} {
		var p protocol.Patch
		require.NoError(t, json.Unmarshal([]byte(`{"ops":`+ops+`}`), &p))
		_, err := p.Apply([]byte("last"))
		assert.ErrorIs(t, err, protocol.ErrPatch, ops)
	}
}

// FuzzPatch checks that the patch between any two texts rebuilds the second text.
func FuzzPatch(f *testing.F) {
	f.Add([]byte(`{"cards":["Copper","Estate"]}`), []byte(`{"cards":["Estate","Copper"]}`))
	f.Fuzz(func(t *testing.T, last, next []byte) {
		data, ok := protocol.AppendPatch(nil, last, next)
		if !ok || !utf8.Valid(last) || !utf8.Valid(next) {
			return
		}
		var p protocol.Patch
		require.NoError(t, json.Unmarshal(data, &p))
		text, err := p.Apply(last)
		require.NoError(t, err)
		assert.Equal(t, string(next), string(text))
	})
}
