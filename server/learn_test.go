package server_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/server"
	"gamed/store"
)

// TestLessons checks that every lesson can be played to its last step as the coach of the page
// asks.
func TestLessons(t *testing.T) {
	t.Parallel()
	list := withoutBots(builtin.Rulesets()...)
	r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: list, Store: store.NewMemory(), Limits: fast()})
	for _, rules := range list {
		name := rules.Info().Name
		var cards []string
		for _, card := range rules.Info().Cards {
			cards = append(cards, card.Name)
		}
		for _, lesson := range rules.Lessons {
			t.Run(name+" "+lesson.ID, func(t *testing.T) {
				assert.Contains(t, cards, lesson.Card)
				assert.NotEmpty(t, lesson.Title)
				assert.NotEmpty(t, lesson.About)
				assert.NotEmpty(t, lesson.Between)
				assert.NotEmpty(t, lesson.End)
				status, body := r.request(t, http.MethodPost, "/api/learn/"+name, `{"lesson":"`+lesson.ID+`"}`)
				require.Equal(t, http.StatusCreated, status, body)
				c := r.join(t, object(t, body)["id"].(string))
				answered := any(nil)
				for _, step := range lesson.Steps {
					assert.NotEmpty(t, step.Say, step.Take)
					for taken := false; !taken; {
						decision := c.openDecision()["decision"].(map[string]any)
						if decision["id"] == answered {
							continue
						}
						answered = decision["id"]
						option, texts := any(nil), []string(nil)
						for _, one := range decision["options"].([]any) {
							o := one.(map[string]any)
							text := o["text"].(string)
							texts = append(texts, text)
							if !taken && (strings.HasPrefix(text, step.Take) || option == nil && o["do"] == "pass") {
								option, taken = o["id"], strings.HasPrefix(text, step.Take)
							}
						}
						require.NotNil(t, option, "%q is not among %q", step.Take, texts)
						c.choose(answered, option)
					}
				}
				c.drop()
			})
		}
	}
}

// TestLearn checks that all clients get the same lesson, and that no other request sets a
// game's random key.
func TestLearn(t *testing.T) {
	t.Parallel()
	r := start(t, store.NewMemory(), fast())
	for _, wish := range [][2]string{{"elements", "{}"}, {"elements", `{"lesson":"block"}`}, {"dominion", "{}"}, {"polity", "{}"}} {
		var views []any
		for range 2 {
			status, body := r.request(t, http.MethodPost, "/api/learn/"+wish[0], wish[1])
			require.Equal(t, http.StatusCreated, status, body)
			info := object(t, body)
			assert.Equal(t, true, info["private"])
			views = append(views, r.join(t, info["id"].(string)).openDecision()["view"])
		}
		assert.Equal(t, views[0], views[1], wish)
	}
	status, body := r.get(t, "/api/learn/elements")
	require.Equal(t, http.StatusOK, status)
	first := object(t, body)["lessons"].([]any)[0].(map[string]any)
	assert.Equal(t, "elements", first["id"])
	assert.NotContains(t, first, "Chance")
	_, body = r.get(t, "/api/rules/elements")
	assert.Contains(t, body, `"word":"Karma"`)
	_, list := r.get(t, "/api/games")
	assert.Empty(t, object(t, list)["games"])

	for _, wish := range [][2]string{{"chess", "{}"}, {"elements", `{"lesson":"bridge"}`}} {
		status, body = r.request(t, http.MethodPost, "/api/learn/"+wish[0], wish[1])
		assert.Equal(t, http.StatusNotFound, status)
		assert.Equal(t, "no_lesson", object(t, body)["code"])
	}
	for _, field := range []string{"chance", "Chance", "key"} {
		status, body = r.request(t, http.MethodPost, "/api/games", `{"rules":"polity","seats":[{}],"`+field+`":"AAAA"}`)
		assert.Equal(t, http.StatusBadRequest, status, body)
	}
}

// TestPuzzle checks that a player can solve the first puzzle against its bot. All stops are set, so the
// server asks the player for each choice of the solution, except where a pass is the only option.
func TestPuzzle(t *testing.T) {
	t.Parallel()
	r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: builtin.Rulesets(), Store: store.NewMemory(), Limits: fast()})
	puzzle := builtin.Elements().Puzzles[0]
	status, body := r.get(t, "/api/learn/elements/puzzles/"+puzzle.ID)
	require.Equal(t, http.StatusOK, status, body)
	position := object(t, body)
	assert.Equal(t, []any{puzzle.Start.Seats[0].Deck, puzzle.Start.Seats[1].Deck}, position["decks"])
	_, list := r.get(t, "/api/games")
	assert.Empty(t, object(t, list)["games"], "a position is no game")
	status, body = r.request(t, http.MethodPost, "/api/learn/elements", `{"puzzle":"`+puzzle.ID+`"}`)
	require.Equal(t, http.StatusCreated, status, body)
	first := r.join(t, object(t, body)["id"].(string)).solve(&puzzle)
	assert.Equal(t, first, position["view"], "the game starts in the position")
	status, body = r.request(t, http.MethodPost, "/api/learn/elements", `{"puzzle":"none"}`)
	assert.Equal(t, http.StatusNotFound, status)
	assert.Equal(t, "no_puzzle", object(t, body)["code"])
	status, body = r.get(t, "/api/learn/elements/puzzles/none")
	assert.Equal(t, http.StatusNotFound, status)
	assert.Equal(t, "no_puzzle", object(t, body)["code"])
	_, body = r.get(t, "/api/bots")
	assert.NotContains(t, body, "Sphinx", "its only purpose is puzzles")
}

// solve makes the choices of a puzzle's solution until the game is over, and returns the first view.
func (c *client) solve(puzzle *rules.Puzzle) (first any) {
	c.t.Helper()
	c.send(`{"type":"settings","stops":["*"],"alone":true}`)
	answered, left := any(nil), puzzle.Solution
	for {
		m, err := c.read()
		require.NoError(c.t, err)
		if m["type"] == "over" {
			assert.Equal(c.t, []any{0.}, m["won"])
			break
		}
		decision, ok := m["decision"].(map[string]any)
		if !ok || decision["id"] == answered || decision["auto_ms"] != nil {
			continue
		}
		assert.EqualValues(c.t, puzzle.Turn, m["turn"])
		if answered == nil {
			first = m["view"]
		}
		answered = decision["id"]
		options := decision["options"].([]any)
		at := 0
		if len(options) > 1 {
			require.NotEmpty(c.t, left, options)
			at = slices.IndexFunc(options, func(o any) bool { return o.(map[string]any)["text"] == left[0] })
			require.GreaterOrEqual(c.t, at, 0, "%q is not among %v", left[0], options)
			left = left[1:]
		}
		c.choose(answered, options[at].(map[string]any)["id"])
	}
	assert.Empty(c.t, left)
	return first
}
