package store

import (
	"encoding/base64"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWriteInDoubt checks that a write returns neither ErrConflict nor ErrFull if an earlier
// attempt may have stored the value.
func TestWriteInDoubt(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []string
		mine    bool // whether the test wrote the stored value
		want    error
	}{
		{"kept", []string{keptAt9}, false, nil},
		{"stored by the previous attempt", []string{garbled, notNext}, true, nil},
		{"another writer has written", []string{notNext}, false, ErrConflict},
		{"another writer has written after the attempt", []string{garbled, notNext}, false, ErrAmbiguous},
		{"no room", []string{noRoom}, false, ErrFull},
		{"full, after an unreadable response", []string{garbled, noRoom}, false, ErrAmbiguous},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			j := newImpersonatedLog(t)
			sent := respondWith(t, j, j.bucketSubject("b", "k"), c.answers...)
			_, err := j.conn.Subscribe("$JS.API.STREAM.MSG.GET."+j.bucketStream("b"), func(msg *nats.Msg) {
				word := "another"
				if c.mine {
					word = (<-sent).Header.Get(writeHeader)
				}
				header := base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "NATS/1.0\r\n%s: %s\r\n\r\n", writeHeader, word))
				_ = msg.Respond(fmt.Appendf(nil, `{"message":{"seq":9,"hdrs":%q,"data":""}}`, header))
			})
			require.NoError(t, err)
			ctx := t.Context()
			if c.answers[len(c.answers)-1] == noRoom {
				ctx = untilSent(t, sent, len(c.answers)+1)
			}
			seq, err := j.write(ctx, "b", "k", 5, &nats.Msg{Header: nats.Header{}})
			require.ErrorIs(t, err, c.want)
			if c.want == nil {
				assert.Equal(t, uint64(9), seq)
			}
		})
	}
}
