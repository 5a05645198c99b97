package command

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/rules/builtin"
)

// TestSchemaOfViews checks the views that the program adds to the schema.
func TestSchemaOfViews(t *testing.T) {
	data := protocol.Schema(builtin.Rulesets().Views())
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct {
				Type  string
				Items struct {
					Ref string `json:"$ref"`
				}
			}
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(data, &schema))
	view := schema.Defs["elements.View"].Properties
	assert.Equal(t, "#/$defs/elements.FrameView", view["stack"].Items.Ref)
	assert.Equal(t, "#/$defs/elements.SideView", view["sides"].Items.Ref)
	assert.Equal(t, "integer", schema.Defs["elements.FrameView"].Properties["foe"].Type)
	assert.Contains(t, schema.Defs, "elements.TokenView")
}
