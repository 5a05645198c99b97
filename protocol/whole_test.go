package protocol_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
)

func TestWhole(t *testing.T) {
	for text, want := range map[string]string{
		"1.0": "1", "1e4": "10000", "1E+4": "10000", "10e-1": "1", "-0": "0", "-0.0": "0", "0e999999999999": "0", "-2.50e1": "-25", "1.5": "1.5", "1e-1": "1e-1", "1e99": "1e99", "1e99999999999": "1e99999999999",
		"0.001e3": "1", "12": "12", `{"a":[1.0,"1.0"],"b":2e0}`: `{"a":[1,"1.0"],"b":2}`, "1.0 2": "1.0 2", "[1.0": "[1.0", `{"a":1.0,"a":2}`: `{"a":1.0,"a":2}`, "1.00000000000000000000001": "1.00000000000000000000001",
	} {
		whole, changed := protocol.Whole([]byte(text))
		assert.Equal(t, want, strings.TrimSpace(string(whole)), text)
		assert.Equal(t, want != text, changed, text)
	}
}

// FuzzWhole checks that Whole does not change the value of a number.
func FuzzWhole(f *testing.F) {
	for _, s := range []string{"1.0", "1e4", "-0.0", "1.25e2", "[1.0,{}]", "1e-400"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		whole, changed := protocol.Whole([]byte(s))
		if !changed {
			assert.Equal(t, s, string(whole))
			return
		}
		require.True(t, json.Valid(whole), s)
		was, is := new(big.Rat), new(big.Rat)
		if _, ok := was.SetString(strings.TrimSpace(s)); ok && len(s) < 20 && !strings.ContainsAny(s, "/_xX") {
			_, ok = is.SetString(strings.TrimSpace(string(whole)))
			require.True(t, ok, s)
			assert.Zero(t, was.Cmp(is), "%s is not %s", s, whole)
		}
	})
}

// TestIntegersOfSchema checks the ends of each integer's range in the schema, the values next to the
// ends, and other ways to write both. Parse must accept what the schema accepts, and its error must
// name the range.
func TestIntegersOfSchema(t *testing.T) {
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct {
				Type             string
				Minimum, Maximum json.Number
			}
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(protocol.Schema(nil), &schema))
	found := 0
	for name, fields := range fullMessages {
		for field, property := range schema.Defs[name].Properties {
			if property.Type != "integer" {
				continue
			}
			if _, used := fields[field]; !used {
				continue
			}
			found++
			least, err := property.Minimum.Int64()
			require.NoError(t, err)
			most, err := property.Maximum.Int64()
			require.NoError(t, err)
			parse := func(value string) error {
				other := but(fields, field)
				other[field] = json.RawMessage(value)
				data, err := json.Marshal(other)
				require.NoError(t, err)
				_, err = protocol.Parse(data)
				return err
			}
			for _, n := range []int64{least, most} {
				for _, form := range []string{"%d", "%d.0", "%d.00e0", "%de+0", "%d.0E0"} {
					value := fmt.Sprintf(form, n)
					assert.NoError(t, parse(value), "%s.%s: %s", name, field, value)
				}
			}
			for _, value := range []string{fmt.Sprint(least - 1), fmt.Sprint(most + 1), fmt.Sprintf("%d.5", least), "1.5", "1e99", "-1e99", "1e-1", "123456789012345678901234567890"} {
				if err := parse(value); assert.Error(t, err, "%s.%s: %s", name, field, value) {
					assert.Contains(t, err.Error(), fmt.Sprintf("from %d to %d", least, most), "%s.%s: %s", name, field, value)
				}
			}
			for _, value := range []string{`"1"`, "true", "[]", "{}", "null"} {
				assert.Error(t, parse(value), "%s.%s: %s", name, field, value)
			}
		}
	}
	assert.Greater(t, found, 15)
}
