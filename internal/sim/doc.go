// Package sim plays games while everything around them fails, and checks every message. The
// actors are those of package game. The store, network, people and processes are models,
// and time is that of a testing/synctest bubble. One seed determines the game and every
// fault, and one thing happens at a time, so a seed gives the same history, byte for byte.
//
// The faults and events: processes crash, freeze and recover; two processes own one game;
// the store refuses records, keeps them without an answer or long afterwards, is full,
// silent or unreachable; connections delay, break, and repeat a choice; players stay away,
// some until the others leave; games are unloaded; players undo choices, agree on draws,
// change settings, chat and mute; spectators watch with a delay. Package lobby simulates
// series, results and ratings in the same way.
//
// After every step these hold:
//
//   - Each message equals that of a second machine, which reads only the log.
//   - No acknowledged request is lost, changed or reordered, and each counts once.
//   - No client is told that a kept choice was lost.
//   - Only an owner that knows the whole log appends to it.
//   - Automatic answers, agreements and departures match the wishes of their players.
//   - A default comes only after the seat's full time, without the time of the log. Banks
//     pay for overtime and nothing else.
//   - Offers match the log, a choice is undone at most once, and a bot stands in only for an
//     absent player.
//   - A restart finds the same position, banks, offers and settings.
//   - Redealing everything hidden from a seat changes none of its messages, and no message
//     contains a secret of the game.
//
// At the end the faults stop. The game must end, every client learns of it, the log has the
// end record, a restart finds the same game, and no goroutine is left.
//
// Bubbles exist in tests only, so simulations do too:
//
//	go test ./internal/sim -run TestSeeds -v -seeds 100000    # this many seeds
//	go test ./internal/sim -run TestSeeds -v -for 60s         # seeds for a minute
//	go test ./internal/sim -run TestSeeds -v -seeds 1 -seed 7 # one seed, step by step
package sim
