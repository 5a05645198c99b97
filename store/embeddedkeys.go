package store

import "encoding/binary"

// The first bytes of the keys.
const (
	anyGame  = 'g' // and the id: there is such a game
	liveGame = 'l' // and the id: it has not been finished
	valueOf  = 'k' // and a bucket, a 0, and a key: see kvembedded.go
	started  = 'n' // alone: how often values have been written to since a start
	recordOf = 'r' // and the id, a 0, and the record's number with its highest byte first
)

func key(prefix byte, game string, end ...byte) []byte {
	k := make([]byte, 0, 1+len(game)+1+8)
	return append(append(append(k, prefix), game...), end...)
}

func recordKey(game string, n uint64) []byte {
	return appendRecordKey(make([]byte, 0, recordKeyLen(game)), game, n)
}

func appendRecordKey(k []byte, game string, n uint64) []byte {
	return binary.BigEndian.AppendUint64(append(append(append(k, recordOf), game...), 0), n)
}

func recordKeyLen(game string) int { return 1 + len(game) + 1 + 8 }
