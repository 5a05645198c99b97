package builtin_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/rules/builtin"
)

// TestElementsSunset checks what the glossary and the lessons of Elements say about waking. Some
// Beings, such as Shield Bearer, wake at their player's sunset. So a text that names the sunrise as
// the time of waking must also name the sunset. The steps of a lesson are exempt, because a step
// describes the Beings of its position.
func TestElementsSunset(t *testing.T) {
	game := builtin.Elements()
	wakesAtSunset := false
	for _, card := range game.Info().Cards {
		wakesAtSunset = wakesAtSunset || strings.Contains(strings.ToLower(card.Text), "wakes at your sunset")
	}
	assert.True(t, wakesAtSunset, "no card wakes at its player's sunset")
	texts := make(map[string]string)
	for _, word := range game.Words {
		texts["glossary, "+word.Word] = word.Means
	}
	for _, lesson := range game.Lessons {
		texts["lesson "+lesson.ID+", end"] = lesson.End
		texts["lesson "+lesson.ID+", between"] = lesson.Between
	}
	untilSunrise := regexp.MustCompile(`(?i)\b(wakes?|sleeps?|asleep)\b[^.]*\b(at|until)\b[^.]*\bsunrise`)
	found := 0
	for place, text := range texts {
		if untilSunrise.MatchString(text) {
			found++
			assert.Contains(t, text, "sunset", place)
		}
	}
	assert.Positive(t, found, "no text says when a Being wakes")
}
