package game

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"gamed/store"
)

// AppendEpoch notes in the log of a game, which has so many records, that node runs it
// from here on, and returns the record. Whoever ran it before cannot write any more,
// frozen and woken or not. The error is the log's: with [store.ErrFenced] somebody
// else has written meanwhile.
func AppendEpoch(ctx context.Context, log store.Log, game string, records uint64, node string) ([]byte, error) {
	line, err := json.Marshal(&Record{T: "epoch", Epoch: node})
	if err == nil {
		err = log.Append(ctx, game, records, line)
	}
	if err != nil {
		return nil, fmt.Errorf("game %s: epoch %s: %w", game, node, err)
	}
	return line, nil
}

// Epoch returns who has the last epoch record of a log, "" if there is none.
func Epoch(records [][]byte) string {
	for i := len(records) - 1; i >= 0; i-- {
		if !bytes.HasPrefix(records[i], []byte(`{"t":"epoch"`)) {
			continue
		}
		var r Record
		if json.Unmarshal(records[i], &r) == nil {
			return r.Epoch
		}
	}
	return ""
}
