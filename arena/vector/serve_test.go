package vector

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/elements"
	"gamed/state"
)

func frame(kind uint32, content any) []byte {
	var b bytes.Buffer
	_ = binary.Write(&b, order, content) // a buffer does not fail
	f := append(make([]byte, headSize), b.Bytes()...)
	putHead(f, kind)
	return f
}

func smallEnv(t testing.TB, mask bool) *Env {
	e, err := New(Config{
		Rules: elements.Rules, Setup: state.Setup{Seats: 2}, Games: 3, Seed: 7, Actions: 128, Limit: 1000, Features: true, ReplaceIllegal: mask,
	})
	require.NoError(t, err)
	return e
}

// serve answers the requests and returns the header, the answers and the error.
func serve(t *testing.T, e *Env, requests ...[]byte) (h Header, answers [][]byte, err error) {
	var out bytes.Buffer
	err = e.Serve(bytes.NewReader(bytes.Join(requests, nil)), &out)
	r := bufio.NewReader(&out)
	line, failed := r.ReadBytes('\n')
	require.NoError(t, failed)
	require.NoError(t, json.Unmarshal(line, &h))
	for {
		var start [headSize]byte
		if _, failed := io.ReadFull(r, start[:]); failed == io.EOF {
			return h, answers, err
		}
		content := make([]byte, order.Uint32(start[:]))
		_, failed := io.ReadFull(r, content)
		require.NoError(t, failed)
		answers = append(answers, append(start[4:8:8], content...))
	}
}

// TestServe checks that a state decoded by the header equals the state of the environment.
func TestServe(t *testing.T) {
	e := smallEnv(t, true)
	h, answers, err := serve(t, e, frame(kindReset, uint64(9)), frame(kindStep, []int32{1, -1, 0}))
	require.NoError(t, err)
	require.Len(t, answers, 2)
	require.Zero(t, order.Uint32(answers[1]))
	rest, got := answers[1][4:], make(map[string][]float32)
	for _, a := range h.Arrays {
		count := 1
		for _, n := range a.Shape {
			count *= n
		}
		for range count {
			x, size := float32(int8(rest[0])), 1
			switch a.Type {
			case "float32":
				x, size = math.Float32frombits(order.Uint32(rest)), 4
			case "int32":
				x, size = float32(int32(order.Uint32(rest))), 4
			}
			got[a.Name], rest = append(got[a.Name], x), rest[size:]
			if a.Low != nil {
				assert.True(t, float32(*a.Low) <= x && x <= float32(*a.High), "%s: %v", a.Name, x)
			}
		}
	}
	assert.Empty(t, rest)
	s := e.State()
	assert.Equal(t, s.Reward, got["reward"])
	assert.Equal(t, s.Features, got["features"])
	for i := range 3 {
		assert.EqualValues(t, s.LegalActions[i], got["options"][i])
		assert.EqualValues(t, s.Seat[i], got["seat"][i])
	}
	assert.Equal(t, []float32{0, 1, 0}, got["masked"])
	assert.Equal(t, []float32{0, 0, 0}, got["terminated"])
	assert.Equal(t, []float32{0, 0, 0}, got["truncated"])
}

// TestServeRefuses checks that a client may send further requests after an illegal action.
func TestServeRefuses(t *testing.T) {
	legal := frame(kindStep, []int32{0, 0, 0})
	_, want, err := serve(t, smallEnv(t, false), legal)
	require.NoError(t, err)
	_, answers, err := serve(t, smallEnv(t, false), frame(kindStep, []int32{0, 0, 99}), legal)
	require.NoError(t, err)
	require.Len(t, answers, 2)
	assert.EqualValues(t, kindError, order.Uint32(answers[0]))
	var refusal Refusal
	require.NoError(t, json.Unmarshal(answers[0][4:], &refusal))
	assert.Regexp(t, `^game 2: action 99 is illegal: the legal actions are 0 to \d+$`, refusal.Text)
	assert.Equal(t, 2, *refusal.Game)
	assert.Equal(t, want[0], answers[1], "the illegal action changed nothing")
}

// TestWrongFrames checks that a wrong frame ends the connection with an error.
func TestWrongFrames(t *testing.T) {
	step := frame(kindStep, []int32{0, 0, 0})
	for _, test := range []struct{ name, want, in string }{
		{"kind", "a frame of kind 9: use 1 to reset or 2 to step", string(frame(9, int32(0)))},
		{"too few actions", "a frame of kind 2 with 8 bytes: send 12, for 3 games", string(frame(kindStep, []int32{0, 0}))},
		{"too many actions", "a frame of kind 2 with 16 bytes: send 12, for 3 games", string(frame(kindStep, []int32{0, 0, 0, 0}))},
		{"a text", "a frame of kind", "{\"seed\":1}"},
		{"no seed", "a frame of kind 1 with 0 bytes: send 8, for 3 games", string(frame(kindReset, []int32{}))},
		{"a huge length", "with 4294967295 bytes", "\xff\xff\xff\xff\x02\x00\x00\x00"},
		{"an incomplete head", "read the head of a frame: unexpected EOF", string(step[:5])},
		{"an incomplete content", "read a frame of 12 bytes: unexpected EOF", string(step[:headSize+4])},
		{"no content", "read a frame of 12 bytes: EOF", string(step[:headSize])},
	} {
		_, answers, err := serve(t, smallEnv(t, false), step, []byte(test.in))
		assert.ErrorContains(t, err, test.want, test.name)
		if assert.Len(t, answers, 2, test.name) {
			assert.Contains(t, string(answers[1]), `{"error":"vector: `, test.name)
		}
	}
}

// FuzzRequests checks that the reader accepts exactly the frames that a client may send.
func FuzzRequests(f *testing.F) {
	f.Add(append(frame(kindReset, uint64(1)), frame(kindStep, []int32{1, -2, 3})...))
	f.Add(frame(kindStep, []int32{1}))
	f.Add([]byte(strings.Repeat("\xff", 20)))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := reader{in: bytes.NewReader(data), buf: make([]byte, 12), actions: make([]int32, 3)}
		var again []byte
		for {
			q, err := r.next()
			if err != nil {
				if err == io.EOF {
					assert.Equal(t, len(data), len(again), "all input was read")
				}
				break
			}
			if q.kind == kindReset {
				again = append(again, frame(kindReset, q.seed)...)
			} else {
				again = append(again, frame(kindStep, q.actions)...)
			}
		}
		assert.True(t, bytes.HasPrefix(data, again))
	})
}
