package buyrules_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai/buyrules"
	"gamed/rules/dominion"
	"gamed/state"
)

func parse(t testing.TB, text string) *buyrules.Rules {
	t.Helper()
	r, err := buyrules.Parse("test.txt", text)
	require.NoError(t, err)
	return r
}

func kind(t testing.TB, name string) state.Kind {
	t.Helper()
	k, known := dominion.KindOf(name)
	require.True(t, known, name)
	return k
}

// TestParse checks the error of each kind of invalid file.
func TestParse(t *testing.T) {
	const terms = "expected a whole number, money, turn, coins, buys, left(CARD), owned(CARD) or owned(TYPE), found "
	for text, want := range map[string]string{
		"":                                `test.txt: no rules: expected at least a line with a card to buy, such as Province`,
		"# nothing\n\n play: Village # x": `test.txt: no rules: expected at least a line with a card to buy, such as Province`,

		"Province\n\tGoold":     `test.txt:2:2: unknown card "Goold": did you mean "Gold"?`,
		"province":              `test.txt:1:1: unknown card "province": did you mean "Province"?`,
		"Xyzzy":                 `test.txt:1:1: unknown card "Xyzzy"`,
		"Gold when coins > 6":   `test.txt:1:6: expected "if" or the end of the line after Gold, found "when coins > 6"`,
		"if money > 3":          `test.txt:1:1: expected a card to buy before "if"`,
		"Gold if":               `test.txt:1:8: ` + terms + `the end of the line`,
		"Gold if ( 3 > 2":       `test.txt:1:9: ` + terms + `"("`,
		"Gold if monney > 3":    `test.txt:1:9: ` + terms + `"monney": did you mean money?`,
		"Gold if Copper > 3":    `test.txt:1:9: ` + terms + `"Copper"`,
		"Gold if money":         `test.txt:1:14: expected one of < <= > >= =, found the end of the line`,
		"Gold if money == 3":    `test.txt:1:15: expected one of < <= > >= =, found "=="`,
		"Gold if money is 3":    `test.txt:1:15: expected one of < <= > >= =, found "is"`,
		"Gold if money * 2/3<1": `test.txt:1:18: expected one of < <= > >= =, found "/"`,
		"Gold if money >":       `test.txt:1:16: ` + terms + `the end of the line`,
		"Gold if money > -1":    `test.txt:1:17: ` + terms + `"-"`,
		"Gold if money > 3 4":   `test.txt:1:19: expected "and" or the end of the line, found "4"`,
		"Gold if 1 < 2 or 2 < 3": `test.txt:1:15: expected "and" or the end of the line, found "or": ` +
			`write a second line for Gold instead`,
		"Gold if 1 < 2 and":          `test.txt:1:18: ` + terms + `the end of the line`,
		"Gold if 1 < 2 and and 1":    `test.txt:1:19: ` + terms + `"and"`,
		"Gold if 2000000 > 1":        `test.txt:1:9: 2000000 is too large: the maximum is 1000000`,
		"Gold if money / 0 > 1":      `test.txt:1:17: division by 0`,
		"Gold if money / x > 1":      `test.txt:1:17: expected a whole number, found "x"`,
		"Gold if money *":            `test.txt:1:16: expected a whole number, found the end of the line`,
		"Gold if left > 1":           `test.txt:1:14: expected ( and a name after left, found ">"`,
		"Gold if owned":              `test.txt:1:14: expected ( and a name after owned, found the end of the line`,
		"Gold if owned(Gold > 1":     `test.txt:1:23: expected ) after the name, found the end of the line`,
		"Gold if owned() > 1":        `test.txt:1:15: expected a name between the parentheses`,
		"Gold if left(Treasure) > 1": `test.txt:1:14: Treasure is a type: left takes the name of a card`,
		"Gold if left(Gould) > 1":    `test.txt:1:14: unknown card "Gould": did you mean "Gold"?`,
		"Gold if owned(Tresure) > 1": `test.txt:1:15: unknown card or type "Tresure": did you mean "Treasure"?`,

		"play:\nGold":                          `test.txt:1:6: expected the name of an Action`,
		"play: Village,\nGold":                 `test.txt:1:15: expected the name of an Action`,
		"play: Village, Smity\nGold":           `test.txt:1:16: unknown card "Smity": did you mean "Smithy"?`,
		"play: Gold\nGold":                     `test.txt:1:7: Gold is not an Action; Treasures are always played`,
		"play: Moat,Moat\nGold":                `test.txt:1:12: Moat is named twice: remove one`,
		"Gold\nplay: Moat\nplay: Smithy\n":     `test.txt:3:1: line 2 already has the play: line; add the names there`,
		"Gold # ä\n  Throne Rooom if 1 < 2":    `test.txt:2:3: unknown card "Throne Rooom": did you mean "Throne Room"?`,
		"Gold if äöü > 2":                      `test.txt:1:9: ` + terms + `"äöü"`,
		"Gold if 1 < 2 and left(King Court)>1": `test.txt:1:24: unknown card "King Court": did you mean "King's Court"?`,
	} {
		_, err := buyrules.Parse("test.txt", text)
		assert.EqualError(t, err, want, "%q", text)
	}
}

// TestParseGood checks that Parse accepts unusual spacing, line ends and names, and returns the right
// cards.
func TestParseGood(t *testing.T) {
	r := parse(t, strings.ReplaceAll(`
# King's Courts, and a comment.
play: King's Court, Village,Smithy

 King's Court   if owned(King's Court) < 2 and turn*2>=3 # here too
Fool's Gold if left( Fool's Gold )<=owned(Treasure)/3 and buys=2
Throne Room if 1<2
Curse if owned(Curse)<owned(Attack)and coins>money
`, "\n", "\r\n"))
	var names []string
	for _, k := range r.Cards() {
		names = append(names, dominion.DefOf(k).Name)
	}
	assert.Equal(t, []string{"Curse", "Throne Room", "King's Court", "Fool's Gold"}, names)
}

// TestDocumentation checks that Parse accepts the example in the documentation.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile("../../docs/dominion.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "## Buy rules\n")
	require.True(t, found)
	parse(t, strings.Split(section, "```")[1])
}

func TestStrategies(t *testing.T) {
	for _, s := range buyrules.Strategies {
		assert.NotEmpty(t, s.About)
		assert.Contains(t, s.Cards(), dominion.Province)
	}
}

// FuzzParse checks that Parse returns an error or playable rules for any text.
func FuzzParse(f *testing.F) {
	f.Add("Province if money > 18 and left(Province) <= 4\nplay: Village\nSmithy if owned(Smithy) < owned(Treasure) / 11")
	f.Add("Gold if 1 < 2 or 3 < 4")
	f.Add("King's Court # if\n  if 1/")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := buyrules.Parse("f", text)
		if err != nil {
			assert.True(t, strings.HasPrefix(err.Error(), "f:"), "%v", err)
			return
		}
		a := shop(numbers{dominion.Money: 7, dominion.Turn: 1}, r.Cards()...)
		assert.Contains(t, a.Options, r.Choose(a))
	})
}
