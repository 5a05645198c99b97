package command

import (
	"bufio"
	"io"
	"os"
)

// standardInput is the argument that stands for standard input instead of a file.
const standardInput = "-"

// A source is a file or standard input.
type source struct {
	*bufio.Reader
	io.Closer
}

// open opens a file, or standard input. All sources of standard input share one buffer, which
// [command.run] makes, so a later one begins where an earlier one has only peeked.
func (env environ) open(name string) (source, error) {
	if name == standardInput {
		return source{bufio.NewReader(env.in), io.NopCloser(nil)}, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return source{}, err
	}
	return source{bufio.NewReader(file), file}, nil
}

// begins reports whether a source begins with a text. It ignores files that it cannot read: the
// name may be that of a game.
func (env environ) begins(name, head string) bool {
	in, err := env.open(name)
	if err != nil {
		return false
	}
	defer func() { _ = in.Close() }()
	start, _ := in.Peek(len(head))
	return string(start) == head
}

// game returns a ruleset by its name, or from a game file or standard input.
func (env environ) game(name string) (ruleset, error) {
	if name != standardInput {
		return env.games.find(name)
	}
	text, err := io.ReadAll(env.in)
	if err != nil {
		return ruleset{}, usagef("game file: %w", err)
	}
	return env.games.parse(name, text)
}
