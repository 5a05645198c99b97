package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"
	"unicode/utf8"

	"gamed/agent/external"
)

// wrong is the environment variable that makes the test binary run as a bot. Its value is the
// bot's fault, or "nothing" for a correct bot.
const wrong = "GAMED_WRONG_BOT"

func TestMain(m *testing.M) {
	switch fault := os.Getenv(wrong); fault {
	case "":
		os.Exit(m.Run())
	case "sleeper":
		time.Sleep(time.Minute)
	default:
		b := &wrongBot{fault: fault, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, exit: os.Exit, seat: -1}
		b.play()
	}
}

// A routine is a wrongBot in a goroutine. In a bubble of synctest, its answers take no time.
type routine struct {
	stdin  *io.PipeWriter
	stdout *io.PipeReader
	lines  *bufio.Reader // of stdout
	stderr bytes.Buffer
	status int
	exited chan struct{}
}

// newRoutine starts a bot. start counts the starts of a test.
func newRoutine(fault string, start int) *routine {
	in, stdin := io.Pipe()
	stdout, out := io.Pipe()
	r := &routine{stdin: stdin, stdout: stdout, lines: bufio.NewReader(stdout), exited: make(chan struct{})}
	b := &wrongBot{fault: fault, start: start, stdin: in, stdout: out, stderr: &r.stderr, seat: -1}
	b.exit = func(status int) {
		r.status = status
		runtime.Goexit()
	}
	go func() {
		defer close(r.exited)
		defer func() { _, _ = in.Close(), out.Close() }()
		b.play()
	}()
	return r
}

func (r *routine) Write(data []byte) (int, error) { return r.stdin.Write(data) }

// Read returns the next line, or the fault of an [external.Process] that has exited.
func (r *routine) Read() ([]byte, *external.Fault) {
	line, err := r.lines.ReadBytes('\n')
	if err == nil {
		return bytes.TrimSuffix(line, []byte{'\n'}), nil
	}
	if <-r.exited; r.status == 0 {
		return nil, &external.Fault{Kind: external.Exit, Text: "it exited with status 0"}
	}
	return nil, &external.Fault{Kind: external.Crash, Text: fmt.Sprintf("it exited with status %d; stderr: %s", r.status, r.Stderr())}
}

func (r *routine) CloseInput() { _ = r.stdin.Close() }

// Close closes the bot's pipes and waits until the goroutine of the bot has ended.
func (r *routine) Close() {
	_, _ = r.stdin.Close(), r.stdout.Close()
	<-r.exited
}

func (r *routine) Done() <-chan struct{} { return r.exited }

func (r *routine) Status() int { return r.status }

func (r *routine) LeftProcesses() bool { return false }

func (r *routine) Stderr() string { return r.stderr.String() }

// A message is any message to a bot.
type message struct {
	Type     string
	T        int64
	N        int
	Code     string
	Retry    int64 `json:"retry_ms"`
	Seat     int
	Seats    []any
	Seed     uint64
	Gap      bool
	Colour   string
	Fork     uint32
	Values   []int
	Text     string
	Options  []option
	Decision json.RawMessage
	Budget   *struct{ Worlds, Steps int }
	Clock    any
}

type option struct {
	ID     int
	Text   string
	Colour string
}

type decision struct {
	ID      uint32
	Options []option
	Pick    *struct{ Min, Max int }
}

// A wrongBot plays according to the seed of its game, and has one fault.
type wrongBot struct {
	fault  string
	start  int // number of this start
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	exit   func(status int) // does not return
	in     *bufio.Reader    // buffers stdin
	rest   []byte           // read from stdin, but not yet returned by line
	seat   int
	seats  int
	seed   uint64
	games  int
	inGame bool // between joined and over
	n      int  // field n of the last update
	last   uint32
	done   map[uint32]bool
	budget int // number of steps
	clock  bool
	sent   string // the last answer
}

func (b *wrongBot) is(fault string) bool { return b.fault == fault }

func (b *wrongBot) say(format string, args ...any) {
	if _, err := fmt.Fprintf(b.stdout, format+"\n", args...); err != nil {
		b.exit(1)
	}
}

func (b *wrongBot) leave(why string) {
	fmt.Fprintln(b.stderr, why)
	b.exit(1)
}

