package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/coder/websocket"
	"github.com/rogpeppe/go-internal/testscript"
)

// A scriptServer is the server of a script and the game that the script created there.
type scriptServer struct {
	cmd   *exec.Cmd
	log   strings.Builder
	out   *bufio.Reader
	first string // first line of the server's output
	url   string
	game  string
}

type servedKey struct{}

func setup(env *testscript.Env) error {
	env.Values[servedKey{}] = new(scriptServer)
	return nil
}

func serverOf(ts *testscript.TestScript) *scriptServer { return ts.Value(servedKey{}).(*scriptServer) }

func startServing(ts *testscript.TestScript, _ bool, args []string) {
	s := serverOf(ts)
	s.cmd = exec.Command("gamed", append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	s.log.Reset()
	s.cmd.Dir, s.cmd.Stderr = ts.MkAbs("."), &s.log
	s.cmd.Env = append(os.Environ(), nextRulesVariable+"="+ts.Getenv(nextRulesVariable))
	out, err := s.cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(s.cmd.Start())
	ts.Defer(func() { _ = s.cmd.Process.Kill() })
	s.out = bufio.NewReader(out)
	if s.first, err = s.out.ReadString('\n'); err != nil {
		_ = s.cmd.Wait()
		ts.Fatalf("the server has ended: %s", s.log.String())
	}
	_, s.url, _ = strings.Cut(strings.TrimSpace(s.first), " on ")
	ts.Setenv("URL", s.url)
	ts.Setenv("WS", strings.Replace(s.url, "http", "ws", 1)+"/ws")
}

// stopServing interrupts the server, waits for its end and writes its output to stdout.
func stopServing(ts *testscript.TestScript, _ bool, _ []string) {
	s := serverOf(ts)
	ts.Check(s.cmd.Process.Signal(syscall.SIGINT))
	rest, err := io.ReadAll(s.out)
	ts.Check(err)
	if err := s.cmd.Wait(); err != nil {
		ts.Fatalf("%v: %s", err, s.log.String())
	}
	fmt.Fprint(ts.Stdout(), s.first, string(rest))
}

func get(ts *testscript.TestScript, _ bool, args []string) {
	s := serverOf(ts)
	body := askUntil(ts, args[1:], func() (*http.Response, error) {
		return http.Get(s.url + strings.ReplaceAll(args[0], "GAME", s.game))
	})
	fmt.Fprintf(ts.Stdout(), "%s", body)
}

func post(ts *testscript.TestScript, _ bool, args []string) {
	s := serverOf(ts)
	body := askUntil(ts, args[2:], func() (*http.Response, error) {
		return http.Post(s.url+args[0], "application/json", strings.NewReader(ts.ReadFile(args[1])))
	})
	fmt.Fprintf(ts.Stdout(), "%s", body)
	var created struct{ ID string }
	ts.Check(json.Unmarshal(body, &created))
	s.game = created.ID
	ts.Setenv("GAME", s.game)
}

// askUntil returns the answer to a request. It repeats the request until the answer contains the text,
// which has at most one element.
func askUntil(ts *testscript.TestScript, text []string, send func() (*http.Response, error)) []byte {
	for {
		answer, err := send()
		ts.Check(err)
		body, err := io.ReadAll(answer.Body)
		ts.Check(errors.Join(err, answer.Body.Close()))
		if bytes.Contains(body, []byte(strings.Join(text, ""))) {
			return body
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// awaitEnd watches the game that the last post command created, until the game is over.
func awaitEnd(ts *testscript.TestScript, _ bool, _ []string) {
	s := serverOf(ts)
	ctx := context.Background()
	conn, _, err := websocket.Dial(ctx, strings.Replace(s.url, "http", "ws", 1)+"/ws", nil)
	ts.Check(err)
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(-1)
	for _, message := range []string{`{"type":"hello","protocol":1}`, fmt.Sprintf(`{"type":"watch","game":%q}`, s.game)} {
		ts.Check(conn.Write(ctx, websocket.MessageText, []byte(message)))
	}
	for {
		_, data, err := conn.Read(ctx)
		ts.Check(err)
		var message struct{ Type, Text string }
		ts.Check(json.Unmarshal(data, &message))
		switch message.Type {
		case "over":
			return
		case "error":
			ts.Fatalf("watching %s: %s", s.game, message.Text)
		}
	}
}
