package gamefile_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/rules/cardsim/gamefile"
)

// TestReason checks the reason of a disabled option to which the file gives no reason. The reason
// names titles and public facts only.
func TestReason(t *testing.T) {
	const hidden = ""
	for needs, want := range map[string]string{
		`gloom < 3 and in_deck("judas")`: hidden,
		`gold > 50 and gloom < 3`:        hidden,
		`gloom_shown < 0`:                "needs Gloom Shown below 0",
		`in_deck("feast")`:               hidden,
		`runs("ada_is_the_traitor")`:     hidden,
		`played("judas") > 0`:            hidden,
		`in_hand("judas")`:               hidden,
		`gold > 50 ? true : false`:       hidden,

		`gold > 50`:                            "needs The Purse (coins) above 50",
		`gold >= 50 or turn > 9`:               "needs The Purse (coins) at least 50 or turn above 9",
		`lit`:                                  "needs Lit",
		`not lit and lit`:                      "needs not Lit and Lit",
		`not (lit or not lit)`:                 "needs not (Lit or not Lit)",
		`lit == true`:                          "needs Lit is yes",
		`season != "summer"`:                   "needs Season is not summer",
		`season in ["autumn", "winter"]`:       "needs Season in autumn, winter",
		`gold * (2 - turn) > 1.5 + max(1, 90)`: "needs The Purse (coins) * (2 - turn) above 1.5 + max(1, 90)",
		`gold - (1 - 2) < -5`:                  "needs The Purse (coins) - (1 - 2) below -5",
		`played("feast") >= 2`:                 "needs decisions on “The Feast” at least 2",
		`in_hand("by_season")`:                 "needs “by season” in hand",
		`hand_size > 4 and deck_size > 9 and actions_left > 3`: "needs cards in hand above 4 and cards in the deck above 9 and actions left above 3",
	} {
		t.Run(needs, func(t *testing.T) {
			g := load(t, `
game: reasons
stats:
  gold: {title: The Purse, start: 10, unit: coins}
  gloom: {start: 7, hidden: true}
  gloom_shown: {formula: gloom * 2}
  lit: {start: false}
  season: {start: summer}
cards:
  day:
    title: Day
    cooldown: 1
    options: [{text: wait}, {text: act, needs: '`+strings.ReplaceAll(needs, "'", "''")+`'}]
  feast: {title: The Feast, deck: false, options: [{text: eat}]}
  by_season: {title: "In ${season}", deck: false, options: [{text: eat}]}
  judas: {title: The Kiss, deck: false, secret: true, options: [{text: weep}]}
rules:
  ada_is_the_traitor: {off: true, add: {gloom: 1}}
`)
			option := player(deal(t, g, 1)).View().Hand[0].Options[1]
			require.False(t, option.Enabled)
			assert.Equal(t, want, option.Reason)
		})
	}
}

// TestReasonOfFields checks that reasons use the titles of the fields of a game in Go, and no
// hidden field.
func TestReasonOfFields(t *testing.T) {
	const hidden = ""
	for needs, want := range map[string]string{
		"treasury > 99":     "needs Treasury above 99",
		"public_trust > 99": "needs Public Trust above 99",
		"stock > 99":        "needs Stock above 99",
		"wealth > 99":       "needs Wealth above 99",
		"unrest < 1":        hidden,
		"risk < 1":          hidden,
		`ruler == "Bob"`:    hidden,
		"at_war":            hidden,
	} {
		g := newLand()
		require.NoError(t, gamefile.Into(g, "land.yaml", []byte("cards: {f: {title: F, cooldown: 1, options: [{text: wait}, {text: act, needs: '"+needs+"'}]}}")))
		g.Deck = []string{"f"}
		built, err := g.Build()
		require.NoError(t, err)
		p := deal(t, built, 1).(*cardsim.Machine[*land]).Player()
		assert.Equal(t, want, p.View().Hand[0].Options[1].Reason, needs)
	}
}

// TestWarningsOfRules checks that warnings name the line of the file and neither a hidden
// stat nor a call of the library.
func TestWarningsOfRules(t *testing.T) {
	for _, debug := range []string{"0", "1"} {
		g := load(t, `game: warn
stats:
  gold: {start: 1}
  gloom: {start: 0, hidden: true}
cards:
  day: {title: The Day, cooldown: 1, options: [{text: go}]}
rules:
  night_falls:
    title: Night Falls
    set:
      gloom: gold / (gold - gold)
`)
		m := dealDebug(t, g, debug)
		told := choose(t, m, "The Day: go")
		want := `rule "Night Falls" of step 0: test.yaml:11: the result is not a number, for example after division by 0; the stat keeps its value`
		if debug == "1" {
			want = strings.Replace(want, "Night Falls", "night_falls", 1)
		}
		assert.Equal(t, want, told[len(told)-1])
	}
}
