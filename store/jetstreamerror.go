package store

import (
	"context"
	"errors"
	"slices"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// passing reports whether an error is one that a cluster gives while it elects or
// restarts, after which to try again.
func passing(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == 503 && !isFull(err)
	}
	return errors.Is(err, errStale) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrReconnectBufExceeded)
}

// noPeers reports whether too few servers are there to keep a stream. They may be on
// their way, when the cluster has just been started.
func noPeers(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == 10005
}

// The codes of the API that mean that there is no room: resources of the server,
// of the account, and bytes of the stream.
var fullCodes = []jetstream.ErrorCode{10023, 10047, 10077}

func isFull(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && slices.Contains(fullCodes, api.ErrorCode)
}

// wrongSequence reports whether a message was refused because another one has
// come before it. The code that a cluster gives while such a one is on its way is
// no proof of it, and is tried again.
func wrongSequence(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}
