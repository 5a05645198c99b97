// Package farm distributes the games of matches to workers on many machines, through a NATS
// cluster with JetStream.
//
// The [Coordinator] cuts a match into chunks of complete pairs and puts them on a work queue. A
// [Worker] takes a chunk, renews its lease on the chunk while playing, and publishes the lines of
// the games. A lost worker's chunks go to other workers. Each chunk counts once, in the order of
// the games. A match therefore has the same result, digest and SPRT as on one machine. A [Run] is a
// sequence of matches, such as the pairings of a tournament. Idle workers start the next match
// early.
//
// In the following subjects, CLUSTER is the name of the farm and ID identifies the run:
//
//   - gamed.CLUSTER.arena.open: coordinators announce their runs every second, so
//     that workers may join at any time. Workers reply that they take part, or why
//     not.
//   - gamed.CLUSTER.arena.ask: a new worker asks for announcements.
//   - gamed.CLUSTER.arena.work.ID, in the stream GAMED_CLUSTER_WORK: the chunks, for
//     the consumer match-ID.
//   - gamed.CLUSTER.arena.result.ID, in the stream GAMED_CLUSTER_RESULTS: the games.
//
// Games between built-in bots are reproducible. So a second worker repeats each worker's first
// chunk and, on average, one in fifty later chunks. If the results differ, the coordinator plays
// the chunk itself and dismisses the worker with the wrong result. For all bots, a statistical test
// compares the outcomes of each worker with the outcomes of the other workers.
package farm
