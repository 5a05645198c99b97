package arena

import "gamed/state"

// BotSeed returns the seed of a bot, for a benchmark with a custom game loop.
func BotSeed(m Match, n int, seat state.Seat) uint64 { return m.botSeed(n, seat) }
