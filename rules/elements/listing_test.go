package elements

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

// TestOutcomes checks the effects that the card list names for some cards and powers.
func TestOutcomes(t *testing.T) {
	play := map[string][]state.EffectPreview{
		"Spark":           {{Do: "damage", N: 2}},
		"Ashes Speak":     {{Do: "damage", N: 1, Per: "past"}},
		"Deep Rain":       {{Do: "boost", N: 1, M: 1, Per: "beings"}},
		"Trial of Horns":  {{Do: "boost", N: 1, M: 1}, {Do: "fight"}},
		"War Shout":       {{Do: "wake"}, {Do: "boost", N: 2}},
		"Last Rites":      {{Do: "destroy"}},
		"Quick Temper":    nil, // the player chooses when it takes effect
		"Silent Sentence": {{Do: "destroy"}},
		"Ultimatum":       nil, // no target
		"Furnace Ox":      nil,
	}
	use := map[string][]state.EffectPreview{"Pyre Imp": {{Do: "damage", N: 1}}, "Great Orrery": {{Do: "damage", N: 1, Per: "items"}}}
	for _, info := range cardInfos() {
		if want, ok := play[info.Name]; ok {
			assert.Equal(t, want, info.Play, info.Name)
			delete(play, info.Name)
		}
		if want, ok := use[info.Name]; ok {
			assert.Equal(t, want, info.Use, info.Name)
			delete(use, info.Name)
		}
	}
	assert.Empty(t, play)
	assert.Empty(t, use)
}

// TestOneAim checks that a card that lists the effects of its activated power has no other power with a
// target. So if a frame of the card has a target, a client knows which power the frame runs.
func TestOneAim(t *testing.T) {
	for k := range cards[1:] {
		d := &cards[k+1]
		if len(outcomes(d.Use)) == 0 {
			continue
		}
		for _, p := range []Power{d.Sunrise, d.Sunset, d.Arrives, d.Dies, d.Damaged, d.Healed, d.Wakes, d.Reacts} {
			assert.Zero(t, p.Aim, d.Name)
		}
	}
}
