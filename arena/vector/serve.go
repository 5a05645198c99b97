package vector

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Serve writes the header to out, and answers the requests that it reads from in. It returns nil
// when the input ends between two frames. It returns an error if a frame is wrong, the rules fail, or a
// stream fails. Serve also sends the error to the client, unless writing to out failed.
func (e *Env) Serve(in io.Reader, out io.Writer) error {
	line, err := json.Marshal(e.Header())
	if err != nil {
		return err
	}
	if _, err := out.Write(append(line, '\n')); err != nil {
		return err
	}
	r := reader{in: in, buf: make([]byte, max(8, 4*len(e.games))), actions: make([]int32, len(e.games))}
	for {
		q, err := r.next()
		if err == io.EOF {
			return nil
		}
		if err == nil && q.kind == kindReset {
			err = e.Reset(q.seed)
		} else if err == nil {
			err = e.Step(q.actions)
		}
		answer := e.frame
		refusal := (*Refusal)(nil)
		if err != nil {
			if !errors.As(err, &refusal) {
				refusal = &Refusal{Text: err.Error()}
			}
			text, _ := json.Marshal(refusal) // texts and numbers always encode
			answer = append(make([]byte, headSize), text...)
			putHead(answer, kindError)
		}
		if _, failed := out.Write(answer); failed != nil {
			return errors.Join(err, failed)
		}
		if err != nil && !errors.As(err, new(*Refusal)) {
			return err
		}
	}
}

// A request is a decoded frame of the client.
type request struct {
	kind    uint32
	seed    uint64  // seed of a reset
	actions []int32 // actions of a step; the next request overwrites them
}

// A reader reads requests.
type reader struct {
	in      io.Reader
	head    [headSize]byte
	buf     []byte
	actions []int32
}

// next returns the next request, or io.EOF at the end. It reads the content of a frame only if the
// kind and the length are valid.
func (r *reader) next() (q request, err error) {
	if _, err := io.ReadFull(r.in, r.head[:]); err == io.EOF {
		return q, err
	} else if err != nil {
		return q, fmt.Errorf("vector: read the head of a frame: %w", err)
	}
	size, want := order.Uint32(r.head[:]), uint32(0)
	switch q.kind = order.Uint32(r.head[4:]); q.kind {
	case kindReset:
		want = 8
	case kindStep:
		want = 4 * uint32(len(r.actions))
	default:
		return q, fmt.Errorf("vector: a frame of kind %d: use %d to reset or %d to step", q.kind, kindReset, kindStep)
	}
	if size != want {
		return q, fmt.Errorf("vector: a frame of kind %d with %d bytes: send %d, for %d games", q.kind, size, want, len(r.actions))
	}
	content := r.buf[:size]
	if _, err := io.ReadFull(r.in, content); err != nil {
		return q, fmt.Errorf("vector: read a frame of %d bytes: %w", size, err)
	}
	if q.kind == kindReset {
		q.seed = order.Uint64(content)
		return q, nil
	}
	for i := range r.actions {
		r.actions[i] = int32(order.Uint32(content[4*i:]))
	}
	q.actions = r.actions
	return q, nil
}
