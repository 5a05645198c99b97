package command

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// Commands for scripts in addition to testscript's own. The commands for servers are in
// serving_test.go.
//
//	refused LINE [ARG…]  gamed ARG… is invalid: exit code 2, and LINE is all there is on stderr
//	fails LINE [ARG…]    gamed ARG… cannot be carried out: likewise, with exit code 1
//	until TEXT [ARG…]    runs gamed ARG… again and again until its stdout contains TEXT
//	digest FILE          puts the digest of the JSON on stdout into FILE
//	keep NAME            puts the line on stdout into $NAME
//	copied FROM TO       copies lines of JSON as JavaScript does, which has no 64-bit integers
//	private FILE         only its owner may read or write FILE
//	nats                 starts a NATS server at $NATS, with streams
//	serving [ARG…]       starts gamed serve ARG… on a free port; $URL is its page, $WS where bots connect
//	stopping             ends that server as Ctrl-C does, and waits for it
//	get PATH [TEXT]      puts what the server answers onto stdout, once it contains TEXT
//	post PATH FILE [TEXT] sends FILE, a game to create, until the answer contains TEXT;
//	                     GAME in a later PATH, and $GAME, is its id
//	finished             waits until that game is over
var scriptCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"refused": func(ts *testscript.TestScript, _ bool, args []string) { ends(ts, 2, args) },
	"fails":   func(ts *testscript.TestScript, _ bool, args []string) { ends(ts, 1, args) },
	"until":   again,
	"digest":  digest, "keep": keep, "copied": copied, "private": private,
	"nats": startNATS, "serving": serving, "stopping": stopping, "get": get, "post": post, "finished": finished,
}

func ends(ts *testscript.TestScript, code int, args []string) {
	if len(args) == 0 {
		ts.Fatalf("the line on stderr is missing")
	}
	exit := new(exec.ExitError)
	if err := ts.Exec("gamed", args[1:]...); !errors.As(err, &exit) || exit.ExitCode() != code {
		ts.Fatalf("%v, want exit code %d", err, code)
	}
	if got := strings.TrimSuffix(ts.ReadFile("stderr"), "\n"); got != args[0] {
		ts.Fatalf("stderr:\n%s\nwant:\n%s", got, args[0])
	}
}

func again(ts *testscript.TestScript, _ bool, args []string) {
	for {
		if err := ts.Exec("gamed", args[1:]...); err == nil && strings.Contains(ts.ReadFile("stdout"), args[0]) {
			return
		}
	}
}

func keep(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile("stdout")))
}

func copied(ts *testscript.TestScript, _ bool, args []string) {
	var out []byte
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		var v any // numbers become float64
		ts.Check(json.Unmarshal([]byte(line), &v))
		text, err := json.Marshal(v)
		ts.Check(err)
		out = append(append(out, text...), '\n')
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out, 0o600))
}

func private(ts *testscript.TestScript, _ bool, args []string) {
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if info.Mode() != 0o600 {
		ts.Fatalf("%s has mode %v", args[0], info.Mode())
	}
}

func digest(ts *testscript.TestScript, _ bool, args []string) {
	var result struct{ Digest string }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &result))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(result.Digest), 0o600))
}
