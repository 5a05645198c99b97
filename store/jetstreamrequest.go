package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// resendInterval is the interval at which an unanswered message is sent again, to reach a new leader
// or another replica.
const resendInterval = 250 * time.Millisecond

// request sends a message again and again until the function read accepts a response, for at most
// attemptTimeout. resent reports whether request sent several copies, so copies must be harmless.
// Several servers may respond to one message. A server that has just resumed reports at once that
// it knows no leader, while the leader's response is still in transit. So request ignores a
// temporary error and waits for another response.
func (j *JetStream) request(ctx context.Context, msg *nats.Msg, read func(answer *nats.Msg) error) (resent bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	msg.Reply = j.conn.NewInbox()
	answers, err := j.conn.SubscribeSync(msg.Reply)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, answers.Unsubscribe()) }()
	var said error // the latest temporary error
	for ; ; resent = true {
		if err := j.conn.PublishMsg(msg); err != nil {
			return resent, err
		}
		try, stop := context.WithTimeout(ctx, resendInterval)
		for try.Err() == nil {
			answer, err := answers.NextMsgWithContext(try)
			switch {
			case err == nil:
				err = read(answer)
			case try.Err() != nil:
				continue
			}
			if !isTemporary(err) {
				stop()
				return resent, err
			}
			said = err
		}
		stop()
		if ctx.Err() != nil {
			return resent, errors.Join(said, ctx.Err())
		}
	}
}

// requestJSON encodes a request as JSON. The request contains only strings, numbers and maps, so
// encoding cannot fail.
func requestJSON(of map[string]any) []byte {
	data, err := json.Marshal(of)
	if err != nil {
		panic(err)
	}
	return data
}

// An ack is a stream's response to a message or a batch.
type ack struct {
	Error *jetstream.APIError `json:"error"`
	Seq   uint64              `json:"seq"` // sequence of the last message
	Count int                 `json:"count"`
}

func readAck(answer *nats.Msg) (a ack, err error) {
	if err := json.Unmarshal(answer.Data, &a); err != nil {
		return a, fmt.Errorf("the stream sent an invalid response: %w", err)
	}
	if a.Error != nil {
		return a, a.Error
	}
	return a, nil
}

// isTemporary reports whether an error is temporary, as during an election or a restart.
func isTemporary(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == 429 || api.Code == 503 && !isFull(err) // too many requests, or no leader
	}
	return errors.Is(err, errStale) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrReconnectBufExceeded)
}

// isLackingServers reports whether there are too few servers for the replicas of a stream, as during
// the start of a cluster.
func isLackingServers(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == 10005
}

// fullCodes are the API error codes for full storage on the server, in the account or in the
// stream.
var fullCodes = []jetstream.ErrorCode{10023, 10047, 10077}

func isFull(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && slices.Contains(fullCodes, api.ErrorCode)
}

// isStreamMissing reports whether a stream does not exist.
func isStreamMissing(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamNotFound
}

// isSequenceConflict reports whether a stream refused a message because it had stored another message
// first. The cluster has a different error code for the time in which the other message is in
// progress. That code does not prove that the other message is stored.
func isSequenceConflict(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}
