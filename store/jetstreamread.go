package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// readTip reads the tip of a game from the cluster. A game without records has the zero tip.
func (j *JetStream) readTip(ctx context.Context, game string) (last tip, err error) {
	for {
		n, err := j.countRecords(ctx, game)
		if err == nil && n > 0 {
			last, err = j.readNewest(ctx, game)
		}
		if err == nil && last.records < n {
			err = errStale
		}
		if err == nil {
			j.rememberTip(game, last)
			return last, nil
		}
		if ctx.Err() != nil || !isTemporary(err) {
			return last, err
		}
		wait(ctx, retryPause)
	}
}

// lastMessage requests the last message on a subject from the leader of a stream. The sequence is 0 if
// there is no message. The methods of the client library do not guarantee this: they may read from
// any replica.
func (j *JetStream) lastMessage(ctx context.Context, stream, subject string) (seq uint64, at time.Time, header nats.Header, text []byte, err error) {
	_, err = j.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.MSG.GET." + stream, Data: requestJSON(map[string]any{"last_by_subj": subject})}, func(answer *nats.Msg) error {
		var got struct {
			Error   *jetstream.APIError `json:"error"`
			Message struct {
				Seq    uint64    `json:"seq"`
				Header []byte    `json:"hdrs"`
				Data   []byte    `json:"data"`
				Time   time.Time `json:"time"`
			} `json:"message"`
		}
		if err := json.Unmarshal(answer.Data, &got); err != nil {
			return fmt.Errorf("the stream's leader sent an invalid response: %w", err)
		}
		if got.Error != nil {
			if got.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound {
				return nil
			}
			return got.Error
		}
		seq, at, text = got.Message.Seq, got.Message.Time, got.Message.Data
		header, err = nats.DecodeHeadersMsg(got.Message.Header)
		return err
	})
	return seq, at, header, text, err
}

// maxDoubts is the number of damaged or incomplete responses after which Read gives up. Each
// attempt asks a random replica, so a single damaged replica does not make Read fail.
const maxDoubts = 12

// Read requests the number of records from the leader and the records from any replica. It
// repeats the request if the replica is behind or damaged.
func (j *JetStream) Read(ctx context.Context, game string) ([][]byte, error) {
	ctx, done, err := j.beginCall(ctx, checkGame(game, nil))
	if err != nil {
		return nil, err
	}
	defer done()
	for doubtful := 0; ; {
		known, _ := j.tip(game)
		n, err := j.countRecords(ctx, game)
		switch {
		case err != nil:
		case n < known.records: // a former leader has answered, or the stream has lost records
			err = &Damage{Game: game, Record: int(n) + 1, Reason: fmt.Sprintf("the stream has lost records: %d of at least %d are there", n, known.records)}
		case n == 0:
			return nil, notFound(game)
		default:
			var records [][]byte
			if records, err = j.records(ctx, game, n); err == nil {
				return records, nil
			}
		}
		if errors.Is(err, ErrDamaged) {
			if doubtful++; doubtful == maxDoubts {
				return nil, fmt.Errorf("store: %w", err)
			}
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
		}
		wait(ctx, retryPause)
	}
}

// Any replica of a stream answers the direct requests below, even if the stream has no leader. All
// other requests need the leader. The replica may be behind, but every record that it has is or
// will be on all replicas.

// perRequest is the maximum number of messages to request at once.
const perRequest = 1000

// readNewest requests the last record of a game from any replica.
func (j *JetStream) readNewest(ctx context.Context, game string) (last tip, err error) {
	msg, err := j.requestDirect(ctx, game, map[string]any{"last_by_subj": j.subject(game)})
	if err != nil || msg == nil {
		return last, err
	}
	n, err := strconv.ParseUint(msg.Header.Get(numberHeader), 10, 64)
	if err != nil {
		return last, fmt.Errorf("the last record has no valid number: %w", err)
	}
	seq, err := sequence(msg)
	return tip{n + 1, seq}, err
}

