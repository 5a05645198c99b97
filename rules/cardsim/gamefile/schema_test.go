package gamefile_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim/gamefile"
)

// TestSchema checks that the schema in examples is current and describes every key.
func TestSchema(t *testing.T) {
	const file = "../../../examples/gamefile.schema.json"
	schema, err := gamefile.Schema()
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(file, schema, 0o644))
	}
	stored, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(stored), string(schema), "run with -update")

	type object struct {
		Description string
		Properties  map[string]struct{ Description string }
	}
	var read struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(schema, &read))
	read.Defs["game"] = read.object
	for name, def := range read.Defs {
		for key, property := range def.Properties {
			assert.NotEmpty(t, property.Description, "%s.%s", name, key)
		}
		if def.Properties != nil {
			assert.NotEmpty(t, def.Description, name)
		}
	}
}
