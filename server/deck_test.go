package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

func TestCheckDeck(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	legal := strings.Join([]string{"3 Spark", "3 Ash Imp", "3 Furnace Ox", "3 Ember Adept", "3 Torch Runner", "3 War Shout", "3 Pit Bout"}, `\n`)
	for _, test := range []struct{ rules, body, want string }{
		{"elements", legal, `{"ok":true,"problems":[]}`},
		{"elements", "", `0 cards: a deck has at least 21`},
		{"elements", "wildfire", `line 1: \"wildfire\": want a count and a card`},
		{"elements", `2 Mend\n4 Spark`, `line 2: 4 copies of Spark: a deck may have 3`},
		{"elements", `3 Moot\n2 Mend\n4 Spark`, `lists the cards","line 3: 4 copies of Spark: a deck may have 3"]`},
		{"elements", `3 Sprak`, `did you mean \"Spark\"?`},
		{"dominion", legal, `no_decks`},
		{"chess", legal, `no_decks`},
	} {
		status, body := r.request(t, http.MethodPost, "/api/rules/"+test.rules+"/deck", `{"deck":"`+test.body+`"}`)
		assert.Contains(t, body, test.want)
		assert.Equal(t, test.want == "no_decks", status == http.StatusNotFound, body)
	}
	status, _ := r.request(t, http.MethodPost, "/api/rules/elements/deck", `{"dick":""}`)
	require.Equal(t, http.StatusBadRequest, status)
}
