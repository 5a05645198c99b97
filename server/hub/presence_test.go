package hub

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestPresences checks how long a player counts as present and as seated in a game, and that
// presences drops old entries.
func TestPresences(t *testing.T) {
	var p presences
	now := time.UnixMilli(1_800_000_000_000)
	check := func(want map[string]Presence) {
		t.Helper()
		assert.Equal(t, want, p.presentAmong([]string{"ada", "ben"}, now))
	}
	none, here, playing := map[string]Presence{}, map[string]Presence{"ada": {}}, map[string]Presence{"ada": {Game: "0123456789"}}
	check(none)
	p.note("ada", "", now)
	check(here)
	now = now.Add(time.Second)
	p.note("ada", "0123456789", now)
	check(playing)
	for range 3 { // the lobby in a second tab changes nothing
		now = now.Add(NoteEvery)
		p.note("ada", "", now)
		check(playing)
		p.note("ada", "0123456789", now)
		check(playing)
	}
	now = now.Add(PresenceLife)
	check(playing)
	now = now.Add(time.Millisecond)
	check(none)
	p.note("ada", "", now)
	check(here)
	for range 3 {
		now = now.Add(PresenceLife)
		p.note("eve", "", now)
	}
	assert.Len(t, p.notes, 1)
}
