// Package sim plays games while everything around them fails, and checks every message. The
// actors come from package game. The store, network, people and processes are models. Time is
// simulated in a testing/synctest bubble. One seed determines the game and every fault. Only
// one thing happens at a time, so a seed always gives the same history, byte for byte.
//
// These are the faults and events. Processes crash, freeze and recover. Two processes own one game.
// The store rejects records, stores them without a response or long afterwards, and is full,
// unresponsive or unreachable. The disk returns damaged or older records for a while, until an
// operator repairs it. Connections are delayed, break, and repeat a choice. Players stay away, some
// until the others leave. Games are unloaded. Players undo choices, agree on draws, change
// settings, chat and mute. Spectators watch with a delay. Package lobby simulates series, results
// and ratings in the same way.
//
// After every step these invariants hold:
//
//   - Each message equals that of a second machine, which reads only the log.
//   - No acknowledged request is lost, changed or reordered, and each one takes effect once.
//   - No client receives a message that a stored choice was lost.
//   - Only an owner that has read the whole log appends to it.
//   - Automatic answers, agreements and departures match the requests of the players. An
//     automatic answer comes after the pause. The server passes at a stop only if it would also do so
//     with any other hand.
//   - The default option is chosen only after the seat's full time, which excludes log latency.
//     Banks pay for overtime and nothing else.
//   - Offers match the log, and a choice is undone at most once. A bot plays only for an absent
//     player.
//   - A restart recovers the same position, banks, offers and settings.
//   - Redealing everything hidden from a seat changes none of its messages, and no message
//     contains a secret of the game.
//
// At the end the faults stop. The game must end, and every client must be informed of the
// end. The log must have the end record, a restart must recover the same game, and no
// goroutine may be left.
//
// Synctest bubbles exist only in tests, so simulations run only as tests:
//
//	go test ./internal/test/sim -run TestSeeds -v -seeds 100000    # this many seeds
//	go test ./internal/test/sim -run TestSeeds -v -seeds 1 -seed 7 # one seed, step by step
package sim
