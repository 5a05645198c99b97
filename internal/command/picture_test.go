package command

import (
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

var update = flag.Bool("update", false, "draw the picture of the README again, and write the outputs of its commands")

// TestPicture draws the picture of the README: a game between two greedy bots, as the terminal
// shows it to seat 0. It does not compare the picture in the repository, because every new card
// would make that comparison fail. With -update it replaces that picture:
//
//	go test ./internal/command -run Picture -update
func TestPicture(t *testing.T) {
	var screen []string
	for seed := uint64(1); screen == nil; seed++ {
		screen = playToResponse(t, seed)
	}
	svg := drawSVG("gamed play elements --bot greedy", screen)
	require.NoError(t, xml.Unmarshal([]byte(svg), new(struct{})), "the picture is well formed")
	assert.Less(t, len(svg), 200_000)
	if *update {
		require.NoError(t, os.WriteFile(filepath.FromSlash("../../docs/picture.svg"), []byte(svg), 0o644))
	}
}

// playToResponse plays until, in turn 8 or later, seat 0 has several responses to a play by the other
// seat. It returns the lines of the screen, or nil if that never happens.
func playToResponse(t *testing.T, seed uint64) []string {
	var out strings.Builder
	chance := table.NewChance(table.KeyFrom(seed, 0))
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: state.Seed(chance.Next())})
	require.NoError(t, err)
	play := &terminal{m: m, chance: chance, out: &out}
	bot, err := builtinGames()[0].bot("greedy")
	require.NoError(t, err)
	bots := [2]ai.Bot{bot.New(1), bot.New(2)}
	for m.Awaiting() != 0 {
		seat := m.Next()
		options := m.Options(seat, nil)
		if seat == 0 && m.Turn() >= 8 && len(options) >= 4 && strings.Contains(m.Draw(0), "> play(1") {
			board{play, options, play.labels(options)}.show(&out)
			lines := strings.Split(out.String()+"> ", "\n")
			return lines[max(0, len(lines)-34):]
		}
		play.apply(seat, bots[seat].Choose(ai.NewAsk(m, seat, options)))
	}
	return nil
}

// The colours of lines, by the beginning of a line.
var colours = []struct {
	line   *regexp.Regexp
	colour string
}{
	{regexp.MustCompile(`^  - `), "#8b949e"},
	{regexp.MustCompile(`^turn `), "#79c0ff"},
	{regexp.MustCompile(`^seat `), "#e6edf3"},
	{regexp.MustCompile(`^ +\d+  `), "#7ee787"},
	{regexp.MustCompile(`^  t\d+ `), "#ffa657"},
	{regexp.MustCompile(``), "#c9d1d9"},
}

// drawSVG draws lines of text as a terminal shows them. It writes non-breaking spaces,
// because browsers collapse other spaces.
func drawSVG(title string, lines []string) string {
	const width, lineHeight, top = 860, 19, 58
	height := top + lineHeight*len(lines)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n", title)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="8" fill="#0d1117"/>`+"\n", width, height)
	for i, colour := range []string{"#ff5f56", "#ffbd2e", "#27c93f"} {
		fmt.Fprintf(&b, `<circle cx="%d" cy="20" r="6" fill="%s"/>`+"\n", 20+20*i, colour)
	}
	b.WriteString(`<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">` + "\n")
	fmt.Fprintf(&b, `<text x="%d" y="25" fill="#8b949e" text-anchor="middle">%s</text>`+"\n", width/2, title)
	for i, line := range lines {
		for _, c := range colours {
			if c.line.MatchString(line) {
				fmt.Fprintf(&b, `<text x="20" y="%d" fill="%s">`, top+lineHeight*i, c.colour)
				break
			}
		}
		_ = xml.EscapeText(&b, []byte(strings.ReplaceAll(line, " ", "\u00a0"))) // a Builder does not fail
		b.WriteString("</text>\n")
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}