func (b *wrongBot) play() {
	b.in = bufio.NewReader(b.stdin)
	b.hello()
	for {
		line := b.line()
		if line == nil {
			if b.is("deaf to the end") {
				time.Sleep(time.Minute)
			}
			return
		}
		var m message
		if json.Unmarshal(line, &m) != nil {
			continue
		}
		if m.Colour != "" && b.is("strict about "+m.Type) {
			b.leave("unknown field colour")
		}
		b.take(m)
	}
}

func (b *wrongBot) hello() {
	hello := `{"type":"hello","protocol":1,"name":"wrong","repeats":true}`
	switch b.fault {
	case "silent":
		time.Sleep(time.Minute)
	case "banner":
		hello = "My bot, version 1\n" + hello
	case "extra":
		hello = `{"type":"hello","protocol":1,"name":"wrong","elo":2900}`
	case "new":
		hello = `{"type":"hello","protocol":2,"name":"wrong"}`
	case "nameless":
		hello = `{"type":"hello","protocol":1}`
	case "eager":
		hello += "\n" + `{"type":"join","game":"x"}`
	case "modest":
		hello = `{"type":"hello","protocol":1,"name":"wrong"}`
	}
	b.say("%s", hello)
}

// line reads a line. It returns nil at the end of input.
func (b *wrongBot) line() []byte {
	switch b.fault {
	case "short buffer":
		line, more, err := b.in.ReadLine()
		if more {
			b.leave("a line too long")
		}
		if err != nil {
			return nil
		}
		return line
	case "whole reads", "first lines":
		for {
			if i := bytes.IndexByte(b.rest, '\n'); i >= 0 {
				line := b.rest[:i]
				if b.rest = b.rest[i+1:]; b.is("first lines") {
					b.rest = nil
				}
				return line
			}
			b.rest = make([]byte, 1<<20) // discards a partial line
			n, err := b.stdin.Read(b.rest)
			if b.rest = b.rest[:n]; err != nil {
				return nil
			}
		}
	}
	line, err := b.in.ReadBytes('\n')
	if err != nil {
		return nil
	}
	return line
}

func (b *wrongBot) take(m message) {
	switch m.Type {
	case "welcome":
	case "ping":
		b.ping(m)
	case "joined":
		b.joined(m)
	case "update":
		b.update(m)
	case "error":
		b.refused(m)
	case "over":
		if b.inGame = false; b.is("polite") {
			b.say(`{"type":"chat","text":"good game"}`)
		}
	case "bye":
		b.bye()
	case "chat", "table":
		if b.is("chatty") {
			b.say(`{"type":"chat","text":"hi"}`)
		}
	default:
		if b.is("strict about types") {
			b.leave("unknown type")
		}
	}
}

func (b *wrongBot) ping(m message) {
	switch {
	case b.is("counts pings"):
		m.T++
	case b.is("misses a ping") && m.T == 102, b.is("thinks") && m.T == 99, b.is("never ready") && b.games > 1:
		return
	}
	b.say(`{"type":"pong","t":%d}`, m.T)
}

func (b *wrongBot) joined(m message) {
	switch {
	case b.is("one seat") && b.seat >= 0 && m.Seat != b.seat, b.is("one number of seats") && b.seats > 0 && len(m.Seats) != b.seats:
		b.leave("another seat")
	case b.is("one game at a time") && b.inGame:
		b.leave("a game is on")
	}
	if !b.is("remembers") || b.done == nil {
		b.done = map[uint32]bool{}
	}
	b.seat, b.seats, b.seed, b.inGame, b.n, b.clock, b.budget = m.Seat, len(m.Seats), m.Seed, true, -1, m.Clock != nil, 0
	if m.Budget != nil && m.Budget.Steps != usualBudget.Steps { // true only in the forward-model steps
		b.budget = m.Budget.Steps
	}
	b.games++
}

func (b *wrongBot) update(m message) {
	if m.Decision == nil {
		if b.is("answers all") {
			b.say(`{"type":"choose","decision":0,"option":0}`)
		}
		return
	}
	var d decision
	_ = json.Unmarshal(m.Decision, &d)
	switch {
	case b.is("needs events") && m.Gap:
		b.leave("a gap")
	case b.is("few options") && len(d.Options) > 100:
		b.leave("too many options")
	case b.is("no choice") && len(d.Options) == 1:
		return
	case b.is("ASCII") && len(d.Options[0].Text) != utf8.RuneCountInString(d.Options[0].Text):
		b.leave("not ASCII")
	case b.is("strict about options") && d.Options[0].Colour != "":
		b.leave("unknown field colour")
	case b.is("mute"):
		return
	}
	if b.done[d.ID] && !b.is("answers again") {
		return
	}
	b.done[d.ID] = true
	b.choose(d, m.N == b.n)
	b.n, b.last = m.N, d.ID
}

