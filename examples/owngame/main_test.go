package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestMain runs the program instead of the tests if OWNGAME_LINE holds its
// arguments.
func TestMain(m *testing.M) {
	if line := os.Getenv("OWNGAME_LINE"); line != "" {
		os.Args = append(os.Args[:1], strings.Fields(line)...)
		main()
	}
	os.Exit(m.Run())
}

// TestCommands runs commands of the program on Harbour and checks their outputs.
func TestCommands(t *testing.T) {
	for line, want := range map[string]string{
		"rules":                     "harbour",
		"cards harbour":             "A merchant ship",
		"bots":                      "greedy:trust",
		"match harbour random -n 4": "digest",
		"check game harbour -n 1":   "steps",
		"cardsim check harbour":     "no findings",
	} {
		program := exec.Command(os.Args[0])
		program.Dir = t.TempDir()
		program.Env = append(os.Environ(), "OWNGAME_LINE="+line)
		out, err := program.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v: %s", line, err, out)
		}
		if !strings.Contains(string(out), want) {
			t.Errorf("%s: got %s, want %q in it", line, out, want)
		}
	}
}
