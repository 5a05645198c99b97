package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gamed/state"
)

// A screen shows a person the options, and finds the option that a typed line chooses.
type screen interface {
	show(to io.Writer)
	help() string
	// answer returns the options that a line chooses, one after the other. It returns errAsk if it
	// has handled a line without a choice, and another error about an invalid line.
	answer(line string) ([]state.Option, error)
}

// errAsk is returned for a valid line that chooses no option, such as a request for a card's text.
var errAsk = errors.New("ask again")

// ask shows a screen, and reads lines until one of them chooses an option.
func (t *terminal) ask(ctx context.Context, s screen) ([]state.Option, error) {
	s.show(t.out)
	for {
		fmt.Fprint(t.out, "> ")
		line, err := t.readLine(ctx)
		if err != nil {
			return nil, err
		}
		switch line {
		case "quit":
			return nil, errQuit
		case "resign":
			return []state.Option{{Do: state.Resign}}, nil
		case "?":
			fmt.Fprint(t.out, s.help())
			continue
		case "table":
			s.show(t.out)
			continue
		}
		options, err := s.answer(line)
		switch {
		case err == nil:
			return options, nil
		case !errors.Is(err, errAsk):
			fmt.Fprintf(t.out, "  %v\n", err)
		}
	}
}

// readLine reads a line and trims it. It returns errQuit at the end of the input.
func (t *terminal) readLine(ctx context.Context) (string, error) {
	select {
	case <-ctx.Done():
		return "", context.Canceled
	case line, ok := <-t.lines:
		if !ok {
			return "", errQuit
		}
		return strings.TrimSpace(line), nil
	}
}

// matchText returns the index of the text that the person means by a number or by the beginning of
// the text. first is the number of the first text.
func matchText(line string, texts []string, first int) (int, error) {
	line = strings.ToLower(line)
	if n, err := strconv.Atoi(line); err == nil {
		if n < first || n >= first+len(texts) {
			return 0, fmt.Errorf("there is no option %d: use %d to %d", n, first, first+len(texts)-1)
		}
		return n - first, nil
	}
	found, n := 0, 0
	for i, text := range texts {
		text = strings.ToLower(text)
		if text == line {
			return i, nil
		}
		if strings.HasPrefix(text, line) {
			found, n = i, n+1
		}
	}
	switch n {
	case 0:
		return 0, fmt.Errorf("no option begins with %q: type a number, or ? for help", line)
	case 1:
		return found, nil
	}
	return 0, fmt.Errorf("%d options begin with %q: type more of the text, or a number", n, line)
}