// readFollowing requests the record of a game that follows the given tip. The returned sequence is
// 0 if the replica has no such record.
func (j *JetStream) readFollowing(ctx context.Context, game string, last tip) (seq uint64, record []byte, err error) {
	msg, err := j.requestDirect(ctx, game, map[string]any{"seq": last.seq + 1, "next_by_subj": j.subject(game)})
	if err != nil || msg == nil {
		return 0, nil, err
	}
	seq, err = sequence(msg)
	return seq, msg.Data, err
}

// requestDirect requests a message from a game's stream. It returns nil if there is none.
func (j *JetStream) requestDirect(ctx context.Context, game string, what map[string]any) (found *nats.Msg, err error) {
	_, err = j.request(ctx, &nats.Msg{Subject: j.directSubject(game), Data: requestJSON(what)}, func(answer *nats.Msg) error {
		switch status := answer.Header.Get("Status"); status {
		case "":
			found = answer
		case "404":
		default:
			return fmt.Errorf("a replica refused the request: %s %s", status, answer.Header.Get("Description"))
		}
		return nil
	})
	return found, err
}

func sequence(msg *nats.Msg) (uint64, error) {
	seq, err := strconv.ParseUint(msg.Header.Get("Nats-Sequence"), 10, 64)
	if err != nil {
		err = fmt.Errorf("a record has no valid sequence: %w", err)
	}
	return seq, err
}

// records reads all records of a game. It expects at least n records, and checks their numbers and
// seals.
func (j *JetStream) records(ctx context.Context, game string, n uint64) (records [][]byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	last := tip{}
	for last.records < n {
		more, seq, err := j.recordsAfter(ctx, game, last)
		switch {
		case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil: // another replica may respond
		case err != nil:
			return nil, err
		case len(more) == 0:
			return nil, errStale
		}
		records = append(records, more...)
		if last.records += uint64(len(more)); len(more) > 0 {
			last.seq = seq
		}
	}
	if err := checkLog(game, records); err != nil {
		return nil, err
	}
	j.rememberTip(game, last)
	return records, nil
}

// recordsAfter requests the records of a game after the given tip. It returns the received records
// and the sequence of the last of them. The error is context.DeadlineExceeded if the replica stops
// responding, and wraps ErrDamaged if the replica lacks a record.
func (j *JetStream) recordsAfter(ctx context.Context, game string, last tip) (records [][]byte, seq uint64, err error) {
	more, err := j.messagesAfter(ctx, game, last)
	for _, m := range more {
		if want := last.records + uint64(len(records)); m.number != want {
			return nil, 0, &Damage{Game: game, Record: int(want) + 1, Reason: fmt.Sprintf("the next record in the stream has the number %d", m.number)}
		}
		records, seq = append(records, m.record), m.seq
	}
	return records, seq, err
}

// A recordMessage is a stored record with its number, counted from 0, and its sequence in the stream. In a
// data folder, the sequence is 0.
type recordMessage struct {
	number, seq uint64
	record      []byte
}

// messagesAfter requests the records of a game after the given tip, as the stream has them. Records
// may be missing or repeated. The error is context.DeadlineExceeded if the replica stops responding.
func (j *JetStream) messagesAfter(ctx context.Context, game string, last tip) (all []recordMessage, err error) {
	what := map[string]any{"seq": last.seq + 1, "next_by_subj": j.subject(game), "batch": perRequest}
	err = j.directBatch(ctx, j.logStream(j.streamOf(game)), what, func(msg *nats.Msg) (err error) {
		m := recordMessage{number: last.records + uint64(len(all)), record: msg.Data} // earlier versions do not state the number
		if m.seq, err = sequence(msg); err != nil {
			return err
		}
		if n := msg.Header.Get(numberHeader); n != "" {
			if m.number, err = strconv.ParseUint(n, 10, 64); err != nil {
				return fmt.Errorf("a record has no valid number: %w", err)
			}
		}
		all = append(all, m)
		return nil
	})
	return all, err
}

func (j *JetStream) directSubject(game string) string {
	return "$JS.API.DIRECT.GET." + j.logStream(j.streamOf(game))
}
