package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ask returns a game's last record. A game without one has the zero tip.
func (j *JetStream) ask(ctx context.Context, game string) (last tip, err error) {
	for {
		n, err := j.count(ctx, game)
		if err == nil && n > 0 {
			last, err = j.newest(ctx, game)
		}
		if err == nil && last.records < n {
			err = errStale
		}
		if err == nil {
			j.remember(game, last)
			return last, nil
		}
		if ctx.Err() != nil || !passing(err) {
			return last, err
		}
		wait(ctx, pause)
	}
}

// lastMessage asks the leader of a stream for the last message of a subject. The sequence
// is 0 if there is none. The library would ask any replica.
func (j *JetStream) lastMessage(ctx context.Context, stream, subject string) (seq uint64, header nats.Header, text []byte, err error) {
	question, err := json.Marshal(map[string]string{"last_by_subj": subject})
	if err != nil {
		return 0, nil, nil, err
	}
	_, err = j.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.MSG.GET." + stream, Data: question}, func(answer *nats.Msg) error {
		var got struct {
			Error   *jetstream.APIError `json:"error"`
			Message struct {
				Seq    uint64 `json:"seq"`
				Header []byte `json:"hdrs"`
				Data   []byte `json:"data"`
			} `json:"message"`
		}
		if err := json.Unmarshal(answer.Data, &got); err != nil {
			return fmt.Errorf("answer of the stream's leader: %w", err)
		}
		if got.Error != nil {
			if got.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound {
				return nil
			}
			return got.Error
		}
		seq, text = got.Message.Seq, got.Message.Data
		header, err = nats.DecodeHeadersMsg(got.Message.Header)
		return err
	})
	return seq, header, text, err
}

// Read takes the records from whichever replica answers, and their number from the
// leader: a replica that is behind is asked again.
func (j *JetStream) Read(ctx context.Context, game string) ([][]byte, error) {
	if err := check(game, nil); err != nil {
		return nil, err
	}
	ctx, done, err := j.use(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	for {
		n, err := j.count(ctx, game)
		if err == nil && n == 0 {
			return nil, notFound(game)
		}
		if err == nil {
			var records [][]byte
			if records, err = j.records(ctx, game, n); err == nil {
				return records, nil
			}
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
		}
		wait(ctx, pause)
	}
}
