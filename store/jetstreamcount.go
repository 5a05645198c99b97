package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// errStale is an answer that is older than what is known: it is asked for again.
var errStale = errors.New("a server of NATS is behind")

// heard is how long ago the leader of a stream may have heard from a replica. No other
// one can be elected for 4 s after that.
const heard = 3 * time.Second

// count asks the leader of a game's stream how many records the game has. A server that
// wakes up answers as the leader that it was, and knows nothing of its successor yet, so the
// word of one that has not heard of half of the others for a while does not count.
func (j *JetStream) count(ctx context.Context, game string) (records uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	question, err := json.Marshal(map[string]string{"subjects_filter": j.subject(game)})
	if err != nil {
		return 0, err
	}
	answer, _, err := j.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.INFO." + j.streamOf(game), Data: question})
	if err != nil {
		return 0, err
	}
	var info struct {
		Error   *jetstream.APIError   `json:"error"`
		State   jetstream.StreamState `json:"state"`
		Cluster jetstream.ClusterInfo `json:"cluster"`
	}
	if err := json.Unmarshal(answer.Data, &info); err != nil {
		return 0, fmt.Errorf("answer of the stream's leader: %w", err)
	}
	if info.Error != nil {
		return 0, info.Error
	}
	if all := len(info.Cluster.Replicas) + 1; all > 1 {
		with := 1
		for _, r := range info.Cluster.Replicas {
			if r.Active > 0 && r.Active < heard {
				with++
			}
		}
		if info.Cluster.Leader == "" || 2*with <= all {
			return 0, errStale
		}
	}
	return info.State.Subjects[j.subject(game)], nil
}