func (b *wrongBot) choose(d decision, same bool) {
	for newer := b.playUnusedWorld(d); newer != nil; newer = b.playUnusedWorld(d) {
		d = *newer
		b.done[d.ID] = true
	}
	id, choice := d.ID, int(b.seed%1000+uint64(d.ID)*7)%len(d.Options)
	switch {
	case b.is("wrong id"):
		id++
	case b.is("illegal"), b.is("illegal later") && len(b.done) > 20:
		choice = len(d.Options)
	case b.is("stubborn") && same:
		id = b.last
	case b.is("noisy") && len(b.done) > 20:
		b.say("thinking")
	case b.is("gives up"):
		b.say(`{"type":"resign"}`)
		return
	case b.is("moody"):
		choice = b.games / 2 % len(d.Options) // the step repeats the game before last
	case b.is("by process"):
		choice = b.start % len(d.Options)
	case b.is("slow") && b.clock:
		time.Sleep(clockLimit + 50*time.Millisecond)
	}
	b.sent = b.answer(d, id, choice)
	b.say("%s", b.sent)
	if b.is("answers twice") {
		b.say("%s", b.sent)
	}
}

// answer returns the answer to a decision: an option, or cards.
func (b *wrongBot) answer(d decision, id uint32, choice int) string {
	switch {
	case d.Pick == nil:
	case b.is("wrong cards"):
		return fmt.Sprintf(`{"type":"pick","decision":%d,"cards":[0,0]}`, id)
	case b.is("picks"):
		cards := []int{}
		for card := d.Pick.Max - 1; card >= 0; card-- { // in reverse order of the options
			cards = append(cards, card)
		}
		data, _ := json.Marshal(cards)
		return fmt.Sprintf(`{"type":"pick","decision":%d,"cards":%s}`, id, data)
	}
	return fmt.Sprintf(`{"type":"choose","decision":%d,"option":%d}`, id, choice)
}

// playUnusedWorld forks a world and plays in it without using the result. It returns the decision
// that has replaced d meanwhile, or nil if none has.
func (b *wrongBot) playUnusedWorld(d decision) (newer *decision) {
	steps := min(4, b.budget)
	switch {
	case b.is("modest"):
		return nil
	case b.is("spends"), b.is("forks always"):
		steps = 300
	case b.is("needs worlds"):
		steps = 3
	}
	fork := uint32(0)
	for step := range steps {
		if step == 0 {
			b.say(`{"type":"fork","seed":5}`)
		} else {
			b.say(`{"type":"apply","fork":%d,"option":0}`, fork)
		}
		var m message
		for m.Type != "world" && m.Type != "error" {
			line := b.line()
			if line == nil {
				b.exit(1)
			}
			m = message{}
			if _ = json.Unmarshal(line, &m); m.Type == "update" { // the new decision overtakes d
				newer = new(decision)
				_ = json.Unmarshal(m.Decision, newer)
			}
		}
		switch {
		case m.Type == "error" && (b.is("needs worlds") || b.is("keeps worlds") && m.Code == "no_world"):
			b.leave("refused: " + m.Code)
		case m.Type == "error" || len(m.Options) == 0:
			b.release(fork)
			return newer
		}
		fork = m.Fork
	}
	b.release(fork)
	return newer
}

func (b *wrongBot) release(fork uint32) {
	if fork != 0 {
		b.say(`{"type":"release","fork":%d}`, fork)
	}
}

func (b *wrongBot) refused(m message) {
	switch {
	case b.is("ends at " + m.Code), b.is("ends at new errors") && m.Code == "eclipse":
		b.leave(m.Code)
	case m.Retry > 0: // the rule of the tutorial, whatever the code
		if !b.is("ignores " + m.Code) {
			b.say("%s", b.sent)
		}
	}
}

func (b *wrongBot) bye() {
	switch b.fault {
	case "stays":
		time.Sleep(time.Minute)
	case "fails at last":
		b.exit(3)
	case "leaves a child":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), wrong+"=sleeper")
		if err := child.Start(); err != nil {
			b.leave(err.Error())
		}
	}
	b.exit(0)
}
