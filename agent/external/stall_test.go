package external

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
)

// A pipe is a wire to a bot in a goroutine. In a bubble of synctest, its messages take no time.
type pipe struct {
	in     *io.PipeWriter
	out    *io.PipeReader
	lines  *lines
	exited chan struct{}
}

// newPipe starts a bot. The bot reads from in and writes to out until one of them is closed.
func newPipe(bot func(in *bufio.Reader, out io.Writer)) *pipe {
	stdin, in := io.Pipe()
	out, stdout := io.Pipe()
	p := &pipe{in: in, out: out, lines: newLines(out), exited: make(chan struct{})}
	go func() {
		defer close(p.exited)
		defer func() { _, _ = stdin.Close(), stdout.Close() }()
		bot(bufio.NewReader(stdin), stdout)
	}()
	return p
}

// Read returns the next line. At the end of the output, Read waits for a second before it returns
// the fault, as a process may also do.
func (p *pipe) Read() ([]byte, *Fault) {
	line, err := p.lines.next()
	return line, faultOf(err, func(error) *Fault {
		time.Sleep(time.Second)
		return faultf(Disconnect, "it has ended its output")
	})
}

func (p *pipe) write(data []byte) error {
	_, err := p.in.Write(append(data, '\n'))
	return err
}

func (p *pipe) CloseInput() { _ = p.in.Close() }

func (p *pipe) Kill() { _, _ = p.in.Close(), p.out.Close() }

func (p *pipe) Done() <-chan struct{} { return p.exited }

func (p *pipe) Close() {
	p.Kill()
	<-p.exited
}

func (p *pipe) ending() bool { return p.lines.ended.Load() }

func (p *pipe) unfinished() int { return int(p.lines.pending.Load()) }

func (p *pipe) Stderr() string { return "" }

// says returns a bot that sends text before any message comes.
func says(text string) func(*bufio.Reader, io.Writer) {
	return func(in *bufio.Reader, out io.Writer) {
		if text != "" {
			_, _ = io.WriteString(out, text)
		}
		_, _ = io.Copy(io.Discard, in)
	}
}

// thinks returns a bot that answers each decision after wait. If text is set, it sends text instead,
// or closes its output if text is "end". If text is "" and wait is 0, it sends nothing.
func thinks(wait time.Duration, text string) func(*bufio.Reader, io.Writer) {
	return func(in *bufio.Reader, out io.Writer) {
		fmt.Fprintln(out, `{"type":"hello","protocol":1}`)
		for {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return
			}
			var m struct {
				Type     string
				T        int64
				Decision *struct{ ID uint32 }
			}
			if err := json.Unmarshal(line, &m); err != nil {
				panic(err)
			}
			switch {
			case m.Type == "ping":
				fmt.Fprintf(out, "{\"type\":\"pong\",\"t\":%d}\n", m.T)
			case m.Decision == nil:
			case text == "end":
				_ = out.(io.Closer).Close()
			case text != "":
				_, _ = io.WriteString(out, text)
			case wait > 0:
				time.Sleep(wait)
				fmt.Fprintf(out, "{\"type\":\"choose\",\"decision\":%d,\"option\":0}\n", m.Decision.ID)
			}
		}
	}
}

// inTime runs a test with a bot in a bubble of synctest, so the bot's waits take no time.
func inTime(t *testing.T, limits Limits, bot func(*bufio.Reader, io.Writer), test func(t *testing.T, b *Conn, err error)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b, err := handshake(t.Context(), newPipe(bot), limits)
		test(t, b, err)
		if b != nil {
			require.NoError(t, b.Close())
		}
	})
}

// ask begins a game and asks the bot a number of questions. It returns the first error.
func ask(t *testing.T, b *Conn, times int) error {
	t.Helper()
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 1})
	require.NoError(t, err)
	seat := m.Next()
	options := m.Options(seat, nil)
	if err := b.Begin(t.Context(), protocol.Joined{Game: "g", Rules: "elements"}); err != nil {
		return err
	}
	for id := range uint32(times) {
		u := &protocol.Update{Game: "g", Events: []protocol.Event{}, View: m.AppendView(nil, seat), Decision: &protocol.Decision{ID: id + 1}}
		for i, o := range options {
			u.Decision.Options = append(u.Decision.Options, protocol.OptionOf(i, m.Label(seat, o)))
		}
		if _, err := b.Ask(t.Context(), u, ai.NewAsk(m, seat, options)); err != nil {
			return err
		}
	}
	return nil
}

// TestStartStalls checks bots that send no hello in time.
func TestStartStalls(t *testing.T) {
	limits := DefaultLimits
	limits.Startup = 300 * time.Millisecond
	for said, text := range map[string]string{
		"":                "no hello within 300ms",
		`{"type":"hello"`: "no hello within 300ms; 15 bytes without a line break",
	} {
		inTime(t, limits, says(said), func(t *testing.T, _ *Conn, err error) {
			require.Equal(t, &Fault{Kind: Startup, Text: text}, err)
		})
	}
}

// TestStalls checks bots that answer a question late or not at all.
func TestStalls(t *testing.T) {
	limits := DefaultLimits
	limits.Decision, limits.StallAfter = 200*time.Millisecond, 100*time.Millisecond
	for _, tt := range []struct {
		bot  func(*bufio.Reader, io.Writer)
		want Fault
	}{
		{thinks(0, ""), Fault{Kind: Stall, Text: "no answer 100ms past its time of 200ms", Took: 300 * time.Millisecond}},
		{thinks(0, `{"type":"cho`), Fault{Kind: Stall, Text: "no answer 100ms past its time of 200ms; 12 bytes without a line break", Took: 300 * time.Millisecond}},
		{thinks(0, "end"), Fault{Kind: Disconnect, Text: "it has ended its output", Took: 300 * time.Millisecond}},
		{thinks(299*time.Millisecond, ""), Fault{Kind: Timeout, Text: "99 ms over its time of 200ms", Took: 299 * time.Millisecond}},
	} {
		inTime(t, limits, tt.bot, func(t *testing.T, b *Conn, err error) {
			require.NoError(t, err)
			require.Equal(t, &tt.want, ask(t, b, 1))
		})
	}
	inTime(t, limits, thinks(200*time.Millisecond, ""), func(t *testing.T, b *Conn, err error) {
		require.NoError(t, err)
		require.NoError(t, ask(t, b, 3))
	})
}

// TestBank checks that the bank pays for time beyond the time per decision.
func TestBank(t *testing.T) {
	limits := DefaultLimits
	limits.Bank, limits.Increment = 10*time.Second, time.Second
	inTime(t, limits, thinks(3*time.Second, ""), func(t *testing.T, b *Conn, err error) {
		require.NoError(t, err)
		require.NoError(t, ask(t, b, 3))
		require.Equal(t, 4*time.Second, b.BankLeft())
	})
	limits.Decision = 2 * time.Second
	inTime(t, limits, thinks(3*time.Second, ""), func(t *testing.T, b *Conn, err error) {
		require.NoError(t, err)
		require.NoError(t, ask(t, b, 3))
		require.Equal(t, 10*time.Second, b.BankLeft())
	})
	limits.Decision, limits.Bank, limits.Increment = 0, time.Nanosecond, 0
	inTime(t, limits, thinks(3*time.Millisecond, ""), func(t *testing.T, b *Conn, err error) {
		require.NoError(t, err)
		require.Equal(t, &Fault{Kind: Timeout, Text: "3 ms over its time of 1ns", Took: 3 * time.Millisecond}, ask(t, b, 1))
		require.Zero(t, b.BankLeft())
	})
}
