package web

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/builtin"
	"gamed/server/identity"
)

// icons is the content of a JSON file in static/art: a list of SVG paths, and groups of names. Each
// name has the indexes of the paths that draw its picture.
type icons struct {
	Paths  []string         `json:"paths"`
	Cards  map[string][]int `json:"cards"`
	Words  map[string][]int `json:"words"`
	Types  map[string][]int `json:"types"`
	Levels map[string][]int `json:"levels"`
	Covers map[string][]int `json:"covers"`
	Signs  map[string][]int `json:"signs"`
}

func readIcons(t *testing.T, name string) (all icons) {
	t.Helper()
	text, err := static.ReadFile("static/art/" + name + ".json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &all))
	for _, group := range []map[string][]int{all.Cards, all.Words, all.Types, all.Levels, all.Covers, all.Signs} {
		for key, list := range group {
			require.NotEmpty(t, list, key)
			for _, at := range list {
				require.Less(t, at, len(all.Paths), key)
				require.NotEmpty(t, all.Paths[at], key)
			}
		}
	}
	return all
}

// TestPictures checks that each built-in ruleset has a cover, and each of its cards a picture. It also
// checks the pictures of card types, which the cards of other games use, and of levels and faces.
func TestPictures(t *testing.T) {
	files := map[string]icons{"elements": readIcons(t, "elements"), "dominion": readIcons(t, "dominion"), "decisions": readIcons(t, "decisions")}
	all := readIcons(t, "shared")
	for _, kind := range []string{"being", "item", "spell", "treasure", "victory", "action", "attack", "reaction", "duration", "curse", "matter"} {
		assert.Contains(t, all.Types, kind)
	}
	for _, level := range []string{"beginner", "easy", "medium", "hard", "strongest", "bot", "person"} {
		assert.Contains(t, all.Levels, level)
	}
	assert.Len(t, all.Levels["person"], len(identity.Faces))
	script, err := static.ReadFile("static/kit/art.js")
	require.NoError(t, err)
	assert.Contains(t, string(script), `FACES = ["`+strings.Join(identity.Faces, `", "`)+`"]`)
	assert.Contains(t, all.Signs, "laurels")
	for _, row := range builtin.Rulesets() {
		info := row.Info()
		assert.Contains(t, all.Covers, info.Name)
		cards, ok := files[info.Name]
		if !ok {
			cards = files["decisions"]
		}
		for _, card := range info.Cards {
			assert.Contains(t, cards.Cards, card.Name, "%s: add the card to web/art.json and run web/art.sh", info.Name)
		}
	}
}

// TestSigns checks that the page has the glyphs of all glossary words, and that each word has a group.
func TestSigns(t *testing.T) {
	script, err := static.ReadFile("static/kit/glyph.js")
	require.NoError(t, err)
	for _, row := range builtin.Rulesets() {
		for _, word := range row.Words {
			assert.NotEmpty(t, word.Group, word.Word)
			for _, sign := range word.Signs {
				assert.Contains(t, string(script), "\n  "+sign+`: "M`, word.Word)
			}
		}
	}
}
