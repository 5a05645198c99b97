// Package vector steps many games of one ruleset at once, for programs that learn to play.
//
// [Env.Serve] speaks the protocol of gamed env over two streams. It first writes a [Header], one line
// of JSON. Then it answers each request with one frame. Numbers are little-endian. A frame is the
// number of bytes of its content (uint32), its kind (uint32), and the content:
//
//   - Request 1, reset: a seed (uint64). The reset deals every game anew.
//   - Request 2, step: an action for each game (int32), the index of an option.
//   - Answer 0, state: the arrays that [Header.Arrays] lists, one after another.
//   - Answer 1, error: a [Refusal] as JSON.
//
// A client begins with a reset. A step with an illegal action is refused: it changes nothing, and the
// client may send another request. After any other error the connection ends. For example, a frame of
// an unknown kind or with a wrong length does not tell where the next frame begins.
package vector
