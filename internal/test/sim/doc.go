// Package sim plays games while everything around them fails, and checks every message. The games
// are the actors of package game. The store, network, people and processes are simulated. Time is
// simulated in a testing/synctest bubble. One seed determines the game and every fault. Only one
// event happens at a time, so a seed always gives the same history, byte for byte.
//
// These are the faults and events. Processes crash, freeze and recover. Two processes own one game.
// The store rejects records, stores them without a response or long afterwards, and is full,
// unresponsive or unreachable. The disk returns damaged or older records for a while, until an
// operator repairs it. Connections are slow or break, and clients send a choice twice. Players stay
// away, some for so long that the others may end the game. Idle games are unloaded from memory.
// Players undo choices, agree on draws, change settings, chat and mute. Spectators watch with a
// delay. Package lobby simulates series, results and ratings in the same way.
//
// After every step these invariants hold:
//
//   - Each message equals that of a second machine, which reads only the log.
//   - No acknowledged request is lost, changed or reordered, and each one takes effect once.
//   - No message says that a choice was lost if the choice is stored.
//   - Only an owner that has read the whole log appends to it.
//   - Automatic answers, agreements and exits match the requests of the players. An automatic
//     answer comes no earlier than game.Pause after the decision opened. The server passes at a
//     stop only if it would also do so with any other hand.
//   - The default option is chosen only after the seat's full time, which excludes log latency.
//     A bank is charged only for the time beyond the time per decision.
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
