// Package farm spreads the games of matches over the workers of many machines, by
// way of a NATS cluster with JetStream.
//
// The [Coordinator] cuts a match into chunks of whole pairs and puts them on a
// work queue. A [Worker] takes a chunk, says that it is at work until it is done,
// and publishes the lines of the games. What a lost worker had taken goes to
// another one. Each chunk counts once, and they count in the order of the games,
// so a match comes to the same result, digest and SPRT as on one machine. A [Run] is
// several matches, such as the pairings of a tournament: chunks of the next ones are
// played while some of the first are missed.
//
// What goes over NATS, where CLUSTER is the name of the farm and ID that of a run:
//
//   - gamed.CLUSTER.arena.open: what runs there are, told by their coordinators
//     every second, so that workers come in at any time. The reply subject is where
//     workers say that they are there, or why they take no part.
//   - gamed.CLUSTER.arena.ask: a worker has started and wants to be told at once.
//   - gamed.CLUSTER.arena.work.ID, in the stream GAMED_CLUSTER_WORK: the chunks, for
//     the consumer match-ID.
//   - gamed.CLUSTER.arena.result.ID, in the stream GAMED_CLUSTER_RESULTS: what was
//     played.
//
// The games of bots in this program are a function of the match. So a worker's
// first chunk and one in fifty of the others is given to a second worker as well,
// and where the two differ the coordinator plays it itself: a worker that was
// wrong takes no further part. Whether the outcomes of a worker's games are like
// those of the others is tested as well, for bots of any kind.
package farm
