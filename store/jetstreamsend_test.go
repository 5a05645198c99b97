package store

import (
	"context"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Responses from a stream.
const (
	garbled   = `{"seq":` // the response is unreadable, so the record may be stored
	noRoom    = `{"error":{"code":503,"err_code":10077,"description":"maximum bytes exceeded"}}`
	notNext   = `{"error":{"code":400,"err_code":10071,"description":"wrong last sequence"}}`
	keptAt9   = `{"stream":"S","seq":9}`
	kept2To10 = `{"stream":"S","seq":10,"count":2}`
)

// respondWith replies to messages on a subject with the given responses in order, and then repeats
// the last one. The returned channel delivers the received messages.
func respondWith(t *testing.T, j *JetStream, subject string, answers ...string) <-chan *nats.Msg {
	t.Helper()
	sent := make(chan *nats.Msg, 1000)
	_, err := j.conn.Subscribe(subject, func(msg *nats.Msg) {
		sent <- msg
		_ = msg.Respond([]byte(answers[0]))
		answers = answers[min(1, len(answers)-1):]
	})
	require.NoError(t, err)
	require.NoError(t, j.conn.Flush())
	return sent
}

// untilSent returns a context that ends when n messages have been received. So the response to the
// last message comes too late.
func untilSent(t *testing.T, sent <-chan *nats.Msg, n int) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for range n {
			select {
			case <-sent:
			case <-ctx.Done():
			}
		}
	}()
	return ctx
}

// respondWithNext makes a replica return the given record when the log asks for the next record. If
// record is empty, the replica has no next record.
func respondWithNext(t *testing.T, j *JetStream, record string) {
	t.Helper()
	_, err := j.conn.Subscribe(j.directSubject("g"), func(msg *nats.Msg) {
		if record == "" {
			_ = msg.RespondMsg(&nats.Msg{Header: nats.Header{"Status": {"404"}}})
			return
		}
		_ = msg.RespondMsg(&nats.Msg{Header: nats.Header{"Nats-Sequence": {"9"}}, Data: []byte(record)})
	})
	require.NoError(t, err)
}

// TestSendUntilKnown checks that the outcome of an append depends on all responses, not only on the
// last one.
func TestSendUntilKnown(t *testing.T) {
	const record = "mine"
	before, after := tip{3, 7}, tip{4, 9}
	for _, c := range []struct {
		name    string
		answers []string
		follows string
		want    error
		tip     tip // the cached tip afterwards, or the zero tip if none is cached
	}{
		{"kept", []string{keptAt9}, "", nil, after},
		{"no room", []string{noRoom}, "", ErrFull, before},
		{"full, after an unreadable response", []string{garbled, noRoom}, "", ErrAmbiguous, tip{}},
		{"stored by the previous attempt", []string{garbled, notNext}, record, nil, after},
		{"another writer was faster", []string{notNext}, "other", ErrFenced, tip{}},
		{"another writer was faster than the second attempt", []string{garbled, notNext}, "other", ErrFenced, tip{}},
		{"a replica is behind", []string{notNext, keptAt9}, "", nil, after},
		{"all responses are unreadable", []string{garbled}, "", ErrAmbiguous, tip{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			j := newImpersonatedLog(t)
			j.rememberTip("g", before)
			sent := respondWith(t, j, j.subject("g"), c.answers...)
			respondWithNext(t, j, c.follows)
			respondWith(t, j, "$JS.API.STREAM.INFO."+j.logStream(j.streamOf("g")), fmt.Sprintf(`{"state":{"subjects":{%q:3}},"cluster":{"leader":"a"}}`, j.subject("g")))
			ctx := t.Context()
			if c.want == ErrAmbiguous {
				ctx = untilSent(t, sent, len(c.answers)+1)
			}
			require.ErrorIs(t, j.sendUntilKnown(ctx, "g", before, []byte(record), false), c.want)
			last, known := j.tip("g")
			assert.Equal(t, c.tip, last)
			assert.Equal(t, c.tip != tip{}, known)
		})
	}
}

// TestBatchAnswers checks that every record in a batch gets the outcome of the batch.
func TestBatchAnswers(t *testing.T) {
	for _, c := range []struct {
		name, answer string
		seqs         []uint64 // nil for an error
	}{
		{"all kept", kept2To10, []uint64{9, 10}},
		{"refused", notNext, nil},
		{"not all records stored", `{"stream":"S","seq":10,"count":1}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			j := newImpersonatedLog(t)
			sub, err := j.conn.Subscribe("records.*", func(msg *nats.Msg) {
				if msg.Header.Get(batchCommit) != "" {
					_ = msg.Respond([]byte(c.answer))
				}
			})
			require.NoError(t, err)
			b := newBatcher(j.conn)
			for i := range 2 {
				b.next = append(b.next, &batchEntry{msg: &nats.Msg{Subject: fmt.Sprint("records.", i), Header: nats.Header{}}, done: make(chan error, 1)})
			}
			batch := b.next
			b.signal()
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				b.run(ctx)
			}()
			for i, e := range batch {
				err := <-e.done
				if c.seqs == nil {
					assert.Error(t, err)
					continue
				}
				require.NoError(t, err)
				assert.Equal(t, c.seqs[i], e.seq)
			}
			stop()
			<-ended
			require.NoError(t, sub.Unsubscribe())
		})
	}
}

// TestUnmarked checks that Append writes no record of a new game that it cannot mark as live. A
// restarted server would not find such a game.
func TestUnmarked(t *testing.T) {
	j := newImpersonatedLog(t)
	j.batchers = make([]*batcher, j.streams)
	j.closing, j.close = context.WithCancel(t.Context())
	j.rememberTip("g", tip{})
	respondWith(t, j, j.liveSubject("g"), noRoom)
	sent := respondWith(t, j, j.subject("g"), keptAt9)
	require.ErrorIs(t, j.Append(t.Context(), "g", 0, []byte("{}")), ErrFull)
	require.NoError(t, j.conn.Flush())
	assert.Empty(t, sent)
	require.NoError(t, j.Close())
}
