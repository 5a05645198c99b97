package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// batch is how many records are asked for at once.
const batch = 1000

// ask returns a game's last record, and what it says. A game without one has the zero
// tip.
func (j *JetStream) ask(ctx context.Context, game string) (last tip, record []byte, err error) {
	for {
		n, err := j.count(ctx, game)
		if err == nil && n > 0 {
			last, record, err = j.leader(ctx, game)
		}
		if err == nil && last.records < n {
			err = errStale
		}
		if err == nil {
			j.remember(game, last)
			return last, record, nil
		}
		if ctx.Err() != nil || !passing(err) {
			return last, nil, err
		}
		wait(ctx, pause)
	}
}

// leader asks for the last record once. The answer may be old: see count.
func (j *JetStream) leader(ctx context.Context, game string) (last tip, record []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	seq, header, record, err := j.lastMessage(ctx, j.streamOf(game), j.subject(game))
	if err != nil || seq == 0 {
		return last, nil, err
	}
	n, err := strconv.ParseUint(header.Get(numberHeader), 10, 64)
	if err != nil {
		return last, nil, fmt.Errorf("number of the last record: %w", err)
	}
	return tip{n + 1, seq}, record, nil
}

// lastMessage asks the leader of a stream for the last message of a subject. The sequence
// is 0 if there is none. The library would ask any replica.
func (j *JetStream) lastMessage(ctx context.Context, stream, subject string) (seq uint64, header nats.Header, text []byte, err error) {
	question, err := json.Marshal(map[string]string{"last_by_subj": subject})
	if err != nil {
		return 0, nil, nil, err
	}
	answer, _, err := j.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.MSG.GET." + stream, Data: question})
	if err != nil {
		return 0, nil, nil, err
	}
	var got struct {
		Error   *jetstream.APIError `json:"error"`
		Message struct {
			Seq    uint64 `json:"seq"`
			Header []byte `json:"hdrs"`
			Data   []byte `json:"data"`
		} `json:"message"`
	}
	if err := json.Unmarshal(answer.Data, &got); err != nil {
		return 0, nil, nil, fmt.Errorf("answer of the stream's leader: %w", err)
	}
	if got.Error != nil {
		if got.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound {
			return 0, nil, nil, nil
		}
		return 0, nil, nil, got.Error
	}
	if header, err = nats.DecodeHeadersMsg(got.Message.Header); err != nil {
		return 0, nil, nil, fmt.Errorf("header of the last message: %w", err)
	}
	return got.Message.Seq, header, got.Message.Data, nil
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

// records reads all records of a game, of which there are n or more.
func (j *JetStream) records(ctx context.Context, game string, n uint64) (records [][]byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	inbox := j.conn.NewInbox()
	answers, err := j.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, answers.Unsubscribe()) }()
	var last uint64
	for seq := uint64(1); uint64(len(records)) < n; {
		question, err := json.Marshal(map[string]any{"seq": seq, "next_by_subj": j.subject(game), "batch": batch})
		if err != nil {
			return nil, err
		}
		if err := j.conn.PublishRequest("$JS.API.DIRECT.GET."+j.streamOf(game), inbox, question); err != nil {
			return nil, err
		}
		next := seq
		for {
			msg, err := answers.NextMsgWithContext(ctx)
			if err != nil {
				return nil, err
			}
			if status := msg.Header.Get("Status"); status != "" { // 204 ends a batch, 404 is nothing at all
				break
			}
			at, err := strconv.ParseUint(msg.Header.Get("Nats-Sequence"), 10, 64)
			if err != nil {
				return nil, fmt.Errorf("sequence of a record: %w", err)
			}
			records = append(records, msg.Data)
			last, next = at, at+1
		}
		if next == seq {
			return nil, errStale
		}
		seq = next
	}
	j.remember(game, tip{uint64(len(records)), last})
	return records, nil
}

func (j *JetStream) Games(ctx context.Context) ([]string, error) { return j.list(ctx, j.logs) }

func (j *JetStream) Live(ctx context.Context) ([]string, error) {
	return j.list(ctx, []jetstream.Stream{j.live})
}

// list returns the games that have a subject in one of the streams.
func (j *JetStream) list(ctx context.Context, streams []jetstream.Stream) (games []string, err error) {
	ctx, done, err := j.use(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	for _, s := range streams {
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(">"))
		if err != nil {
			return nil, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
		}
		for subject := range info.State.Subjects {
			games = append(games, subject[strings.LastIndexByte(subject, '.')+1:])
		}
	}
	slices.Sort(games)
	return games, nil
}

func (j *JetStream) streamOf(game string) string {
	return fmt.Sprintf("GAMED_%s_%d", j.cluster, hash(game)%streams)
}
