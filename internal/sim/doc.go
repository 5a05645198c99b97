// Package sim plays games while everything around them fails, and looks on. The
// actors are those of package game; the store, the network, the people and the
// processes are models, and the time is a bubble's of testing/synctest. One seed
// draws the game and every fault, and one thing happens at a time, so one seed gives
// one history, byte for byte.
//
// What is tried: processes that crash, freeze and wake; two owners of one game;
// records refused, kept without an answer, and kept long after it; a store that is
// full, silent or out of reach; connections that delay, break, and carry the same
// choice twice; people who stay away, some for so long that the others leave; games that
// sleep; choices that are taken back, draws that are agreed on, settings that answer by
// themselves, what is said and muted, and spectators who see late. Series, their results
// and ratings are tried by seeds as well, in package lobby.
//
// What is held, after every step:
//
//   - Nobody is told what the log does not lead to: each message is compared with what
//     another machine, which is fed by the log alone, would tell.
//   - Nothing acknowledged is lost, changed or reordered, and a choice counts once.
//   - Nobody is told that nothing has happened when it has.
//   - Only an owner that knows the whole log adds to it.
//   - What is answered for a seat is what its person wants, and nobody has agreed, or is
//     passed over as long gone, who has not or is not.
//   - A default is played when its seat has had its time, of which the log takes none, and a
//     bank pays for what was thought beyond that, and for nothing else.
//   - Offers stand as the log has them, a seat that has stopped passing is asked, a choice is
//     taken back once, and a bot stands in for nobody who is there.
//   - A restart finds what was there: the position, the banks, the offers, the settings.
//   - A seat is told the same in a world where all that it cannot know is dealt
//     again, and no secret of the game is in a byte that is sent.
//
// At the end the faults stop, and the game has to end: everybody is told, the end
// record is kept, a restart finds the same game, and no goroutine is left.
//
// Simulations run in tests only, because bubbles do:
//
//	go test ./sim -run TestSeeds -v -seeds 100000    # so many seeds
//	go test ./sim -run TestSeeds -v -for 60s         # as many as there is time for
//	go test ./sim -run TestSeeds -v -seeds 1 -seed 7 # one, step by step
package sim
