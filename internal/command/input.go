package command

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"gamed/internal/textfile"
)

// standardInput is the argument that stands for standard input instead of a file.
const standardInput = "-"

// A source is a file or standard input.
type source struct {
	*bufio.Reader
	io.Closer
}

// open opens a file, or standard input. It leaves out a byte-order mark. All sources of standard
// input share one buffer, which [command.run] makes. So a source continues where an earlier source
// has stopped, and also gets the text at which that source has only peeked.
func (env environ) open(name string) (source, error) {
	in := source{bufio.NewReader(env.in), io.NopCloser(nil)}
	if name != standardInput {
		file, err := os.Open(name)
		if err != nil {
			return source{}, err
		}
		in = source{bufio.NewReader(file), file}
	}
	if start, _ := in.Peek(len(textfile.ByteOrderMark)); string(start) == textfile.ByteOrderMark {
		_, _ = in.Discard(len(start)) // never fails: the buffer has these bytes
	}
	return in, nil
}

// textOf decodes the text of a file. Errors begin with the file's name, the line and the column.
func textOf(name string, data []byte) (string, error) {
	text, err := textfile.Decode(data)
	if err != nil {
		return "", fmt.Errorf("%s:%w", name, err)
	}
	return text, nil
}

// readText reads the text of a file, or of standard input.
func (env environ) readText(name string) (text string, err error) {
	var data []byte
	if name == standardInput {
		data, err = io.ReadAll(env.in)
	} else {
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return "", err
	}
	return textOf(name, data)
}

// beginsWith reports whether the source with the given name begins with head. It returns false for a
// file that it cannot read, because the name may be the ID of a game.
func (env environ) beginsWith(name, head string) bool {
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
