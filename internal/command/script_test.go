package command

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// Commands for scripts in addition to testscript's own. The commands for servers are in
// serving_test.go.
//
//	refused LINE [ARG…]  gamed ARG… is invalid: exit code 2, and only LINE on stderr
//	fails LINE [ARG…]    gamed ARG… fails: exit code 1, and only LINE on stderr
//	until TEXT [ARG…]    runs gamed ARG… again and again until its stdout contains TEXT
//	digest FILE          puts the digest of the JSON on stdout into FILE
//	keep NAME            puts the line on stdout into $NAME
//	copied FROM TO       copies lines of JSON as JavaScript does, which has no 64-bit integers
//	private FILE         only its owner may read or write FILE
//	nats                 starts a NATS server with streams at $NATS, without its password at $NATS_ADDR
//	serving [ARG…]       starts gamed serve ARG… on a free port; $URL is its page, $WS where bots connect
//	stopping             ends that server as Ctrl-C does, and waits for it
//	get PATH [TEXT]      puts what the server answers onto stdout, once it contains TEXT
//	post PATH FILE [TEXT] sends FILE, a game to create, until the answer contains TEXT;
//	                     GAME in a later PATH, and $GAME, is its id
//	finished             waits until that game is over
var scriptCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"refused": func(ts *testscript.TestScript, _ bool, args []string) { expectExit(ts, 2, args) },
	"fails":   func(ts *testscript.TestScript, _ bool, args []string) { expectExit(ts, 1, args) },
	"until":   repeatUntil,
	"digest":  digest, "keep": keep, "copied": copyJSON, "private": checkPrivate,
	"nats": startNATS, "serving": startServing, "stopping": stopServing, "get": get, "post": post, "finished": awaitEnd,
}

// expectExit runs gamed, which must end with the given exit code and print one line on stderr. args holds
// this line and then the command line. If the command line is invalid in every folder, expectExit runs it
// in this process, because a new process would take far longer to start.
func expectExit(ts *testscript.TestScript, code int, args []string) {
	if len(args) == 0 {
		ts.Fatalf("the line on stderr is missing")
	}
	line, args := args[0], args[1:]
	var got int
	var said string
	if code != 2 || readsScript(ts, args) {
		exit := new(exec.ExitError)
		if err := ts.Exec("gamed", args...); !errors.As(err, &exit) {
			ts.Fatalf("%v, want exit code %d", err, code)
		}
		got, said = exit.ExitCode(), ts.ReadFile("stderr")
	} else {
		var stderr strings.Builder
		got = run(context.Background(), environ{strings.NewReader(""), ts.Stdout(), &stderr, builtinGames()}, args)
		said = stderr.String()
		_, err := io.WriteString(ts.Stderr(), said)
		ts.Check(err)
	}
	if got != code {
		ts.Fatalf("exit code %d, want %d; stderr:\n%s", got, code, said)
	}
	if said = strings.TrimSuffix(said, "\n"); said != line {
		ts.Fatalf("stderr:\n%s\nwant:\n%s", said, line)
	}
}

// readsScript reports whether a command line depends on the script: on a file in its folder, on its
// standard input, or on a variable that the script has set.
func readsScript(ts *testscript.TestScript, args []string) bool {
	variables := []string{nextRulesVariable, tokenVariable}
	flags, _ := serveCommand.flags()
	flags.VisitAll(func(f *flag.Flag) { variables = append(variables, variableFor(f.Name)) })
	if slices.ContainsFunc(variables, func(name string) bool { return ts.Getenv(name) != os.Getenv(name) }) {
		return true
	}
	for _, arg := range args {
		for part := range strings.FieldsFuncSeq(arg, func(r rune) bool { return strings.ContainsRune(",:= ", r) }) {
			if _, err := os.Lstat(ts.MkAbs(part)); err == nil || part == standardInput {
				return true
			}
		}
	}
	return false
}

func repeatUntil(ts *testscript.TestScript, _ bool, args []string) {
	for {
		if err := ts.Exec("gamed", args[1:]...); err == nil && strings.Contains(ts.ReadFile("stdout"), args[0]) {
			return
		}
	}
}

func keep(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile("stdout")))
}

func copyJSON(ts *testscript.TestScript, _ bool, args []string) {
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

func checkPrivate(ts *testscript.TestScript, _ bool, args []string) {
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
