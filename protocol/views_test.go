package protocol_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/require"

	"gamed/rules/dominion"
	"gamed/rules/elements"
)

// views describes the views of the card games. The description comes from the Go types of the views
// and the comments on these types.
func views(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("## Views\n\nThe `view` of an update, for each game.\nOptional fields are left out when they are 0, false or empty.\n\n")
	for _, game := range []struct {
		name string
		view any
	}{{"elements", elements.View{}}, {"dominion", dominion.View{}}} {
		r := jsonschema.Reflector{Anonymous: true}
		require.NoError(t, r.AddGoComments("gamed/protocol", "../rules/"+game.name, jsonschema.WithFullComment()))
		r.Namer = func(kind reflect.Type) string {
			if kind.Name() == "" {
				return "" // unnamed types are written inline
			}
			return game.name + "." + kind.Name()
		}
		defs := r.Reflect(game.view).Definitions
		for _, name := range viewsFirst(defs) {
			describeView(t, &b, name, defs[name])
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// viewsFirst returns the names of the definitions. The name of the whole view comes first.
func viewsFirst(defs jsonschema.Definitions) (names []string) {
	for name := range defs {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if whole := strings.HasSuffix(a, ".View"); whole != strings.HasSuffix(b, ".View") {
			return map[bool]int{true: -1, false: 1}[whole]
		}
		return strings.Compare(a, b)
	})
	return names
}

func describeView(t *testing.T, b *strings.Builder, name string, d *jsonschema.Schema) {
	about := strings.Join(strings.Fields(d.Description), " ")
	require.NotEmpty(t, about, name)
	about, _, _ = strings.Cut(about, " appendView ") // what follows is for readers of the code
	fmt.Fprintf(b, "### `%s`\n\n%s\n\n", name, sentences(about))
	if d.Properties == nil {
		return
	}
	b.WriteString("| field | type | meaning |\n|---|---|---|\n")
	for field, property := range d.Properties.FromOldest() {
		kind := viewType(property)
		if !slices.Contains(d.Required, field) {
			kind += ", optional"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", field, kind, strings.Join(strings.Fields(property.Description), " "))
	}
	b.WriteString("\n")
}

func viewType(s *jsonschema.Schema) string {
	switch {
	case s.Ref != "":
		name := named(s.Ref)
		return "[" + name + "](#" + strings.ToLower(strings.ReplaceAll(name, ".", "")) + ")"
	case s.Type == "array":
		return "list of " + strings.Replace(viewType(s.Items)+"s", ")s", ")", 1)
	case s.AdditionalProperties != nil && s.AdditionalProperties.Type != "":
		return "object of " + s.AdditionalProperties.Type + "s"
	}
	return s.Type
}
