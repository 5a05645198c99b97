package socket

import (
	"bytes"
	"fmt"
	"math"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func fill(n int) []byte { return bytes.Repeat([]byte("a"), n) }

func join(frames ...[]byte) []byte { return bytes.Join(frames, nil) }

// closeFrame returns the payload of a close frame.
func closeFrame(code int, reason string) []byte {
	return append([]byte{byte(code >> 8), byte(code)}, reason...)
}

// cases lists what clients send and what the server must answer, like the cases of the Autobahn
// test suite. A close frame of the server is described by its code alone, because the library
// chooses the reason.
var cases = []struct {
	name string
	in   []byte
	out  []byte
	code int // of the close frame after out; 0 if the server only hangs up
}{
	{"an empty message", frame(final|text, nil), serverFrame(final|text, nil), 0},
	{"125 bytes", frame(final|text, fill(125)), serverFrame(final|text, fill(125)), 0},
	{"126 bytes", frame(final|text, fill(126)), serverFrame(final|text, fill(126)), 0},
	{"65535 bytes", frame(final|text, fill(65535)), serverFrame(final|text, fill(65535)), 0},
	{"65536 bytes", frame(final|text, fill(65536)), serverFrame(final|text, fill(65536)), 0},
	{"two messages", join(frame(final|text, []byte("a")), frame(final|text, []byte("b"))), join(serverFrame(final|text, []byte("a")), serverFrame(final|text, []byte("b"))), 0},
	{"a mask of zeros", []byte{final | text, 0x81, 0, 0, 0, 0, 'a'}, serverFrame(final|text, []byte("a")), 0},
	{"no mask", []byte{final | text, 1, 'a'}, nil, 0},

	{"a ping", frame(final|ping, []byte("p")), serverFrame(final|pong, []byte("p")), 0},
	{"a ping of 125 bytes", frame(final|ping, fill(125)), serverFrame(final|pong, fill(125)), 0},
	{"a ping of 126 bytes", frame(final|ping, fill(126)), nil, 1002},
	{"a pong without a ping", join(frame(final|pong, []byte("p")), frame(final|text, []byte("a"))), serverFrame(final|text, []byte("a")), 0},
	{"pings before, between and after", join(frame(final|ping, nil), frame(final|text, []byte("a")), frame(final|ping, []byte("1")), frame(final|ping, []byte("2"))),
		join(serverFrame(final|pong, nil), serverFrame(final|text, []byte("a")), serverFrame(final|pong, []byte("1")), serverFrame(final|pong, []byte("2"))), 0},

	{"fragments", join(frame(text, []byte("a")), frame(more, nil), frame(more, []byte("b")), frame(final|more, []byte("c"))), serverFrame(final|text, []byte("abc")), 0},
	{"a ping between fragments", join(frame(text, []byte("a")), frame(final|ping, []byte("p")), frame(final|more, []byte("b"))),
		join(serverFrame(final|pong, []byte("p")), serverFrame(final|text, []byte("ab"))), 0},
	{"a close between fragments", join(frame(text, []byte("a")), frame(final|cut, closeFrame(1000, ""))), nil, 1000},
	{"a message inside a message", join(frame(text, []byte("a")), frame(final|text, []byte("b"))), nil, 1002},
	{"a continuation of nothing", frame(final|more, []byte("a")), nil, 1002},
	{"a fragmented ping", frame(ping, []byte("p")), nil, 1002},
	{"an unfinished message", frame(text, []byte("a")), nil, 0},
	{"an unfinished frame", frame(final|text, []byte("abc"))[:7], nil, 0},

	{"a reserved bit", frame(final|0x40|text, []byte("a")), nil, 1002},
	{"a reserved opcode", frame(final|0x3, nil), nil, 1002},
	{"a reserved control opcode", frame(final|0xb, nil), nil, 1002},
	{"a length above 2^63-1", append([]byte{final | text, 0xff}, bytes.Repeat([]byte{0xff}, 20)...), nil, 0},

	{"close", frame(final|cut, closeFrame(1000, "bye")), nil, 1000},
	{"close with a private code", frame(final|cut, closeFrame(4999, "")), nil, 4999},
	{"close without a code", frame(final|cut, nil), serverFrame(final|cut, nil), 0},
	{"close with half a code", frame(final|cut, []byte{3}), nil, 1002},
	{"close with a code for local use", frame(final|cut, closeFrame(1006, "")), nil, 1002},
	{"close with an unknown code", frame(final|cut, closeFrame(5000, "")), nil, 1002},
	{"close with a reason that is not UTF-8", frame(final|cut, closeFrame(1000, "\xff")), nil, 1007},
	{"close with a long reason that is not UTF-8", frame(final|cut, closeFrame(1000, strings.Repeat("é", 60)+"\xc3")), nil, 1007},
	{"close with a reason in UTF-8", frame(final|cut, closeFrame(1000, "até já")), nil, 1000},
	{"a message after a close", join(frame(final|cut, closeFrame(1001, "")), frame(final|text, []byte("a"))), nil, 1001},
}

// TestFrames checks the server's answer in each case, with different boundaries between reads.
func TestFrames(t *testing.T) {
	for _, tt := range cases {
		for name, sizes := range map[string][]int{"at once": {math.MaxInt}, "byte by byte": {1}, "unevenly": {1, 5, 2, 64, 3, 4096}} {
			if len(tt.in) > 1000 && name == "byte by byte" {
				continue
			}
			t.Run(fmt.Sprint(tt.name, ", ", name), func(t *testing.T) {
				out := echo(t, newScript(tt.in, sizes...))
				if tt.code != 0 && assert.GreaterOrEqual(t, len(out), len(tt.out)+4, "%q", out) {
					last := out[len(tt.out):]
					assert.Equal(t, append(serverFrame(final|cut, last[2:])[:2], closeFrame(tt.code, "")...), last[:4])
					out = out[:len(tt.out)]
				}
				assert.Equal(t, len(tt.out), len(out))
				assert.True(t, bytes.Equal(tt.out, out))
			})
		}
	}
}

// FuzzFrames checks that a client gets the same bytes as from the library alone, whatever it sends
// and wherever its packets end.
func FuzzFrames(f *testing.F) {
	for _, tt := range cases {
		f.Add(tt.in, byte(0), byte(0))
		f.Add(tt.in, byte(1), byte(1))
	}
	f.Fuzz(func(t *testing.T, in []byte, a, b byte) {
		plain, ours := newScript(in, math.MaxInt), newScript(in, 1+int(a), 1+int(b))
		plain.end, ours.end = syscall.ECONNRESET, syscall.ECONNRESET // the library takes an EOF between fragments for the end of the message
		assert.Equal(t, string(reasonsInUTF8(plainEcho(t, plain))), string(echo(t, ours)))
	})
}

// reasonsInUTF8 replaces a server's close frame if its reason is not UTF-8, as a Conn does.
func reasonsInUTF8(frames []byte) (fixed []byte) {
	for len(frames) > 0 {
		size, _ := frameSize(frames)
		fixed = append(fixed, withUTF8Reason(frames[:size])...)
		frames = frames[size:]
	}
	return fixed
}

// TestBrokenFrame checks that Read returns ErrFrame for the frames that the library refuses without a
// status, also inside a message. For other invalid frames, Read must return another error.
func TestBrokenFrame(t *testing.T) {
	for name, in := range map[string][]byte{
		"no mask": {final | text, 1, 'a'}, "no mask in a ping": {final | ping, 0},
		"no mask in a fragment": join(frame(text, fill(1)), []byte{final, 1, 'a'}),
		"a length above 2^63-1": append([]byte{final | text, 0xff}, bytes.Repeat([]byte{0xff}, 20)...),
	} {
		c, err := Accept(&hijackable{httptest.NewRecorder(), newScript(in, math.MaxInt)}, upgradeRequest(), time.Second)
		require.NoError(t, err)
		require.NoError(t, c.Wait())
		_, _, err = c.Read(maxMessage)
		require.ErrorIs(t, err, ErrFrame, name)
		_ = c.CloseNow()
	}
	for _, in := range [][]byte{frame(final|0x40|text, fill(1)), frame(final|more, fill(1)), frame(final|cut, nil), {final | 0x40 | text, 1, 'a'}} {
		c, err := Accept(&hijackable{httptest.NewRecorder(), newScript(in, math.MaxInt)}, upgradeRequest(), time.Second)
		require.NoError(t, err)
		require.NoError(t, c.Wait())
		_, _, err = c.Read(maxMessage)
		require.Error(t, err)
		require.NotErrorIs(t, err, ErrFrame)
		_ = c.CloseNow()
	}
}

// TestOneWrite checks that a frame up to the size of a pooled buffer is sent in one write, and a larger
// frame in two writes.
func TestOneWrite(t *testing.T) {
	for _, n := range []int{0, 1, 14, 15, 125, 126, 4091, 4092, 4093, 65535, 65536, 100_000} {
		s := newScript(join(frame(final|text, fill(n)), frame(final|ping, fill(125)), frame(final|text, fill(1))), math.MaxInt)
		want := [][]byte{serverFrame(final|text, fill(n)), serverFrame(final|pong, fill(125)), serverFrame(final|text, fill(1))}
		if frame := want[0]; len(frame) > 4096 {
			want = append([][]byte{frame[:4096], frame[4096:]}, want[1:]...)
		}
		echo(t, s)
		assert.Equal(t, len(want), len(s.writes), "%d bytes", n)
		assert.True(t, bytes.Equal(join(want...), join(s.writes...)), "%d bytes", n)
	}
}

// TestFlood checks that too many control frames or empty frames end the connection, even between
// the fragments of a message.
func TestFlood(t *testing.T) {
	for name, flood := range map[string][]byte{"pings": frame(final|ping, nil), "pongs": frame(final|pong, fill(1)), "fragments": frame(0, nil)} {
		for _, n := range []int{maxUncounted - 10, 2 * maxUncounted} {
			s := newScript(join(frame(text, nil), bytes.Repeat(flood, n), frame(final, fill(3))), math.MaxInt)
			c, err := Accept(&hijackable{httptest.NewRecorder(), s}, upgradeRequest(), time.Second)
			require.NoError(t, err)
			require.NoError(t, c.Wait())
			if _, data, err := c.Read(maxMessage); n < maxUncounted {
				require.NoError(t, err, name)
				assert.Len(t, data, 3)
			} else {
				require.ErrorIs(t, err, ErrFlood, name)
			}
			_ = c.CloseNow()
		}
	}
}

// TestTooBig checks that Read returns a message of the maximum size, and that one byte more ends
// the connection, whether the message has one frame or two.
func TestTooBig(t *testing.T) {
	for _, parts := range [][][]byte{
		{frame(final|text, fill(maxMessage)), frame(final|text, fill(maxMessage+1)), frame(final|text, nil)},
		{frame(text, fill(maxMessage)), frame(final|more, nil), frame(text, fill(maxMessage)), frame(final|more, fill(1))},
	} {
		out := echo(t, newScript(join(parts...), math.MaxInt))
		assert.True(t, bytes.Equal(serverFrame(final|text, fill(maxMessage)), out))
	}
}
