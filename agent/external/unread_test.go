package external

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
)

// sleeps returns a bot that reads nothing for a second after its hello, and then answers each ping
// with a pong. It sends the type of each message that it receives to the channel read.
func sleeps(read chan<- string) func(*bufio.Reader, io.Writer) {
	return func(in *bufio.Reader, out io.Writer) {
		defer close(read)
		fmt.Fprintln(out, `{"type":"hello","protocol":1}`)
		time.Sleep(time.Second)
		for {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return
			}
			var m struct {
				Type string
				T    int64
			}
			if err := json.Unmarshal(line, &m); err != nil {
				panic(err)
			}
			read <- m.Type
			if m.Type == "ping" {
				fmt.Fprintf(out, "{\"type\":\"pong\",\"t\":%d}\n", m.T)
			}
		}
	}
}

// kilobytes returns a text of n KiB.
func kilobytes(n int) string { return strings.Repeat("x", n<<10) }

// TestUnreadMessages checks that a bot that has not read most of 512 KiB still receives every message
// of the next game.
func TestUnreadMessages(t *testing.T) {
	read := make(chan string, 100)
	inTime(t, DefaultLimits, sleeps(read), func(t *testing.T, b *Conn, err error) {
		require.NoError(t, err)
		for range 2 {
			require.NoError(t, b.EndGame(nil, protocol.Over{Game: kilobytes(200)}))
		}
		require.NoError(t, b.Begin(t.Context(), protocol.Joined{Game: kilobytes(400), Rules: "elements"}))
	})
	var types []string
	for m := range read {
		types = append(types, m)
	}
	require.Equal(t, []string{"welcome", "over", "over", "joined", "ping", "bye"}, types)
}

// TestFullQueue checks that a bot ends with a fault if its queue has no room for a message that does not
// wait.
func TestFullQueue(t *testing.T) {
	inTime(t, DefaultLimits, sleeps(make(chan string, 100)), func(t *testing.T, b *Conn, err error) {
		require.NoError(t, err)
		for range 4 {
			require.NoError(t, b.EndGame(nil, protocol.Over{Game: kilobytes(200)}))
		}
		err = b.Begin(t.Context(), protocol.Joined{Game: "g", Rules: "elements"})
		require.Equal(t, &Fault{Kind: Stall, Text: "it does not read its messages: the queue of 512 KiB is full"}, err)
	})
}

// TestUnreadUntilLate checks that a bot that reads nothing at the start of a game ends with a fault.
func TestUnreadUntilLate(t *testing.T) {
	limits := DefaultLimits
	limits.Ready = 500 * time.Millisecond
	inTime(t, limits, sleeps(make(chan string, 100)), func(t *testing.T, b *Conn, err error) {
		require.NoError(t, err)
		for range 2 {
			require.NoError(t, b.EndGame(nil, protocol.Over{Game: kilobytes(200)}))
		}
		err = b.Begin(t.Context(), protocol.Joined{Game: kilobytes(400), Rules: "elements"})
		require.Equal(t, &Fault{Kind: Stall, Text: "not ready within 500ms: it does not read its messages"}, err)
	})
}
