package arena

import "gamed/state"

// BotSeed is for a benchmark that plays the games of a match by itself.
func BotSeed(m Match, n int, seat state.Seat) uint64 { return m.botSeed(n, seat) }
